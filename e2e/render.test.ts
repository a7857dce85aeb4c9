import { readFileSync } from 'node:fs';
import {
  createDataDirWithBrowser,
  createTestRenderer,
  isBrowserMissing,
} from '@quern/testing/browser/test-browser';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { numberedPage, sampleProse, scriptPages } from '@quern/testing/web/script-pages';
import { serveSite, type TestPage, type TestSite } from '@quern/testing/web/serve-site';
import type { PageSnapshot } from '@quern/web/render/page-settler';
import { PageWorld } from '@quern/web/render/page-world';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

let site: TestSite;
/** Paths below /held/ that were requested before. */
const requested = new Set<string>();

const isPageSnapshot = (value: unknown): value is PageSnapshot =>
  typeof value === 'object' && value !== null && 'textLength' in value;

/** Does not respond to the first request for a path. */
function respondWhenRepeated(path: string): TestPage {
  if (requested.has(path)) return numberedPage(0);
  requested.add(path);
  return () => undefined;
}

beforeAll(async () => {
  site = await serveSite((path) => {
    if (path.startsWith('/held/')) return respondWhenRepeated(path);
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
    service = await startTestService({ QUERN_DATA_DIR: createDataDirWithBrowser() });
  });
  afterAll(() => service.stop());

  it('returns content rendered by scripts, with its metadata, links and HTML', async () => {
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

  it('does not render a page that is merely short', async () => {
    const { data } = await scrape(service, '/short');
    expect(data.markdown).toContain('A short page.');
    expect(data.metadata.rendered).toBe(false);
  });

  it('includes open shadow roots with their slotted content', async () => {
    const { data } = await scrape(service, '/shadow');
    expect(data.markdown).toContain('In the shade');
    expect(data.markdown).toContain('Slotted:');
  });

  it('follows a navigation by script, unless robots.txt disallows the target', async () => {
    expect((await scrape(service, '/leads-on')).data.metadata.finalUrl).toBe(`${site.origin}/app`);
    await scrape(service, '/leads-astray');
    expect(site.hits).not.toContain('/forbidden/secret');
  });

  it('returns 504 without a charge for endless scripts, or the served page if it has text', async () => {
    // Only the time limit ends these scripts.
    const hurried = await startTestService({
      QUERN_DATA_DIR: createDataDirWithBrowser(),
      QUERN_RENDER_TIME: '1s',
    });
    expect(await scrape(hurried, '/loop')).toMatchObject({
      status: 504,
      code: 'fetch_timeout',
      charged: '0',
    });
    const { status, data } = await scrape(hurried, '/loop-after-text');
    expect(status).toBe(200);
    expect(data.markdown).toContain('A notice that the server sent.');
    await hurried.stop();
  });

  it('rejects login forms, soft 404s and bot challenges, served or rendered, without a charge', async () => {
    for (const path of ['/spa-login', '/members', '/challenge']) {
      expect(await scrape(service, path)).toMatchObject({ status: 502, code: 'blocked', charged: '0' });
    }
    for (const path of ['/spa-missing', '/missing']) {
      expect(await scrape(service, path)).toMatchObject({ status: 502, code: 'target_status', charged: '0' });
    }
    expect((await scrape(service, '/login')).status).toBe(200);
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
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(async () => {
    for (const made of renderers) await made.close();
  });

  it('waits for delayed text, but not for a network that is never idle', async () => {
    const { render } = renderer();
    expect(await render({ url: url('/late') })).toMatchObject({
      reachedIdle: true,
      html: expect.stringContaining('Late'),
    });
    expect(await render({ url: url('/never-quiet') })).toMatchObject({ reachedIdle: true });
  });

  it('returns the state of the page at its timeout', async () => {
    const timeoutMs = 100_000;
    const { render } = renderer({ timeoutMs });
    const observed = vi.spyOn(PageWorld.prototype, 'evaluate');
    const pages = ['/growing', '/stalled'].map((path) => render({ url: url(path) }));
    const hasSeen = (test: (page: PageSnapshot) => boolean) =>
      observed.mock.settledResults.some(({ value }) => isPageSnapshot(value) && test(value));
    await expect.poll(() => hasSeen(({ hasPlaceholder }) => hasPlaceholder)).toBe(true);
    await expect.poll(() => hasSeen(({ textLength }) => textLength > 500)).toBe(true);
    // clock: the time limit passes now, when the renderer has seen the text of both pages
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + timeoutMs); // clock: as above
    const [growing, stalled] = await Promise.all(pages);
    expect(growing?.html).toContain('Line 5 of the endless feed');
    expect(stalled).toMatchObject({ reachedIdle: false, showsPlaceholder: true });
  });

  it('prevents alerts, popups, downloads, permission prompts and service workers', async () => {
    const { render, stats: state } = renderer();
    const { html } = await render({ url: url('/intrusive') });
    expect(html).toContain('answer false/null');
    expect(html).toContain('popup true');
    expect(html).toMatch(/states (?:denied|none)(?:,(?:denied|none)){3}</);
    expect(site.hits).not.toContain('/worker.js');
    // Only the time limit ends it.
    await expect(renderer({ timeoutMs: 500 }).render({ url: url('/alerts') })).rejects.toMatchObject({
      code: 'hung',
    });
    expect((await state()).pagesRendered).toBe(1);
  });

  it('rejects a document that grew too large, and stops at the byte limit', async () => {
    await expect(renderer({ htmlLengthMax: 100_000 }).render({ url: url('/huge') })).rejects.toMatchObject({
      code: 'too_large',
    });
    await expect(renderer({ bytesMax: 100 }).render({ url: url('/app') })).rejects.toMatchObject({
      code: 'navigation',
    });
  });

  it('isolates the text and storage of concurrent pages', async () => {
    const { render } = renderer();
    const numbers = Array.from({ length: 12 }, (_, index) => index);
    const pages = await Promise.all(numbers.map((number) => render({ url: url(`/story/${number}`) })));
    for (const number of numbers) expect(pages[number]?.html).toContain(`<h1>Story number ${number}</h1>`);
    for (const page of await Promise.all([1, 2].map(() => render({ url: url('/cookie') })))) {
      expect(page.html).toContain('before [] stored x.');
    }
  });

  it('retries pages once in a new browser if theirs is killed', async () => {
    const { render, stats: state, reports } = renderer();
    await render({ url: url('/story/1') });
    const before = await state();
    const pages = [1, 2, 3].map((number) => render({ url: url(`/held/killed-${number}`) }));
    const countHits = () => site.hits.filter((hit) => hit.startsWith('/held/killed-')).length;
    await expect.poll(countHits).toBe(3);
    const [browserPid] = before.pids;
    process.kill(browserPid ?? 0, 'SIGKILL');
    for (const page of await Promise.all(pages)) expect(page.html).toContain('<h1>Story number 0</h1>');
    expect((await state()).launches).toBe(before.launches + 1);
    expect(reports.join()).toContain('ended unexpectedly');
  });

  it('stops only the page that uses too much memory', async () => {
    const { render, stats: state, reports } = renderer({ memoryBytesMax: 500e6 });
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

  it('replaces the browser after its maximum number of pages, and stops an idle one', async () => {
    const { render, stats: state } = renderer({ pagesPerBrowser: 2, idleTimeoutMs: 300 });
    for (const number of [1, 2, 3]) await render({ url: url(`/story/${number}`) });
    expect((await state()).launches).toBe(2);
    await expect.poll(async () => (await state()).pids).toEqual([]);
  });

  it('releases the page of a canceled request, whether waiting or running', async () => {
    const { render } = renderer({ concurrentPagesMax: 1 });
    await render({ url: url('/story/1') });
    const running = new AbortController();
    const waiting = new AbortController();
    const held = render({ url: url('/held/running'), signal: running.signal });
    const queued = render({ url: url('/story/2'), signal: waiting.signal });
    await expect.poll(() => site.hits).toContain('/held/running');
    waiting.abort();
    await expect(queued).rejects.toMatchObject({ code: 'aborted' });
    running.abort();
    await expect(held).rejects.toMatchObject({ code: 'aborted' });
    expect((await render({ url: url('/story/3') })).html).toContain('Story number 3');
  });

  it('does not pass the environment to the browser', async () => {
    process.env['QUERN_ADMIN_TOKEN_CANARY'] = 'canary-in-the-environment';
    const { render, stats: state } = renderer();
    await render({ url: url('/story/1') });
    for (const pid of (await state()).pids) {
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('canary-in-the-environment');
    }
    delete process.env['QUERN_ADMIN_TOKEN_CANARY'];
  });
});
