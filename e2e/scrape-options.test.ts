import {
  createDataDirWithBrowser,
  isBrowserMissing,
  locateTestChromium,
} from '@quern/testing/browser/test-browser';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { sampleProse } from '@quern/testing/web/script-pages';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { launchChromium } from '@quern/web/render/browser/launch-chromium';
import { keyNames } from '@quern/web/render/key-names';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const page = `<!doctype html><title>Mill</title><nav><a href="/home">Home</a></nav>
  <main><h1>The mill</h1><p class="lead">${sampleProse.repeat(4)}</p><p class="note">A note.</p>
  <table><tr><td>Wheel</td><td>1794</td></tr><tr><td>Roof</td><td>1810</td></tr></table></main><footer>Imprint</footer>`;

/** Headers of the requests to each site, by path. */
type Received = Map<string, Record<string, string | string[] | undefined>>;

const serveEcho = async (received: Received, pages: Readonly<Record<string, string>> = {}) =>
  serveSite((path) => (request, response) => {
    received.set(path, request.headers);
    const location = /^\/to\?(.+)/.exec(path)?.[1];
    if (location !== undefined) response.writeHead(302, { location: decodeURIComponent(location) }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(pages[path] ?? page);
  });

let other: TestSite;
let site: TestSite;
let service: TestService;
const ownHeaders: Received = new Map();
const otherHeaders: Received = new Map();

beforeAll(async () => {
  other = await serveEcho(otherHeaders);
  site = await serveEcho(ownHeaders, {
    '/script': `<div id="root"></div><script>
      Promise.all([fetch('/own'), fetch('${other.origin}/foreign', { mode: 'no-cors', credentials: 'include' }).catch(() => 0), fetch('/to?' + encodeURIComponent('${other.origin}/redirected'), { mode: 'no-cors', credentials: 'include' }).catch(() => 0)])
        .then(() => { document.getElementById('root').innerHTML = '<main><h1>Done</h1><p>${sampleProse.repeat(3)}</p></main>'; });</script>`,
    '/feed': `<?xml version="1.0"?><rss><channel><title>News</title><item><title>The *mill*</title>
      <link>/mill</link><description><![CDATA[<p>It turns <a href="/slowly">slowly</a></p>]]></description></item></channel></rss>`,
    '/consent': `<main><h1>The miller</h1><p>${sampleProse.repeat(3)}</p><p id="state"></p></main>
      <div id="banner" style="position: fixed; bottom: 0">We use cookies. <button id="accept">Accept</button></div>
      <div id="usercentrics-root" style="position: fixed; top: 0"><button id="open-shadow">Accept</button></div>
      <script>
        const shadow = document.getElementById('usercentrics-root').attachShadow({ mode: 'open' });
        shadow.innerHTML = '<slot></slot><button class="in-shadow">Accept</button>';
        const accepts = (button, name) => { button.onclick = () => { state.textContent = 'Accepted by ' + name; }; };
        accepts(accept, '#accept');
        accepts(document.getElementById('open-shadow'), '#open-shadow');
        accepts(shadow.querySelector('button'), '.in-shadow');
      </script>`,
    '/form': `<main><h1>Search</h1><p>${sampleProse.repeat(3)}</p><input id="q"><button id="go">Go</button><ul id="found"></ul>
      <button id="hidden" style="display: none">Hidden</button><div style="position: relative"><button id="below">Below</button>
      <div style="position: absolute; inset: 0; background: white"></div></div></main>
      <script>const show = () => fetch('/results').then(() => { found.innerHTML += '<li>Result for ' + q.value + '</li>'; });
      go.onclick = show; q.onkeydown = (event) => { if (event.key === 'Enter') show(); };</script>`,
  });
  const settings = isBrowserMissing() ? {} : { QUERN_DATA_DIR: createDataDirWithBrowser() };
  service = await startTestService({ QUERN_ROBOTS: 'ignore', ...settings });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
  await other?.close();
});

interface Explanation {
  readonly blockCount: number;
  readonly truncated: boolean;
  readonly blocks: readonly { text: string; path: string; kept: boolean; reasons: readonly object[] }[];
}

interface Answer {
  readonly status: number;
  readonly error: string;
  readonly code?: string;
  readonly charged: string | null;
  readonly data: Record<string, unknown> & {
    readonly markdown: string;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly links: readonly { url: string }[];
    readonly chunks: readonly { startIndex: number; endIndex: number; headings: string[] }[];
  };
}

async function scrape(path: string, options: object = {}, to = service): Promise<Answer> {
  const response = await to.post('scrape', { url: `${site.origin}${path}`, ...options });
  const body = (await response.json()) as { data: Answer['data']; error: string; code?: string };
  return { status: response.status, charged: response.headers.get('x-credits-used'), ...body };
}

describe('content options of scrape', () => {
  it('adds nothing to the result of a request without options', async () => {
    const { data } = await scrape('/page');
    expect(Object.keys(data).sort()).toEqual(['links', 'markdown', 'metadata', 'scrape_id', 'usage']);
  });

  it('returns the requested formats; default fields that are left out are empty', async () => {
    const { data } = await scrape('/page', { formats: ['text', 'chunks'] });
    expect(data).toMatchObject({ markdown: '', links: [], metadata: { title: 'Mill', html: '' } });
    expect(data['text']).toContain('Wheel | 1794');
    expect(data['text']).not.toContain('#');
    const { data: whole } = await scrape('/page', { formats: ['markdown', 'chunks'], includeTags: ['main'] });
    const [chunk] = whole.chunks;
    expect(chunk?.headings).toEqual(['The mill']);
    expect(whole.markdown.slice(chunk?.startIndex, chunk?.endIndex)).toContain('# The mill');
  });

  it('returns a feed as plain text', async () => {
    const feed = await scrape('/feed', { formats: ['text'] });
    expect(feed.data['text']).toBe('News\n\nThe *mill*\n\nIt turns slowly');
  });

  it('converts the whole page, or the selected elements', async () => {
    const whole = await scrape('/page', { onlyMainContent: false });
    expect(whole.data.markdown).toMatch(/Home[\s\S]*The mill[\s\S]*Imprint/);
    const selected = await scrape('/page', { includeTags: ['main'], excludeTags: ['.lead', 'table'] });
    expect(selected.data.markdown.trim()).toBe('# The mill\n\nA note.');
  });

  it('explains what was kept and removed, for the price of any other request', async () => {
    const { data, charged } = await scrape('/page', { explain: true });
    expect(charged).toBe('1');
    const explanation = data['explanation'] as Explanation;
    expect(explanation).toMatchObject({ truncated: false, blockCount: explanation.blocks.length });
    const [menu] = explanation.blocks;
    expect(menu).toMatchObject({ text: 'Home', kept: false, path: 'body > nav' });
    expect(menu?.reasons).toContainEqual({ cause: 'area', detail: 'nav', effect: expect.any(Number) });
    expect(explanation.blocks.find(({ text }) => sampleProse.startsWith(text.slice(0, 20)))?.kept).toBe(true);
  });

  it.each([
    ['/page', { onlyMainContent: false }],
    ['/page', { includeTags: ['main'] }],
    ['/feed', {}],
  ])('explains nothing of %s with %j, since nothing is removed', async (path, options) => {
    const { status, data } = await scrape(path, { ...options, explain: true });
    expect(status).toBe(200);
    expect(data).not.toHaveProperty('explanation');
  });

  it('explains the pages of batches and crawls', async () => {
    const submit = async (path: string, body: object): Promise<string> => {
      const response = await service.post(path, body);
      expect(response.status).toBe(202);
      return ((await response.json()) as { data: { id: string } }).data.id;
    };
    const batch = await submit('batches', {
      operation: 'scrape',
      requests: [{ input: { url: `${site.origin}/page`, explain: true } }],
    });
    const crawl = await submit('crawl', {
      url: `${site.origin}/page`,
      limit: 1,
      ignoreSitemap: true,
      scrape: { explain: true },
    });
    for (const path of [`batches/${batch}`, `crawl/${crawl}`]) {
      const headers = { authorization: `Bearer ${testApiKey}` };
      const response = await fetch(`${service.url}/v0/${path}/results?follow=true`, { headers });
      const line = await response.text();
      const { data } = JSON.parse(line) as { data?: { explanation?: Explanation } };
      expect(data?.explanation?.blocks[0]).toMatchObject({ text: 'Home', kept: false });
    }
  });

  it.each([
    [{ includeTags: ['.missing'] }, 'includeTags: matches no element of '],
    [{ excludeTags: ['body'] }, 'excludeTags: removes all content of '],
  ])(
    'returns nothing_selected without a charge for %j, which leave nothing of the page',
    async (options, problem) => {
      const modes = isBrowserMissing() ? [{ render: 'never' }] : [{ render: 'never' }, { render: 'always' }];
      for (const mode of modes) {
        const { status, code, error, charged } = await scrape('/page', { ...options, ...mode });
        expect({ status, code, charged }).toEqual({ status: 400, code: 'nothing_selected', charged: '0' });
        expect(error).toBe(`${problem}${site.origin}/page`);
      }
    },
  );

  it.each([
    [{ includeTags: ['p['] }, 'includeTags.0'],
    [{ excludeTags: ['p:has(a)'] }, 'excludeTags.0'],
    [{ formats: ['pdf'] }, 'formats.0'],
    [{ formats: [] }, 'formats'],
    [{ formats: 'markdown' }, 'formats'],
    [{ headers: { Host: 'x' } }, 'headers.Host'],
    [{ headers: { 'transfer-encoding': 'chunked' } }, 'headers.transfer-encoding'],
    [{ headers: { 'Proxy-Authorization': 'x' } }, 'headers.Proxy-Authorization'],
    [{ headers: { Cookie: 'a=b' } }, 'headers.Cookie'],
    [{ headers: { 'x-a': 'a\r\nb: c' } }, 'headers.x-a'],
    [{ headers: { 'x-a': '1', 'X-A': '2' } }, 'headers.X-A'],
    [{ cookies: { a: 'b; c=d' } }, 'cookies.a'],
    [{ actions: [{ type: 'dance' }] }, 'actions.0'],
    [{ actions: [{ type: 'click' }] }, 'actions.0'],
    [{ actions: [{ type: 'press', key: 'Return' }] }, 'actions.0.key'],
    [{ actions: [{ type: 'press', key: 'Control+\u00e4' }] }, 'actions.0.key'],
    [{ actions: [{ type: 'wait' }], render: 'never' }, 'actions'],
    [{ formats: ['screenshot'], render: 'never' }, 'formats'],
    [{ waitFor: '#a', render: 'never' }, 'waitFor'],
    [{ waitFor: '#' }, 'waitFor'],
    [{ waitFor: -1 }, 'waitFor'],
    [{ timeout: 10 }, 'timeout'],
    [{ waitFor: 60_000, actions: [{ type: 'wait', milliseconds: 60_000 }] }, 'timeout'],
    [{ waitFor: 2000, timeout: 2000 }, 'timeout'],
    [{ cookies: { '__Host-a': '1' } }, 'cookies.__Host-a'],
    [{ render: 'sometimes' }, 'render'],
    [{ maxAge: -1 }, 'maxAge'],
  ])('rejects %j with a message that names the field', async (options, field) => {
    const { status, error, charged } = await scrape('/page', options);
    expect(status).toBe(400);
    expect(error).toContain(`${field}: `);
    expect(charged).toBe('0');
  });
});

describe('headers and cookies of scrape', () => {
  const credentials = { headers: { 'X-Secret': 'secret-1' }, cookies: { session: 'secret-2' } };

  it('are sent to the origin of the page, and not to another one after a redirect', async () => {
    await scrape('/plain', credentials);
    expect(ownHeaders.get('/plain')).toMatchObject({ 'x-secret': 'secret-1', cookie: 'session=secret-2' });
    const path = `/to?${encodeURIComponent(`${other.origin}/plain-target`)}`;
    expect((await scrape(path, credentials)).status).toBe(200);
    expect(ownHeaders.get(path)).toMatchObject({ 'x-secret': 'secret-1' });
    expect(JSON.stringify(otherHeaders.get('/plain-target'))).not.toContain('secret');
  });

  it.skipIf(isBrowserMissing())('are sent by the browser to this origin only', async () => {
    const { status, error, data } = await scrape('/script', credentials);
    expect(status, error).toBe(200);
    expect(data.markdown).toContain(sampleProse.trim());
    expect(ownHeaders.get('/own')).toMatchObject({ 'x-secret': 'secret-1', cookie: 'session=secret-2' });
    for (const headers of otherHeaders.values()) expect(JSON.stringify(headers)).not.toContain('secret');
  });

  it('are not logged, and can be disabled', async () => {
    await scrape('/plain', credentials);
    expect(service.logLines.join('\n')).not.toContain('secret-');
    const strict = await startTestService({ QUERN_SCRAPE_HEADERS: 'forbid', QUERN_SCRAPE_ACTIONS: 'forbid' });
    try {
      for (const options of [
        { headers: {} },
        { cookies: {} },
        { actions: [{ type: 'wait', milliseconds: 1 }] },
      ]) {
        const { status, error } = await scrape('/plain', options, strict);
        expect(status).toBe(400);
        expect(error).toContain('operator');
      }
    } finally {
      await strict.stop();
    }
  });
});

describe.skipIf(isBrowserMissing())('browser options of scrape', () => {
  it.concurrent('runs actions in their order', async () => {
    const { status, data } = await scrape('/form', {
      actions: [
        { type: 'type', selector: '#q', text: 'grain' },
        { type: 'press', key: 'Enter' },
        { type: 'click', selector: '#go' },
        { type: 'wait', selector: '#found li + li' },
        { type: 'screenshot' },
      ],
      formats: ['markdown', 'screenshot'],
      includeTags: ['#found'],
    });
    expect(status).toBe(200);
    expect(data.markdown.match(/Result for grain/g)).toHaveLength(2);
    const { screenshots } = data['actions'] as { screenshots: string[] };
    for (const image of [data['screenshot'], ...screenshots]) {
      expect(Buffer.from(String(image), 'base64').subarray(1, 4).toString()).toBe('PNG');
    }
  });

  // Far from the time limit of 60 s, at which the error would be another one.
  it.concurrent.each([
    [{ type: 'click', selector: '#missing' }, 'no element matches'],
    [{ type: 'type', selector: '#missing', text: 'a' }, 'no element matches'],
    [{ type: 'scroll', selector: '#missing' }, 'no element matches'],
    [{ type: 'click', selector: '#hidden' }, 'the element is not visible'],
    [{ type: 'click', selector: '#below' }, 'the element is covered by another one'],
  ])('reports the action %j that does not fit the page, without a charge', async (action, problem) => {
    const { status, code, error, charged } = await scrape('/form', { actions: [action], timeout: 60_000 });
    expect({ status, code, charged }).toEqual({ status: 400, code: 'action_failed', charged: '0' });
    expect(error).toContain(`actions.0 (${action.type} ${action.selector}) failed: ${problem}`);
  });

  it.concurrent('reports an element that was waited for to the time limit', async () => {
    for (const [options, field] of [
      [{ waitFor: '#missing' }, 'waitFor (#missing)'],
      [{ actions: [{ type: 'wait', selector: '#missing' }] }, 'actions.0 (wait #missing)'],
    ] as const) {
      const { status, code, error } = await scrape('/form', { ...options, timeout: 10_000 });
      expect({ status, code }).toEqual({ status: 400, code: 'action_failed' });
      expect(error).toContain(field);
    }
  });

  it.concurrent('leaves the consent banner to an action that clicks on it, and removes it otherwise', async () => {
    const plain = await scrape('/consent', { render: 'always' });
    expect(plain.data.markdown).toContain('The miller');
    expect(plain.data.metadata.html).not.toContain('We use cookies');
    for (const selector of ['#accept', '#open-shadow', '.in-shadow']) {
      const { status, error, data } = await scrape('/consent', { actions: [{ type: 'click', selector }] });
      expect({ status, error }).toEqual({ status: 200, error: undefined });
      expect(data.markdown).toContain(`Accepted by ${selector}`);
    }
  });

  it.each([
    [{ waitFor: 'p:unknown' }, 'waitFor'],
    [{ actions: [{ type: 'wait', selector: '[a!=b]' }] }, 'actions.0.selector'],
    [
      {
        actions: [
          { type: 'wait', milliseconds: 1 },
          { type: 'click', selector: '#1a' },
        ],
      },
      'actions.1.selector',
    ],
    [{ actions: [{ type: 'type', selector: 'p::before', text: 'a' }] }, 'actions.0.selector'],
    [{ actions: [{ type: 'scroll', selector: 'p:eq(1)' }] }, 'actions.0.selector'],
  ])('rejects %j, which only the browser finds invalid, and names the field', async (options, field) => {
    const { status, error, charged } = await scrape('/form', options);
    expect({ status, error, charged }).toEqual({
      status: 400,
      error: `${field}: the browser does not support this CSS selector`,
      charged: '0',
    });
  });

  it('accepts the names of keys that the browser knows', async () => {
    const browser = await launchChromium(await locateTestChromium(), () => undefined);
    try {
      const page = await (await browser.newContext()).newPage();
      for (const key of keyNames) await page.keyboard.press(key);
      await expect(page.keyboard.press('Return')).rejects.toThrow('Unknown key');
    } finally {
      await browser.close();
    }
  });

  it('renders as a phone, always or never, as requested', async () => {
    await scrape('/phone', { mobile: true, render: 'always' });
    expect(ownHeaders.get('/phone')?.['user-agent']).toContain('Mobile');
    expect((await scrape('/page', { render: 'always' })).data.metadata['rendered']).toBe(true);
    expect(await scrape('/script', { render: 'never' })).toMatchObject({ status: 502, charged: '0' });
  });
});
