import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createDataDirWithBrowser,
  createTestRenderer,
  isBrowserMissing,
} from '@quern/testing/browser/test-browser';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { numberedPage, sampleProse, scriptPages } from '@quern/testing/web/script-pages';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let site: TestSite;
beforeAll(async () => {
  site = await serveSite((path) => {
    const number = /^\/story\/(\d+)$/.exec(path)?.[1];
    return number === undefined ? scriptPages[path.replace(/\?.*/, '')] : numberedPage(Number(number));
  });
});
afterAll(() => site.close());

interface Scraped {
  readonly markdown: string;
  readonly metadata: { title: string; html: string; finalUrl: string; rendered: boolean };
  readonly links: readonly { url: string }[];
}

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly data: Scraped;
  readonly charged: string | null;
}

async function scrape(service: TestService, path: string): Promise<Answer> {
  const response = await service.post('scrape', { url: `${site.origin}${path}` });
  const body = (await response.json()) as { data: Scraped; code?: string };
  const charged = response.headers.get('x-credits-used');
  return { status: response.status, code: body.code, data: body.data, charged };
}

describe.skipIf(isBrowserMissing())('scrape with a browser', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ QUERN_DATA_DIR: createDataDirWithBrowser(), QUERN_RENDER_TIME: '6s' });
  });
  afterAll(() => service.stop());

  it('gives what scripts make, with metadata, links and HTML as rendered', async () => {
    const { status, data, charged } = await scrape(service, '/app');
    expect(status).toBe(200);
    expect(data.markdown).toContain(sampleProse.trim());
    expect(data.metadata).toMatchObject({
      title: 'The mill',
      rendered: true,
      finalUrl: `${site.origin}/app`,
    });
    expect(data.metadata.html).toContain('<h1>The mill</h1>');
    expect(data.links.map((link) => link.url)).toContain(`${site.origin}/about`);
    expect(charged).toBe('1');
    expect(site.hits).not.toContain('/wheel.png');
  });

  it('leaves a page alone that is merely short', async () => {
    const { data } = await scrape(service, '/short');
    expect(data.markdown).toContain('A short page.');
    expect(data.metadata.rendered).toBe(false);
  });

  it('reads open shadow roots with what is slotted into them', async () => {
    const { data } = await scrape(service, '/shadow');
    expect(data.markdown).toContain('In the shade');
    expect(data.markdown).toContain('Slotted:');
  });

  it('follows a script to another page, unless robots.txt forbids that one', async () => {
    expect((await scrape(service, '/leads-on')).data.metadata.finalUrl).toBe(`${site.origin}/app`);
    await scrape(service, '/leads-astray');
    expect(site.hits).not.toContain('/forbidden/secret');
  });

  it('answers 504 without a charge for scripts that never end, or what the server sent if that has text', async () => {
    expect(await scrape(service, '/loop')).toMatchObject({
      status: 504,
      code: 'fetch_timeout',
      charged: '0',
    });
    const { status, data } = await scrape(service, '/loop-after-text');
    expect(status).toBe(200);
    expect(data.markdown).toContain('A notice that the server sent.');
  });

  it('recognises log-in forms, error pages that say 200 and bot walls, served or made by scripts, without a charge', async () => {
    for (const path of ['/spa-login', '/spa-missing', '/members', '/missing', '/challenge']) {
      expect(await scrape(service, path)).toMatchObject({ status: 502, code: 'blocked', charged: '0' });
    }
  });
});

describe('scrape without a browser', () => {
  it.each([
    ['switched off', { QUERN_CHROMIUM: 'off' }],
    ['that does not start', { QUERN_CHROMIUM: '/bin/false' }],
    ['that is not there', { QUERN_CHROMIUM: '/nowhere/chromium' }],
  ])(
    '%s gives what the server sent, and 503 without a charge for an empty shell',
    async (_name, settings) => {
      const service = await startTestService(settings);
      try {
        const { status, data } = await scrape(service, '/loop-after-text');
        expect(status).toBe(200);
        expect(data.markdown).toContain('A notice that the server sent.');
        expect(await scrape(service, '/app')).toMatchObject({
          status: 503,
          code: 'engine_unavailable',
          charged: '0',
        });
        const warned = service.logLines.some((line) => line.includes('Chromium does not start'));
        expect(warned).toBe(settings.QUERN_CHROMIUM !== 'off');
      } finally {
        await service.stop();
      }
    },
  );
});

