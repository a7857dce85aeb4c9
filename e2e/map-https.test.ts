import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { createSelfSignedCertificate } from '@quern/testing/web/self-signed-certificate';
import { linkPage, serveSite, sitemapXml, type TestSite } from '@quern/testing/web/serve-site';
import { mapSite } from '@quern/web/crawl/map/map-site';
import { createGuardedClient } from '@quern/web/fetch/guarded-client';
import { afterAll, beforeAll, expect, it } from 'vitest';

const certificate = createSelfSignedCertificate(['example.test', '*.example.test']);
const versions: string[] = [];
const sockets = new Set<Socket>();
const children = (number: number) =>
  [number * 4 + 1, number * 4 + 2, number * 4 + 3, number * 4 + 4].filter((child) => child < 200);

const secure = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
  versions.push(request.httpVersion);
  const origin = `https://www.example.test:${(secure.address() as AddressInfo).port}`;
  const number = request.url === '/' ? 0 : Number(/^\/p(\d+)$/.exec(request.url)?.[1]);
  const html = Number.isNaN(number)
    ? undefined
    : linkPage(
        'Page',
        children(number).map((child) => `/p${child}`),
      );
  const body = request.url === '/sitemap.xml' ? sitemapXml([`${origin}/p7`, `${origin}/only-there`]) : html;
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' });
  response.end(body ?? '');
});
let door: TestSite;

beforeAll(async () => {
  secure.on('secureConnection', (socket: Socket) => sockets.add(socket));
  secure.listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const { port } = secure.address() as AddressInfo;
  door = await serveSite(() => ({ status: 301, headers: { location: `https://www.example.test:${port}/` } }));
});
afterAll(async () => {
  await door.close();
  for (const socket of sockets) socket.destroy();
  secure.close();
});

it('map follows a redirect to https and uses HTTP/2 with few connections', async () => {
  const userAgent = 'Quern/0.1';
  const now = () => 0;
  const web = createGuardedClient({
    allow: ['127.0.0.1/32'],
    userAgent,
    now,
    caCertificates: [certificate.cert],
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  const input = { ignoreSitemap: false, includeSubdomains: false, limit: 5000, sitemapOnly: false };
  const result = await mapSite(
    { url: `http://example.test:${door.port}/`, enrichLinks: false, ...input },
    { ...web, now, timeBudgetMs: 60_000, robots: 'obey', userAgent },
  );
  await web.close();
  const { port } = secure.address() as AddressInfo;
  const pages = Array.from({ length: 199 }, (_, index) => `/p${index + 1}`);
  expect(result.url).toBe(`https://www.example.test:${port}/`);
  expect(new Set(result.links.map(({ url }) => url))).toEqual(
    new Set(['/', '/only-there', ...pages].map((path) => `https://www.example.test:${port}${path}`)),
  );
  expect([result.total, result.truncated]).toEqual([201, false]);
  expect(new Set(versions)).toEqual(new Set(['2.0']));
  expect(sockets.size).toBeLessThanOrEqual(2);
});
