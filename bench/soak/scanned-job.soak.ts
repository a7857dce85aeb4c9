import { drawScannedPage } from '@quern/testing/documents/draw-scanned-page';
import { makeScannedPdf } from '@quern/testing/documents/make-scanned-pdf';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { reportCounts } from '@quern/testing/soak/counts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const pageCount = 200;
const stopMaxMs = 1000;
const timeoutMs = 1_800_000;

interface JobData {
  readonly id: string;
  readonly status: string;
  readonly usage: number;
  readonly progress: { readonly fraction: number; readonly message: string | null };
  readonly data?: { readonly pages: readonly { readonly ocr: boolean }[]; readonly markdown: string };
}

/** A PDF whose pages are pictures of text, each with its number. */
async function scan(): Promise<Buffer> {
  const pages = [];
  for (let page = 1; page <= pageCount; page += 1) {
    const lines = Array.from(
      { length: 8 },
      (_, line) => `Line ${line + 1} of page ${page} about the old mill`,
    );
    pages.push(await drawScannedPage(lines));
  }
  return makeScannedPdf(pages);
}

describe(`a scanned PDF of ${pageCount} pages as a job`, () => {
  const headers = { authorization: `Bearer ${testApiKey}` };
  let service: TestService;
  let file: Buffer;
  beforeAll(async () => {
    file = await scan();
    service = await startTestService({ QUERN_CHROMIUM: 'off' });
  }, 120_000);
  afterAll(() => service.stop());

  const submit = async (): Promise<string> => {
    const body = new FormData();
    body.append('file', new File([Uint8Array.from(file)], 'scan.pdf'));
    const response = await fetch(`${service.url}/v0/convert`, {
      method: 'POST',
      headers: { ...headers, prefer: 'respond-async' },
      body,
    });
    expect(response.status).toBe(202);
    return ((await response.json()) as { data: JobData }).data.id;
  };

  const read = async (id: string): Promise<JobData> => {
    const response = await fetch(`${service.url}/v0/jobs/${id}`, { headers });
    return ((await response.json()) as { data: JobData }).data;
  };

  it('reports progress at every page, whose content can be read then', { timeout: timeoutMs }, async ({
    task,
  }) => {
    const startedMs = performance.now();
    const id = await submit();
    const readPages = (limit: number): Promise<string> =>
      fetch(`${service.url}/v0/jobs/${id}/pages?limit=${limit}`, { headers }).then((response) =>
        response.text(),
      );
    await vi.waitFor(async () => expect(await readPages(1)).toContain('page 1 about'), {
      timeout: timeoutMs,
    });
    const firstPageSeconds = Math.round((performance.now() - startedMs) / 1000);
    expect((await read(id)).status).toBe('running');
    const events = await (await fetch(`${service.url}/v0/jobs/${id}/events`, { headers })).text();
    const job = await read(id);
    expect(job).toMatchObject({ status: 'succeeded', usage: pageCount / 5 });
    expect(job.data?.pages.filter(({ ocr }) => ocr)).toHaveLength(pageCount);
    expect(job.data?.markdown).toContain(`page ${pageCount}`);
    const seen = new Set(
      [...events.matchAll(/page (\d+) of \d+ recognized/g)].map(([, page]) => Number(page)),
    );
    expect(seen.size).toBe(pageCount);
    expect((await readPages(pageCount)).trimEnd().split('\n')).toHaveLength(pageCount);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    reportCounts(task, { pages: seen.size, firstPageSeconds, seconds });
  });

  it('stops within a second when it is canceled, and costs nothing', { timeout: timeoutMs }, async ({
    task,
  }) => {
    const before = await service.balance();
    const id = await submit();
    await vi.waitFor(async () => expect((await read(id)).progress.message).toMatch(/^page \d+ of/), {
      timeout: timeoutMs,
      interval: 100,
    });
    const canceledMs = performance.now();
    await fetch(`${service.url}/v0/jobs/${id}`, { method: 'DELETE', headers });
    await vi.waitFor(
      async () => expect(await service.metric('quern_work_running{operation="convert"}')).toBe(0),
      { timeout: timeoutMs, interval: 10 },
    );
    const stoppedMs = Math.round(performance.now() - canceledMs);
    expect(stoppedMs).toBeLessThan(stopMaxMs);
    expect(await read(id)).toMatchObject({ status: 'canceled', usage: 0 });
    expect(await service.balance()).toBe(before);
    reportCounts(task, { stoppedMs });
  });
});
