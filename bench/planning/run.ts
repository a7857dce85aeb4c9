/**
 * Measures the CPU time that a request of each operation takes, on all threads of the service: how many of them a core runs
 * per second. Sequential requests after a warm-up, so that neither waiting nor the length of a queue counts.
 *
 *     npm run bench:planning
 *
 * BENCH_SECONDS sets the duration of a measurement (8).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePdf } from '@quern/testing/documents/make-documents';
import { repositoryRoot } from '@quern/testing/repository-root';
import { spawnService } from '@quern/testing/service/spawn-service';
import { serveSite } from '@quern/testing/web/serve-site';
import { residentMb } from '../resident-memory.ts';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 8);
const warmUpRequests = 3;
const key = 'planning-key-0123456789-0123456789-0123456789';

interface PlannedRequest {
  readonly operation: string;
  readonly input: string;
  readonly body: () => string | FormData;
}

/** Jiffies of a process and its threads; the kernel counts 100 a second. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function fileForm(name: string, bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  return form;
}

function plannedRequests(origin: string): PlannedRequest[] {
  const news = readFileSync(join(repositoryRoot, 'testing/fixtures/news.txt'), 'utf8');
  const textOf = (length: number) => news.repeat(Math.ceil(length / news.length)).slice(0, length);
  const json = (input: object) => () => JSON.stringify(input);
  const lines = Array.from({ length: 40 }, (_, line) => ({
    x: 72,
    y: 760 - 17 * line,
    size: 11,
    text: textOf(4000)
      .replace(/\s+/g, ' ')
      .slice(90 * (line % 40), 90 * (line % 40) + 85),
  }));
  const pdf = new Uint8Array(makePdf(Array.from({ length: 10 }, () => lines)));
  const receipt = new Uint8Array(readFileSync(join(repositoryRoot, 'testing/fixtures/receipt-scan.jpg')));
  return [
    { operation: 'sentiment', input: '1,000 characters', body: json({ text: textOf(1000) }) },
    { operation: 'extract-entities', input: '1,000 characters', body: json({ text: textOf(1000) }) },
    { operation: 'summarize', input: '6,000 characters', body: json({ content: textOf(6000) }) },
    { operation: 'scrape', input: 'an article, without a browser', body: json({ url: `${origin}/article` }) },
    { operation: 'convert', input: 'a PDF of 10 pages', body: () => fileForm('report.pdf', pdf) },
    { operation: 'ocr', input: 'a photo of a receipt', body: () => fileForm('receipt.jpg', receipt) },
  ];
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quern-planning-'));
  const paragraph = readFileSync(join(repositoryRoot, 'testing/fixtures/news.txt'), 'utf8');
  const site = await serveSite({
    '/article': `<title>News</title><article><h1>News</h1>${`<p>${paragraph}</p>`.repeat(6)}</article>`,
  });
  const service = await spawnService({
    launcher: 'node',
    environment: {
      QUERN_DATA_DIR: dataDir,
      QUERN_BOOTSTRAP_KEY: key,
      QUERN_BOOTSTRAP_CREDITS: '1000000000',
      QUERN_RATE_LIMIT: 'off',
      QUERN_OFFLINE: '1',
      QUERN_FETCH_ALLOW: '127.0.0.0/8',
    },
  });
  const pid = service.process.pid ?? 0;
  const send = async ({ operation, body }: PlannedRequest): Promise<void> => {
    const content = body();
    const response = await fetch(`${service.url}/v0/${operation}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(typeof content === 'string' && { 'content-type': 'application/json' }),
      },
      body: content,
    });
    if (response.status !== 200) throw new Error(`${operation}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  const results = [];
  for (const request of plannedRequests(site.origin)) {
    for (let count = 0; count < warmUpRequests; count += 1) await send(request);
    const [startedMs, cpuAtStart] = [performance.now(), cpuMsOf(pid)];
    let requests = 0;
    while (performance.now() - startedMs < seconds * 1000) {
      await send(request);
      requests += 1;
    }
    const cpuMs = (cpuMsOf(pid) - cpuAtStart) / requests;
    const { operation, input } = request;
    results.push({ operation, input, requests, cpuMs, perCoreSecond: 1000 / cpuMs });
    console.log(results.at(-1));
  }
  const memoryMb = residentMb(pid);
  await service.terminate('SIGTERM');
  await site.close();
  rmSync(dataDir, { recursive: true, force: true });
  writeBenchResult('planning', { ...describeRun(), seconds, memoryMb, results });
}

await main();
