import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { createCookieJar } from './cookie-jar.ts';
import { fetchFollowingRefresh } from './follow-refresh.ts';
import { createGuardedClient } from './guarded-fetch.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const url = new URL('https://shop.example.com/cart/view');

function headerAfter(lines: readonly string[], later = 0, asked = url): string {
  const jar = createCookieJar();
  jar.store(url, lines, now);
  return jar.cookieHeader(asked, now + later);
}

describe('createCookieJar', () => {
  it.each([
    ['in the past deletes a cookie', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'b=2'],
    ['one second ago deletes a cookie', 'a=; Expires=Sun, 22 Nov 2026 11:59:59 GMT', 'b=2'],
    ['in the future keeps it', 'a=3; Expires=Sun, 22 Nov 2026 12:00:01 GMT', 'a=3; b=2'],
    [
      'behind a positive Max-Age is ignored',
      'a=3; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      'a=3; b=2',
    ],
    ['that is no date is ignored', 'a=3; Expires=soon', 'a=3; b=2'],
  ])('an Expires %s', (_, line, header) => {
    expect(headerAfter(['a=1', 'b=2', line])).toBe(header);
  });

  it('does not send a cookie after its Max-Age', () => {
    const lines = ['a=1; Max-Age=5', 'b=2'];
    expect([headerAfter(lines, 4000), headerAfter(lines, 5000)]).toEqual(['a=1; b=2', 'b=2']);
  });

  it('keeps at most 50 cookies of a domain and 150 in total', () => {
    const jar = createCookieJar();
    const count = (host: string) => {
      const site = new URL(`https://${host}/`);
      const lines = Array.from({ length: 200 }, (_, index) => `${host[0]}${index}=1`);
      jar.store(site, lines, now);
      const header = jar.cookieHeader(site, now);
      return header === '' ? 0 : header.split('; ').length;
    };
    expect(['a.example', 'b.example', 'c.example', 'd.example'].map(count)).toEqual([50, 50, 50, 0]);
  });

  it('ignores cookies over 4,096 bytes, and sends at most 8,192 characters', () => {
    expect(headerAfter([`a=${'x'.repeat(4096)}`])).toBe('');
    const large = Array.from({ length: 20 }, (_, index) => `c${index}=${'x'.repeat(4000)}`);
    const header = headerAfter(large);
    expect(header.length).toBeLessThanOrEqual(8192);
    expect(header.split('; ')).toHaveLength(2);
  });
});

describe('a scrape', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  it('does not send a cookie on that the site has deleted, by the clock handed to the client', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.cookie);
      const cookies = request.url === '/' ? ['a=1', 'b=2'] : ['a=; Expires=Sun, 22 Nov 2026 11:00:00 GMT'];
      const refresh = request.url === '/' ? '0; url=/two' : '0; url=/three';
      response.writeHead(200, {
        'content-type': 'text/html',
        'set-cookie': cookies,
        ...(request.url === '/three' ? {} : { refresh }),
      });
      response.end('x');
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const client = createGuardedClient({ allow: ['127.0.0.1/32'], userAgent: 'Quern/0.1', now: () => now });
    await fetchFollowingRefresh(client.fetch, `http://127.0.0.1:${port}/`);
    await client.close();
    expect(seen).toEqual([undefined, 'a=1; b=2', 'b=2']);
  });
});
