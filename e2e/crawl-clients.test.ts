import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createQuern, type Job, operations, type Quern } from '@quern/sdk';
import { type QuernRun, runQuern } from '@quern/testing/service/run-quern';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { exampleSite } from '@quern/testing/web/example-site';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let site: TestSite;
let client: Quern;
let folder: string;
beforeAll(async () => {
  service = await startTestService({ QUERN_CHROMIUM: 'off' });
  site = await serveSite(exampleSite);
  client = createQuern({ baseUrl: service.url, apiKey: testApiKey });
  folder = await mkdtemp(join(tmpdir(), 'quern-crawl-'));
}, 60_000);
afterAll(async () => {
  await service.stop();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the SDK', () => {
  it('starts a crawl, iterates over its pages, and waits for its end', async () => {
    const { data: job } = await client.crawl({ url: site.origin }, { metadata: { suite: 'sdk' } });
    expect(job).toMatchObject({ operation: 'crawl', metadata: { suite: 'sdk' } });
    const pages: string[] = [];
    for await (const page of client.crawlResults(job.id))
      pages.push(page.data?.metadata.title ?? page.status);
    expect(pages.sort()).toEqual(['Bread', 'Hadley Mill', 'History of the mill']);
    const progress: Job['progress'][] = [];
    const ended = await client.jobs.wait<{ succeeded: number }>(job.id, {
      onProgress: (current) => progress.push(current),
    });
    expect(ended).toMatchObject({ status: 'succeeded', usage: 3, data: { succeeded: 3, usage: 3 } });
    expect(progress.at(-1)?.message).toMatch(/pages returned/);
    const fractions = progress.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    const rest = [];
    for await (const page of client.crawlResults(job.id, { cursor: 2, follow: false }))
      rest.push(page.cursor);
    expect(rest).toEqual([3]);
    expect((await client.call(operations.crawl, { url: site.origin }, { dryRun: true })).data).toMatchObject({
      dryRun: true,
      price: 1000,
    });
  });
});

describe('the command line', () => {
  const quern = (...args: string[]): Promise<QuernRun> =>
    runQuern(args, { settings: { QUERN_URL: service.url, QUERN_API_KEY: testApiKey } });

  it('writes the pages of a crawl to a folder as Markdown', async () => {
    const output = join(folder, 'pages');
    const { code, stdout, stderr } = await quern(
      'crawl',
      site.origin,
      '-o',
      output,
      '--exclude-paths',
      '^/bread$',
    );
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^crawl job_\w+ has started; it continues if this command is stopped\n/);
    expect(stderr).toMatch(/2 pages written to .*pages; 2 credits\n$/);
    const [host = ''] = await readdir(output);
    expect((await readdir(join(output, host))).sort()).toEqual(['history.md', 'index.md']);
    const page = await readFile(join(output, host, 'history.md'), 'utf8');
    expect(page).toMatch(
      /^---\nurl: "http:\/\/.*\/history"\ntitle: "History of the mill"\n---\n\n# History of the mill\n/,
    );
  });

  it('prints the pages as lines of JSON, also of a crawl that was started before', async () => {
    const started = await quern('crawl', site.origin, '--limit', '2', '--async', '--metadata', 'suite=cli');
    expect(started).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^job_\w+\n$/) });
    const { code, stdout, stderr } = await quern('crawl', '--job', started.stdout.trim());
    expect(code).toBe(0);
    expect(stderr).toBe('2 pages; 2 credits, stopped by limit\n');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { cursor: number; url: string });
    expect(lines.map(({ cursor }) => cursor)).toEqual([1, 2]);
    const rest = await quern('crawl', '--job', started.stdout.trim(), '--cursor', '1');
    expect(rest.stdout).toBe(`${stdout.trim().split('\n')[1]}\n`);
  });

  it('reports wrong use, invalid input, and a crawl that failed', async () => {
    expect((await quern('crawl')).code).toBe(2);
    expect((await quern('crawl', site.origin, '--job', 'job_a')).code).toBe(2);
    expect(await quern('crawl', site.origin, '--include-paths', '(')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('invalid_parameters: includePaths.0'),
    });
    expect(await quern('crawl', `${site.origin}/none`)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('"status":"failed"'),
      stderr: expect.stringContaining('quern: target_status: '),
    });
    expect((await quern('crawl', site.origin, '--limit', '7', '--dry-run')).stdout).toContain('7');
  });
});
