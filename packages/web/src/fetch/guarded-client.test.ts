import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { FetchError } from './fetch-error.ts';
import { codeOf } from './fixtures/code-of.ts';
import { createFetch, serve, userAgent } from './fixtures/http-server.ts';

describe('redirects', () => {
  it('are followed with the cookies they set, and listed', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/a')
        response.writeHead(302, { location: 'b', 'set-cookie': 'session=1; Path=/' }).end();
      else response.end(request.headers.cookie ?? 'no cookie');
    });
    const fetch = createFetch();
    const resource = await fetch(`${server.url}/a#top`);
    expect(resource).toMatchObject({
      url: `${server.url}/b`,
      requestedUrl: `${server.url}/a`,
      redirects: [`${server.url}/a`],
    });
    expect(Buffer.from(resource.body).toString()).toBe('session=1');
    expect(Buffer.from((await fetch(`${server.url}/c`)).body).toString()).toBe('no cookie');
  });

  it('to the same URL after setting a cookie are not a loop', async () => {
    const server = await serve((request, response) => {
      if (request.headers.cookie) response.end('in');
      else response.writeHead(302, { location: '/', 'set-cookie': 'seen=1' }).end();
    });
    expect((await createFetch()(server.url)).status).toBe(200);
  });

  it('fail with too_many_redirects in a loop and above the limit', async () => {
    const loop = await serve((request, response) =>
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end(),
    );
    const endless = await serve((request, response) =>
      response.writeHead(302, { location: `${request.url}x` }).end(),
    );
    expect(await codeOf(createFetch()(loop.url))).toBe('too_many_redirects');
    expect(await codeOf(createFetch()(endless.url))).toBe('too_many_redirects');
    expect(endless.hits).toHaveLength(11);
  });

  it('do not send headers and cookies of the request to another origin', async () => {
    const other = await serve((request, response) => response.end(JSON.stringify(request.headers)));
    const first = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/next', 'set-cookie': 'b=2' }).end();
      else if (request.headers['x-trace'] !== 'secret' || request.headers.cookie !== 'a=1; b=2')
        response.writeHead(400).end(JSON.stringify(request.headers));
      else response.writeHead(302, { location: other.url }).end();
    });
    const resource = await createFetch()(first.url, {
      headers: { 'x-trace': 'secret', authorization: 'Bearer secret' },
      requestCookies: { a: '1', b: 'replaced by the server' },
    });
    expect(resource.url).toBe(`${other.url}/`);
    expect(Buffer.from(resource.body).toString()).not.toMatch(/secret|"cookie":"a=1/);
  });

  it('call beforeRequest first, whose error ends the fetch', async () => {
    const server = await serve((_, response) => response.writeHead(302, { location: '/next' }).end());
    const beforeRequest = (url: string) => {
      if (url.endsWith('/next')) throw new FetchError('aborted', url, 'not this one');
    };
    expect(await codeOf(createFetch()(server.url, { beforeRequest }))).toBe('aborted');
    expect(server.hits).toEqual(['/']);
  });
});

describe('a fetch', () => {
  it('fails with timeout when the total limit passes, even if bytes keep arriving', async () => {
    const server = await serve((_, response) => {
      // clock: the response never ends, so only the limit can end the fetch.
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await codeOf(createFetch()(server.url, { timeoutMs: 300 }))).toBe('timeout');
  });

  it('fails with timeout when the server does not respond', async () => {
    const server = await serve(() => undefined);
    expect(await codeOf(createFetch()(server.url, { timeoutMs: 400 }))).toBe('timeout');
  });

  it('fails with aborted when the caller aborts, before or during the request', async () => {
    const controller = new AbortController();
    const server = await serve(() => controller.abort());
    expect(await codeOf(createFetch()(server.url, { signal: AbortSignal.abort() }))).toBe('aborted');
    expect(server.hits).toEqual([]);
    expect(await codeOf(createFetch()(server.url, { signal: controller.signal }))).toBe('aborted');
  });
});

describe('failing servers', () => {
  it('cause connect when their port is closed', async () => {
    const server = createTcpServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await codeOf(createFetch()(`http://127.0.0.1:${port}/`))).toBe('connect');
  });

  it('cause dns when their name has no address', async () => {
    const lookup = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    expect(await codeOf(createFetch({ lookup })('http://nowhere.example/'))).toBe('dns');
    expect(await codeOf(createFetch({ lookup: async () => [] })('http://nowhere.example/'))).toBe('dns');
  });

  it('cause tls when they speak plain HTTP on an https URL', async () => {
    const server = await serve((_, response) => response.end());
    expect(await codeOf(createFetch()(server.url.replace('http:', 'https:')))).toBe('tls');
  });

  it('cause bad_response when they do not speak HTTP', async () => {
    const server = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await codeOf(createFetch()(`http://127.0.0.1:${port}/`))).toBe('bad_response');
    server.close();
  });

  it('are not assumed for an error status, which is returned', async () => {
    const server = await serve((_, response) =>
      response.writeHead(404, { 'content-type': 'Text/HTML; charset="UTF-8"' }).end('gone'),
    );
    expect(await createFetch()(server.url)).toMatchObject({
      status: 404,
      contentType: 'text/html',
      charset: 'utf-8',
    });
  });
});

it('sends the user agent it was created with', async () => {
  const server = await serve((request, response) => response.end(request.headers['user-agent']));
  expect(Buffer.from((await createFetch()(server.url)).body).toString()).toBe(userAgent);
});