describe.skipIf(isBrowserMissing())('the renderer', () => {
  const renderers: { close(): Promise<void> }[] = [];
  const renderer = (options: Parameters<typeof createTestRenderer>[0] = {}) => {
    const made = createTestRenderer(options);
    renderers.push(made);
    return made;
  };
  const url = (path: string): string => `${site.origin}${path}`;
  afterAll(async () => {
    for (const made of renderers) await made.close();
  });

  it('waits for text that comes late, and not for a network that is never quiet', async () => {
    const { render } = renderer();
    expect(await render({ url: url('/late') })).toMatchObject({
      reachedIdle: true,
      html: expect.stringContaining('Late'),
    });
    expect(await render({ url: url('/never-quiet') })).toMatchObject({ reachedIdle: true });
  });

  it('takes what a page shows by the end of its time', async () => {
    const page = await renderer({ timeoutMs: 4000 }).render({ url: url('/growing') });
    expect(page.reachedIdle).toBe(false);
    expect(page.html).toContain('Line 5 of the endless feed');
  });

  it('lets no page alert, open windows, download, ask for permissions or install workers', async () => {
    const { render, stats: state } = renderer();
    const { html } = await render({ url: url('/intrusive') });
    expect(html).toContain('answer false/null');
    expect(html).toContain('popup true');
    expect(html).toMatch(/states (?:denied|none)(?:,(?:denied|none)){3}</);
    expect(site.hits).not.toContain('/worker.js');
    await expect(renderer({ timeoutMs: 3000 }).render({ url: url('/alerts') })).rejects.toMatchObject({
      code: 'hung',
    });
    expect((await state()).pagesRendered).toBe(1);
  });

  it('refuses a document that grew too large, and stops at its bytes', async () => {
    await expect(renderer({ htmlLengthMax: 100_000 }).render({ url: url('/huge') })).rejects.toMatchObject({
      code: 'too_large',
    });
    await expect(renderer({ bytesMax: 100 }).render({ url: url('/app') })).rejects.toMatchObject({
      code: 'navigation',
    });
  });

  it('gives every page its own text and storage, many at once', async () => {
    const { render } = renderer();
    const numbers = Array.from({ length: 12 }, (_, index) => index);
    const pages = await Promise.all(numbers.map((number) => render({ url: url(`/story/${number}`) })));
    for (const number of numbers) expect(pages[number]?.html).toContain(`<h1>Story number ${number}</h1>`);
    for (const page of await Promise.all([1, 2].map(() => render({ url: url('/cookie') })))) {
      expect(page.html).toContain('before [] stored x.');
    }
  });

  it('tries pages once more in a new browser when theirs is killed', async () => {
    const { render, stats: state, reports } = renderer();
    await render({ url: url('/story/1') });
    const before = await state();
    const pages = [1, 2, 3].map((number) => render({ url: url(`/late?${number}`) }));
    await sleep(700);
    const [browserPid] = before.pids;
    process.kill(browserPid ?? 0, 'SIGKILL');
    for (const page of await Promise.all(pages)) expect(page.html).toContain('<h1>Late</h1>');
    expect((await state()).launches).toBe(before.launches + 1);
    expect(reports.join()).toContain('ended unexpectedly');
  });

  it('ends the page that takes too much memory, and no other', async () => {
    const { render, stats: state, reports } = renderer({ memoryBytesMax: 500e6, timeoutMs: 30_000 });
    await render({ url: url('/story/1') });
    const hog = render({ url: url('/hog') });
    const ended = expect(hog).rejects.toMatchObject({ code: 'page_crashed' });
    const other = await render({ url: url('/late') });
    expect(other.html).toContain('<h1>Late</h1>');
    await ended;
    expect(reports.join()).toContain('its largest page is ended');
    expect((await render({ url: url('/story/2') })).html).toContain('Story number 2');
    expect((await state()).memoryBytes).toBeLessThan(500e6);
  });

  it('replaces a browser after its number of pages, and ends an idle one', async () => {
    const { render, stats: state } = renderer({ pagesPerBrowser: 2, idleTimeoutMs: 300 });
    for (const number of [1, 2, 3]) await render({ url: url(`/story/${number}`) });
    expect((await state()).launches).toBe(2);
    await sleep(2000);
    expect((await state()).pids).toEqual([]);
  });

  it('lets go at once of a page whose request was cancelled, waiting or running', async () => {
    const { render } = renderer({ concurrentPagesMax: 1 });
    await render({ url: url('/story/1') });
    const running = new AbortController();
    const waiting = new AbortController();
    const loop = render({ url: url('/late'), signal: running.signal });
    const queued = render({ url: url('/story/2'), signal: waiting.signal });
    await sleep(300);
    const startedAt = performance.now();
    waiting.abort();
    await expect(queued).rejects.toMatchObject({ code: 'aborted' });
    running.abort();
    await expect(loop).rejects.toMatchObject({ code: 'aborted' });
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect((await render({ url: url('/story/3') })).html).toContain('Story number 3');
  });

  it('shows the browser nothing of our environment', async () => {
    process.env['QUERN_ADMIN_TOKEN_CANARY'] = 'canary-in-the-environment';
    const { render, stats: state } = renderer();
    await render({ url: url('/story/1') });
    for (const pid of (await state()).pids) {
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('canary-in-the-environment');
    }
    delete process.env['QUERN_ADMIN_TOKEN_CANARY'];
  });
});
