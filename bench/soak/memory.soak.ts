import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleDocuments } from '@quern/testing/documents/sample-documents';
import { repositoryRoot } from '@quern/testing/repository-root';
import { reportCounts } from '@quern/testing/soak/counts';
import { soakMinutes } from '@quern/testing/soak/soak-minutes';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { expect, it } from 'vitest';
import { type MeasuredService, startMeasuredService } from '../abuse/start-measured-service.ts';

const minutes = soakMinutes(12);
const clients = 3;
const samplesPerMinute = 12;
/** Heaps and compiled code find their size in the first half, which is the warm-up. */
const growthMax = 1.1;
const read = (path: string): Buffer => readFileSync(join(repositoryRoot, path));
const news = read('testing/fixtures/news.txt').toString();
const picture = read('packages/ocr/src/fixtures/fox.png');

/** A request with a content that no other one has, so that no result is cached. */
type Send = (serial: number) => Promise<Response>;

function listRequests({ url }: MeasuredService, key: string, site: TestSite): Send[] {
  const headers = { authorization: `Bearer ${key}` };
  const postJson = (operation: string, body: object) =>
    fetch(`${url}/v0/${operation}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const postFile = (operation: string, file: Buffer) => {
    const body = new FormData();
    body.append('file', new File([new Uint8Array(file)], 'file'));
    return fetch(`${url}/v0/${operation}`, { method: 'POST', headers, body });
  };
  const textOf = (serial: number): string => `Report ${serial}. ${news}`;
  return [
    (serial) => postJson('sentiment', { text: textOf(serial) }),
    (serial) => postJson('extract-entities', { text: textOf(serial) }),
    (serial) => postJson('summarize', { content: textOf(serial) }),
    (serial) => postFile('summarize', sampleDocuments[serial % sampleDocuments.length]?.bytes ?? picture),
    (serial) => postJson('scrape', { url: `${site.origin}/page/${serial}` }),
    (serial) => postJson('map', { url: `${site.origin}/site/${serial}` }),
    () => postFile('ocr', picture),
  ];
}

/** Mean of some figures. */
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);

it('memory does not grow under mixed load, and every request is charged as its response states', async ({
  task,
}) => {
  const page = `<main><h1>A page</h1><p>${news}</p><a href="/page/next">next</a></main>`;
  const site = await serveSite(() => ({ body: page }));
  const service = await startMeasuredService();
  try {
    const key = await service.createKey('soak');
    const sends = listRequests(service, key, site);
    const endMs = performance.now() + minutes * 60_000;
    const statuses: Record<string, number> = {};
    const memoryMb: number[] = [];
    let charged = 0;
    let remainingMin = Number.POSITIVE_INFINITY;
    let serial = 0;
    const run = async (): Promise<void> => {
      while (performance.now() < endMs) {
        serial += 1;
        const response = await sends[serial % sends.length]?.(serial);
        await response?.arrayBuffer();
        statuses[response?.status ?? 0] = (statuses[response?.status ?? 0] ?? 0) + 1;
        charged += Number(response?.headers.get('x-credits-used') ?? 0);
        remainingMin = Math.min(
          remainingMin,
          Number(response?.headers.get('x-credits-remaining') ?? Number.POSITIVE_INFINITY),
        );
      }
    };
    const timer = setInterval(() => memoryMb.push(service.residentMb()), 60_000 / samplesPerMinute);
    await Promise.all(Array.from({ length: clients }, run));
    clearInterval(timer);
    const [half, rest] = [Math.floor(memoryMb.length / 2), Math.floor(memoryMb.length * 0.75)];
    const [before, after] = [mean(memoryMb.slice(half, rest)), mean(memoryMb.slice(rest))];
    reportCounts(task, {
      minutes,
      requests: serial,
      charged,
      thirdQuarterMb: Math.round(before),
      lastQuarterMb: Math.round(after),
      ...Object.fromEntries(Object.entries(statuses).map(([status, count]) => [`status${status}`, count])),
    });
    expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
    expect(1_000_000 - remainingMin).toBe(charged);
    expect(after).toBeLessThan(before * growthMax);
  } finally {
    await service.stop();
    await site.close();
  }
});
