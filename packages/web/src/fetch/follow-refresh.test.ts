import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { fetchFollowingRefresh } from './follow-refresh.ts';
import { createGuardedClient } from './guarded-fetch.ts';
import { findMetaRefresh, parseRefresh } from './parse-refresh.ts';

const servers: Server[] = [];
const client = createGuardedClient({ allow: ['127.0.0.1/32'], userAgent: 'Quern/0.1' });
afterAll(async () => {
  await client.close();
  for (const server of servers) server.close();
});

type Answer = string | { headers?: Record<string, string>; body?: string; status?: number };

async function serve(pages: Record<string, Answer>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(`${path} ${request.headers.cookie ?? ''}`.trim());
    const page = pages[path] ?? { status: 404 };
    const { status = 200, headers = {}, body = '' } = typeof page === 'string' ? { body: page } : page;
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, asked };
}

const refresh = (content: string) => `<head><meta http-equiv="refresh" content="${content}"></head><p>from`;

describe('fetchFollowingRefresh', () => {
  it('gives the page that a refresh leads to, with cookies, and lists the way', async () => {
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
    expect(site.asked).toEqual(['/', '/two seen=1', '/three seen=1']);
  });

  it.each([
    ['to itself', refresh('0')],
    ['to itself by name', refresh('0; url=/')],
    ['late', refresh('30; url=/other')],
    ['to a page that is gone', refresh('0; url=/gone')],
    ['to no web address', refresh('0; url=javascript:alert(1)')],
    ['to a forbidden address', refresh('0; url=http://169.254.169.254/')],
    ['for visitors without scripts', `<noscript>${refresh('0; url=/other')}</noscript><p>from`],
    ['in a comment', `<!-- ${refresh('0; url=/other')} --><p>from`],
    ['in a script', `<script>"${refresh('0; url=/other')}"</script><p>from`],
  ])('stays where it is when the refresh is %s', async (_, page) => {
    const site = await serve({ '/': page, '/other': 'other' });
    const answer = await fetchFollowingRefresh(client.fetch, `${site.url}/`);
    expect(answer.url).toBe(`${site.url}/`);
    expect(Buffer.from(answer.body).toString()).toContain('<p>from');
  });

  it('ends in a circle and in a chain without end', async () => {
    const circle = await serve({ '/': refresh('0;/b'), '/b': refresh('0;/') });
    expect((await fetchFollowingRefresh(client.fetch, `${circle.url}/`)).url).toBe(`${circle.url}/b`);
    const chain = await serve(
      Object.fromEntries(Array.from({ length: 20 }, (_, step) => [`/${step}`, refresh(`0;/${step + 1}`)])),
    );
    expect((await fetchFollowingRefresh(client.fetch, `${chain.url}/0`)).redirects).toHaveLength(5);
  });

  it('throws what the first page throws, and what the caller throws at a hop', async () => {
    await expect(fetchFollowingRefresh(client.fetch, 'http://10.0.0.1/')).rejects.toMatchObject({
      code: 'forbidden_address',
    });
    const site = await serve({ '/': refresh('0;/private'), '/private': 'x' });
    const onHop = (url: string) => {
      if (url.endsWith('/private')) throw new Error('not there');
    };
    await expect(
      fetchFollowingRefresh(client.fetch, `${site.url}/`, { beforeRequest: onHop }),
    ).rejects.toThrow('not there');
    expect(site.asked).toEqual(['/']);
  });
});

describe('readRefresh', () => {
  it.each([
    ['5; url=/next', '/next', 5],
    ['0;URL="/a b"', '/a b', 0],
    ["0, url='/a'", '/a', 0],
    ['1.5;/next', '/next', 1],
    ['.5 ; url = /x', '/x', 0],
    ['30', '', 30],
    ['0;url=', '', 0],
  ])('%s', (content, target, delaySeconds) => {
    expect(parseRefresh(content)).toEqual({ target, delaySeconds });
  });

  it('gives nothing for what is no refresh, and takes no time over hostile text', () => {
    expect(parseRefresh('url=/x')).toBeUndefined();
    expect(parseRefresh('')).toBeUndefined();
    const started = process.cpuUsage();
    for (const piece of [
      '1',
      ' ',
      '.',
      '1 ;',
      '<meta http-equiv ',
      '<noscript>',
      '<!--',
      '<meta content="',
    ]) {
      parseRefresh(piece.repeat(300_000));
      findMetaRefresh(`<meta http-equiv>${piece.repeat(300_000)}`);
    }
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
  });
});
