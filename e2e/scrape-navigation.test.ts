import { createDataDirWithBrowser, isBrowserMissing } from '@quern/testing/browser/test-browser';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { sampleProse } from '@quern/testing/web/script-pages';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const article = `<main><h1>The mill</h1><p>${sampleProse.repeat(3)}</p></main>`;
const pages: Readonly<Record<string, string>> = {
  '/script': `<script>location.href = '/gone';</script>`,
  '/link': `${article}<a id="next" href="/gone">Next</a>`,
  // A synchronous request blocks the page as an endless loop does, but takes no CPU time from the other pages.
  '/hang': `${article}<script>
    onkeydown = () => { const request = new XMLHttpRequest(); request.open('GET', '/never', false); request.send(); };</script>`,
  '/pending': `${article}<p id="there">Here</p><script>fetch('/never');</script>`,
  '/tall': `${article}<div style="height: 14000px; width: 4000px"></div>
    <script>Object.defineProperty(document.documentElement, 'scrollHeight', { get: () => 100 });</script>`,
};

let site: TestSite;
let service: TestService;

beforeAll(async () => {
  site = await serveSite((path) => (_, response) => {
    if (path === '/never') return;
    const isGone = path === '/gone';
    response.writeHead(isGone ? 404 : 200, { 'content-type': 'text/html' }).end(pages[path] ?? article);
  });
  const settings = isBrowserMissing() ? {} : { QUERN_DATA_DIR: createDataDirWithBrowser() };
  service = await startTestService({ QUERN_ROBOTS: 'ignore', ...settings });
  // Starts the browser, which must not take the time of a page.
  if (!isBrowserMissing()) await scrape('/', { render: 'always' });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

async function scrape(path: string, options: object = {}) {
  const response = await service.post('scrape', { url: `${site.origin}${path}`, ...options });
  const body = (await response.json()) as {
    readonly code?: string;
    readonly data?: { readonly markdown: string; readonly actions?: { readonly screenshots: string[] } };
  };
  return { status: response.status, charged: response.headers.get('x-credits-used') ?? '0', ...body };
}

/** Width and height of a PNG in pixels, which its first chunk states (https://www.w3.org/TR/png-3/#11IHDR). */
function sizeOf(png: string): readonly number[] {
  const bytes = Buffer.from(png, 'base64');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

// The pages of two tests only end by a time limit.
describe.skipIf(isBrowserMissing())('scrape in the browser (needs Chromium)', { concurrent: true }, () => {
  it('charges nothing for an error page that a script or an action opens', async () => {
    const byScript = await scrape('/script');
    expect([byScript.status, byScript.code, byScript.charged]).toEqual([502, 'target_status', '0']);
    const byAction = await scrape('/link', { actions: [{ type: 'click', selector: '#next' }] });
    expect([byAction.status, byAction.code, byAction.charged]).toEqual([502, 'target_status', '0']);
  });

  it('ends an action at the time limit on a page that hangs', async () => {
    const { status, charged } = await scrape('/hang', {
      timeout: 10_000,
      actions: [{ type: 'press', key: 'a' }],
    });
    expect([status, charged]).toEqual([504, '0']);
  });

  it('finds an element of a page whose requests never end', async () => {
    const { status, data, ...rest } = await scrape('/pending', { timeout: 90_000, waitFor: '#there' });
    expect(status, JSON.stringify(rest)).toBe(200);
    expect(data?.markdown).toContain('# The mill');
  });

  it('limits a screenshot, whatever size the page states', async () => {
    const { data } = await scrape('/tall', { actions: [{ type: 'screenshot', fullPage: true }] });
    const [width = 0, height = 0] = sizeOf(data?.actions?.screenshots[0] ?? '');
    expect(width).toBeLessThanOrEqual(1280);
    expect(height).toBe(10_000);
  });
});
