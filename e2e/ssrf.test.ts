import {
  createTestRenderer,
  isBrowserMissing,
  locateTestChromium,
} from '@quern/testing/browser/test-browser';
import { type Canary, openCanary } from '@quern/testing/network/canary';
import { openRefusingPort } from '@quern/testing/network/refusing-port';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import {
  forbiddenUrls,
  loopbackUrlVariants,
  malformedUrls,
  navigationProbePages,
  ssrfProbePage,
} from '@quern/testing/web/ssrf-pages';
import { createGuardedClient } from '@quern/web/fetch/guarded-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * Server-side request forgery: pages on an allowed loopback port try, in every known way, to make the service
 * contact a canary that listens on all other addresses of this machine.
 */
let canary: Canary;
/** Resolves when a page has made its requests. */
let settled = Promise.resolve();
let site: TestSite;
beforeAll(async () => {
  canary = await openCanary();
  const target = `http://127.0.0.1:${canary.port}/`;
  const leaving = navigationProbePages(target);
  site = await serveSite((path) => {
    const url = new URL(path, 'http://site');
    if (url.pathname === '/redirect') {
      // Non-ASCII headers are sent as UTF-8, as misconfigured servers do.
      const location = Buffer.from(url.searchParams.get('to') ?? '').toString('latin1');
      return { status: 302, headers: { location } };
    }
    if (url.pathname === '/settled') return (_, response) => void settled.then(() => response.end());
    if (url.pathname === '/grab') return ssrfProbePage(url.searchParams.get('target') ?? target);
    if (url.pathname === '/many') return manyFetches(url.searchParams.getAll('to'));
    return leaving[path];
  });
});
afterAll(async () => {
  await site.close();
  await canary.close();
});

/** A page that requests URLs by script and lists those that responded. */
function manyFetches(addresses: readonly string[]): string {
  return `<!doctype html><title>Many</title><div id="root"></div><script>
    const answered = [];
    const ask = async (url) => { try { await fetch(url, { mode: 'no-cors' }); answered.push(url); } catch {} };
    Promise.all(${JSON.stringify(addresses)}.map(ask)).then(() => {
      document.getElementById('root').innerHTML = '<h1>Done</h1><p>' + 'All of them were requested. '.repeat(9) + '</p><ul><li>' + answered.map(encodeURI).join('<li>') + '</ul>';
    });
  </script>`;
}

describe('plain fetching', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({
      QUERN_FETCH_ALLOW: `127.0.0.1:${site.port}`,
      QUERN_CHROMIUM: 'off',
    });
  });
  afterAll(() => service.stop());

  const codeOf = async (operation: string, body: object): Promise<string> => {
    const response = await service.post(operation, body);
    const { code } = (await response.json()) as { code?: string };
    expect(response.headers.get('x-credits-used')).toBe('0');
    return `${response.status} ${code}`;
  };

  it.each([
    ['scrape', 'url'],
    ['map', 'url'],
    ['ocr', 'imageUrl'],
  ])('%s refuses this machine and private networks in every spelling', async (operation, field) => {
    for (const url of [...loopbackUrlVariants(canary.port), ...forbiddenUrls]) {
      expect(await codeOf(operation, { [field]: url }), url).toMatch(
        /^400 (?:forbidden_address|invalid_url)$/,
      );
    }
    expect(canary.contactCount()).toBe(0);
  });

  it.each([
    ['scrape', 'url'],
    ['map', 'url'],
    ['ocr', 'imageUrl'],
  ])('%s refuses other schemes, credentials and ports', async (operation, field) => {
    for (const url of malformedUrls(canary.port)) {
      if (operation === 'ocr' && url.startsWith('data:')) continue;
      expect(await codeOf(operation, { [field]: url }), url).toMatch(/^400 /);
    }
    expect(canary.contactCount()).toBe(0);
  });

  it('blocks redirects of every kind to private addresses', async () => {
    for (const way of ['301', '302', '303', '307', '308', 'chain']) {
      const url = `${site.origin}/leave/${way}`;
      expect(await codeOf('scrape', { url }), way).toBe('400 forbidden_address');
      expect(await codeOf('ocr', { imageUrl: url }), way).toBe('400 forbidden_address');
      await service.post('map', { url });
    }
    // If the target of a refresh cannot be fetched, the page itself is returned.
    for (const way of ['refresh-header', 'refresh-meta']) {
      for (const operation of ['scrape', 'map']) {
        const answer = await service.post(operation, { url: `${site.origin}/leave/${way}` });
        expect(await answer.text(), way).not.toContain('canary was contacted');
      }
    }
    for (const to of loopbackUrlVariants(canary.port)) {
      const url = `${site.origin}/redirect?to=${encodeURIComponent(to)}`;
      expect(await codeOf('scrape', { url }), to).toMatch(/^400 (?:forbidden_address|invalid_url)$/);
    }
    expect(canary.contactCount()).toBe(0);
  });

  it('checks all addresses of a host name at every connection', async () => {
    const answers: Record<string, string[][]> = {
      'inside.example': [['127.0.0.1']],
      'mixed.example': [['93.184.216.34', '127.0.0.1']],
      'mapped.example': [['::ffff:127.0.0.1']],
      'metadata.example': [['169.254.169.254']],
      'rebind.example': [['127.0.0.9'], ['127.0.0.1']],
    };
    const lookup = async (name: string) => {
      const next = (answers[name]?.length ?? 0) > 1 ? answers[name]?.shift() : answers[name]?.[0];
      return (next ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    };
    const now = () => 0;
    const { fetch } = createGuardedClient({ allow: ['127.0.0.9/32'], userAgent: 'Quern/test', now, lookup });
    // The first address is allowed. Its port must differ from the canary's, which listens on all addresses.
    const refusing = await openRefusingPort();
    await expect(fetch(`http://rebind.example:${refusing.port}/`)).rejects.toMatchObject({ code: 'connect' });
    await refusing.close();
    for (const name of Object.keys(answers)) {
      await expect(fetch(`http://${name}:${canary.port}/`), name).rejects.toMatchObject({
        code: 'forbidden_address',
      });
    }
    expect(canary.contactCount()).toBe(0);
  });
});

