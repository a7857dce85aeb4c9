import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { fetchFollowingRefresh } from './follow-refresh.ts';
import { createGuardedClient } from './guarded-client.ts';

const servers: Server[] = [];
const now = Date.parse('2026-11-22T12:00:00Z');
const client = createGuardedClient({ allow: ['127.0.0.1/32'], userAgent: 'Quern/0.1', now: () => now });
afterAll(async () => {
  await client.close();
  for (const server of servers) server.close();
});

type TestResponse = string | { headers?: Record<string, string | string[]>; body?: string; status?: number };

async function serve(pages: Record<string, TestResponse>) {
  /** Path and cookies of each request. */
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(`${path} ${request.headers.cookie ?? ''}`.trim());
    const page = pages[path] ?? { status: 404 };
    const { status = 200, headers = {}, body = '' } = typeof page === 'string' ? { body: page } : page;
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, requests };
}

/** A page with a meta refresh. */
const refresh = (content: string) => `<head><meta http-equiv="refresh" content="${content}"></head><p>from`;

describe('fetchFollowingRefresh', () => {
  it('returns the page that refreshes lead to, sends cookies, and lists the redirects', async () => {
    const site = await serve({
      '/': { headers: { 'set-cookie': 'seen=1' }, body: refresh("0; url='/two'") },
      '/two': { headers: { refresh: '1; url=three' }, body: 'two' },
      '/three': '<p>three',
    });
    const page = await fetchFollowingRefresh(client.fetch, `${site.url}/`);
    expect(Buffer.from(page.body).toString()).toBe('<p>three');
    expect(page).toMatchObject({
      url: `${site.url}/three`,
      requestedUrl: `${site.url}/`,
      redirects: [`${site.url}/`, `${site.url}/two`],
    });
    expect(site.requests).toEqual(['/', '/two seen=1', '/three seen=1']);
  });

  it.each([
    ['to itself', refresh('0')],
    ['to its own URL', refresh('0; url=/')],
    ['delayed by more than five seconds', refresh('30; url=/other')],
    ['to a page that is gone', refresh('0; url=/gone')],
    ['not to a web address', refresh('0; url=javascript:alert(1)')],
    ['to a forbidden address', refresh('0; url=http://169.254.169.254/')],
    ['inside noscript', `<noscript>${refresh('0; url=/other')}</noscript><p>from`],
    ['inside a comment', `<!-- ${refresh('0; url=/other')} --><p>from`],
    ['inside a script', `<script>"${refresh('0; url=/other')}"</script><p>from`],
  ])('returns the first page when the refresh is %s', async (_, start) => {
    const site = await serve({ '/': start, '/other': 'other' });
    const page = await fetchFollowingRefresh(client.fetch, `${site.url}/`);
    expect(page.url).toBe(`${site.url}/`);
    expect(Buffer.from(page.body).toString()).toContain('<p>from');
  });

  it('stops at a loop, and after five refreshes', async () => {
    const loop = await serve({ '/': refresh('0;/b'), '/b': refresh('0;/') });
    expect((await fetchFollowingRefresh(client.fetch, `${loop.url}/`)).url).toBe(`${loop.url}/b`);
    const chain = await serve(
      Object.fromEntries(Array.from({ length: 20 }, (_, step) => [`/${step}`, refresh(`0;/${step + 1}`)])),
    );
    expect((await fetchFollowingRefresh(client.fetch, `${chain.url}/0`)).redirects).toHaveLength(5);
  });

  it('throws the error of the first page, and the error of beforeRequest', async () => {
    await expect(fetchFollowingRefresh(client.fetch, 'http://10.0.0.1/')).rejects.toMatchObject({
      code: 'forbidden_address',
    });
    const site = await serve({ '/': refresh('0;/private'), '/private': 'x' });
    const beforeRequest = (url: string) => {
      if (url.endsWith('/private')) throw new Error('not there');
    };
    await expect(fetchFollowingRefresh(client.fetch, `${site.url}/`, { beforeRequest })).rejects.toThrow(
      'not there',
    );
    expect(site.requests).toEqual(['/']);
  });

  it('does not send a cookie that expired by the clock of the client', async () => {
    const expired = 'a=; Expires=Sun, 22 Nov 2026 11:00:00 GMT';
    const site = await serve({
      '/': { headers: { 'set-cookie': ['a=1', 'b=2'], refresh: '0; url=/two' } },
      '/two': { headers: { 'set-cookie': expired, refresh: '0; url=/three' } },
      '/three': 'three',
    });
    await fetchFollowingRefresh(client.fetch, `${site.url}/`);
    expect(site.requests).toEqual(['/', '/two a=1; b=2', '/three b=2']);
  });
});
