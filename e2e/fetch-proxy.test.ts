import { createDataDirWithBrowser, isBrowserMissing } from '@quern/testing/browser/test-browser';
import {
  proxyCredentials,
  startHttpProxy,
  startSocksProxy,
  type TestProxy,
} from '@quern/testing/network/proxy-servers';
import { startTestService } from '@quern/testing/service/start-test-service';
import { sampleProse } from '@quern/testing/web/script-pages';
import { serveSite } from '@quern/testing/web/serve-site';
import { expect, it } from 'vitest';

const { username, password } = proxyCredentials;
const page = `<title>Mill</title><main><h1>The mill</h1><p>${sampleProse.repeat(4)}</p></main>`;
const app = `<div id="root"></div><script>root.innerHTML = ${JSON.stringify(page)}</script>`;

it.each([
  ['http', startHttpProxy],
  ['socks5', startSocksProxy],
])('scrapes through a proxy (%s), with the same address rules', async (protocol, start) => {
  const site = await serveSite({ '/page': page, '/app': app });
  const proxy: TestProxy = await start();
  const credentials = `${username}:${encodeURIComponent(password)}`;
  const service = await startTestService({
    QUERN_FETCH_PROXY: `${protocol}://${credentials}@127.0.0.1:${proxy.port}`,
    QUERN_FETCH_ALLOW: '127.0.0.1/32',
    QUERN_ROBOTS: 'ignore',
    ...(isBrowserMissing() ? {} : { QUERN_DATA_DIR: createDataDirWithBrowser() }),
  });
  try {
    const paths = isBrowserMissing() ? ['/page'] : ['/page', '/app'];
    for (const [index, path] of paths.entries()) {
      const before = proxy.targets.length;
      const response = await service.post('scrape', { url: `http://localhost:${site.port}${path}` });
      expect(response.status).toBe(200);
      // The browser opens its own connections; plain fetching may reuse one.
      if (index === 0 || path === '/app') expect(proxy.targets.length).toBeGreaterThan(before);
    }
    expect(new Set(proxy.targets)).toEqual(new Set([`127.0.0.1:${site.port}`]));
    const count = proxy.targets.length;
    for (const url of ['http://127.0.0.2/', 'http://169.254.169.254/', 'http://[::1]/']) {
      expect((await service.post('scrape', { url })).status).toBe(400);
    }
    expect(proxy.targets).toHaveLength(count);
  } finally {
    await service.stop();
    await proxy.close();
    await site.close();
  }
  expect(service.logLines.join('\n')).not.toContain(username);
});

it('reports a proxy that refuses, without its address and credentials', async () => {
  const proxy = await startHttpProxy();
  const service = await startTestService({
    QUERN_FETCH_PROXY: `http://someone:wrong-secret@127.0.0.1:${proxy.port}`,
    QUERN_ROBOTS: 'ignore',
  });
  try {
    const response = await service.post('scrape', { url: 'http://127.0.0.1:65000/' });
    const text = await response.text();
    expect(response.status).toBe(502);
    expect(text).toContain('407');
    expect(text + service.logLines.join('\n')).not.toMatch(new RegExp(`wrong-secret|${proxy.port}`));
  } finally {
    await service.stop();
    await proxy.close();
  }
});