describe.skipIf(isBrowserMissing())('the browser', () => {
  const renderers: { close(): Promise<void> }[] = [];
  const renderer = (options: Parameters<typeof createTestRenderer>[0] = {}) => {
    const made = createTestRenderer({ allow: [`127.0.0.1:${site.port}`], ...options });
    renderers.push(made);
    return made;
  };
  afterAll(async () => {
    for (const made of renderers) await made.close();
  });

  it('blocks every kind of request of a page to this machine', async () => {
    const { render } = renderer();
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      const target = `http://${host}:${canary.port}/`;
      const page = await render({ url: `${site.origin}/grab?target=${encodeURIComponent(target)}` });
      expect(page.html).toContain('<h1>Grabbed</h1>');
      expect(page.html).not.toContain('root:');
      expect(page.blockedRequests.length).toBeGreaterThan(10);
    }
    expect(canary.contactCount()).toBe(0);
  });

  it('blocks navigation to this machine', async () => {
    const { render } = renderer();
    const ways = Object.keys(navigationProbePages(''));
    const pages = ways.map((way) => render({ url: `${site.origin}${way}` }).catch((error: Error) => error));
    for (const page of await Promise.all(pages)) {
      expect('html' in page ? page.html : page.message).not.toContain('the canary was contacted');
    }
    expect(canary.contactCount()).toBe(0);
  });

  it('blocks every address notation, scheme and port in scripts', async () => {
    const { render } = renderer();
    const addresses = [
      ...loopbackUrlVariants(canary.port),
      ...forbiddenUrls,
      ...malformedUrls(canary.port),
    ].filter((address) => !/^(?:data|blob|about):/.test(address.trim()));
    const query = addresses.map((address) => `to=${encodeURIComponent(address)}`).join('&');
    const { html } = await render({ url: `${site.origin}/many?${query}` });
    expect(html).toContain('<h1>Done</h1>');
    // The guard's own error response looks like any other to a page without CORS, so URLs may be listed.
    expect(html).not.toContain('canary was contacted');
    expect(canary.contactCount()).toBe(0);
  });

  it('blocks host names that resolve to this machine, at the first or second lookup', async () => {
    const asked = new Map<string, number>();
    const lookup = async (name: string) => {
      const times = (asked.get(name) ?? 0) + 1;
      asked.set(name, times);
      if (name === 'mixed.example') {
        return [
          { address: '93.184.216.34', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ];
      }
      return [{ address: name === 'rebind.example' && times === 1 ? '127.0.0.9' : '127.0.0.1', family: 4 }];
    };
    const { render } = renderer({ allow: [`127.0.0.1:${site.port}`, '127.0.0.9/32'], lookup });
    const names = ['inside.example', 'mixed.example', 'rebind.example'];
    const targets = names.flatMap((name) => [
      `http://${name}:${canary.port}/`,
      `https://${name}:${canary.port}/`,
    ]);
    asked.set('rebind.example', 1);
    const query = targets.map((target) => `to=${encodeURIComponent(target)}`).join('&');
    const page = await render({ url: `${site.origin}/many?${query}` });
    expect(page.html).toContain('<h1>Done</h1>');
    for (const name of names) expect(page.blockedRequests.join('\n')).toContain(name);
    expect(canary.contactCount()).toBe(0);
  });

  // Proves that the canary detects these requests if nothing blocks them.
  it('reaches the canary in these ways if it is allowed, so the checks above are effective', async () => {
    const allow = [`127.0.0.1:${site.port}`, `127.0.0.1:${canary.port}`];
    const { render } = renderer({ allow });
    const target = encodeURIComponent(`http://127.0.0.1:${canary.port}/`);
    const files = ['style.css', 'import.css', 'script.js', 'module.mjs', 'frame.html', 'form.html'];
    const requests = ['fetch', 'xhr', 'events', 'worker.js', 'worker-fetch', 'redirected.js', 'srcdoc.js'];
    const ways = [...files, ...requests].map((way) => `/${way}`);
    settled = canary.untilRequested(ways);
    await render({ url: `${site.origin}/grab?target=${target}` });
    for (const way of ways) expect(canary.hits, way).toContain(way);
    const left = await render({ url: `${site.origin}/leave/href` });
    expect(left.html).toContain('the canary was contacted');
    expect(canary.hits.join()).not.toMatch(/png|font|mp4|mp3|popup/);
  });

  it('sends datagrams by WebRTC if it is not disabled, so the check above is effective', async () => {
    const { chromium } = await import('playwright-core');
    const { executable, environment } = await locateTestChromium();
    const before = canary.contactCount();
    const browser = await chromium.launch({ executablePath: executable, env: { ...environment } });
    const page = await browser.newPage();
    await page.evaluate(`(async () => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${canary.port}' }] });
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
    })()`);
    await expect.poll(() => canary.contactCount()).toBeGreaterThan(before);
    await browser.close();
  });
});
