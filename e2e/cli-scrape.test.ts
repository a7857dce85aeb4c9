import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataDirWithBrowser, isBrowserMissing } from '@quern/testing/browser/test-browser';
import { type QuernRun, runQuern } from '@quern/testing/service/run-quern';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { sampleProse } from '@quern/testing/web/script-pages';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let site: TestSite;
let service: TestService;
let folder: string;
const requested: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-cli-scrape-'));
  site = await serveSite((path) => (_, response) => {
    requested.push(path);
    if (path === '/never') return;
    const page = `<title>Mill</title><main><h1>The mill</h1><p>${sampleProse.repeat(3)} <a href="/a">A</a></p></main>`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  const settings = isBrowserMissing() ? {} : { QUERN_DATA_DIR: createDataDirWithBrowser() };
  service = await startTestService({ QUERN_ROBOTS: 'ignore', ...settings });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

function scrape(path: string, ...args: readonly string[]): Promise<QuernRun> {
  const settings = { QUERN_URL: service.url, QUERN_API_KEY: testApiKey };
  return runQuern(['scrape', `${site.origin}${path}`, ...args], { settings, cwd: folder });
}

describe('quern scrape', () => {
  it('prints the requested formats, one after the other', async () => {
    const byDefault = await scrape('/');
    expect(byDefault).toMatchObject({ code: 0, stdout: expect.stringMatching(/^# The mill\n/) });
    const links = await scrape('/', '--formats', 'links');
    expect(links).toEqual({ code: 0, stdout: `${site.origin}/a\n`, stderr: '' });
    const both = await scrape('/', '--formats', 'text,links');
    expect(both.stdout).toMatch(/^The mill\n[\s\S]+\n\nhttp:[^\n]+\/a\n$/);
  });

  it('asks for the file of a screenshot before it sends the request', async () => {
    for (const args of [
      ['--formats', 'screenshot'],
      ['--actions', '[{"type": "screenshot"}]'],
    ]) {
      const { code, stdout, stderr } = await scrape('/unsent', ...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('a screenshot is written to a file: add --output page.png');
    }
    const wrong = await scrape('/unsent', '-o', 'page.md');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('add it to --formats')]);
    expect(requested).not.toContain('/unsent');
  });

  it('limits the page by --page-timeout and the command by --timeout, both as durations', async () => {
    const page = await scrape('/never', '--page-timeout', '1500ms', '--render', 'never');
    expect(page).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^quern: fetch_timeout: /),
    });
    const command = await scrape('/never', '--timeout', '800ms', '--render', 'never');
    expect(command).toMatchObject({ code: 1, stderr: expect.stringMatching(/^quern: timeout: /) });
    const wrong = await scrape('/', '--timeout', '5 minutes');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('such as 30s or 500ms') });
  });

  it('lists the formats and actions in its help', async () => {
    const { stdout } = await scrape('/', '--help');
    const text = stdout.replace(/\s+/g, ' ');
    for (const format of ['markdown', 'html', 'links', 'text', 'screenshot', 'chunks']) {
      expect(text).toMatch(new RegExp(`--formats <list> [^-]*\`${format}\``));
    }
    for (const action of ['wait', 'click', 'type', 'press', 'scroll', 'screenshot']) {
      expect(text).toMatch(new RegExp(`--actions <json> .*\`${action}\` \\(`));
    }
    expect(text).toContain('--page-timeout <duration>');
    expect(text).toContain('--timeout <duration>');
  });
});

describe.skipIf(isBrowserMissing())('quern scrape with a screenshot (needs Chromium)', () => {
  it('writes the screenshots to files', async () => {
    const actions = '[{"type": "screenshot"}, {"type": "screenshot", "fullPage": true}]';
    const { code, stdout, stderr } = await scrape(
      '/',
      '--formats',
      'screenshot',
      '--actions',
      actions,
      '-o',
      'page.png',
    );
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: 'screenshot written to page.png, page-1.png, page-2.png\n',
    });
    for (const name of (await readdir(folder)).filter((entry) => entry.endsWith('.png'))) {
      expect((await readFile(join(folder, name))).subarray(1, 4).toString()).toBe('PNG');
    }
    const both = await scrape('/', '--formats', 'markdown,screenshot', '-o', 'both.png');
    expect(both).toMatchObject({ code: 0, stdout: expect.stringMatching(/^# The mill\n/) });
  });
});
