import { once } from 'node:events';
import { constants } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FetchedResource } from './fetched-resource.ts';
import { codeOf } from './fixtures/code-of.ts';
import { certificate, closeAfterTest, createTestClient, serveHttp2 } from './fixtures/http2-server.ts';

const textOf = ({ body }: FetchedResource) => Buffer.from(body).toString();

describe('HTTP/2', () => {
  it('sends concurrent requests over one connection', async () => {
    const server = await serveHttp2((request, response) => {
      // clock: a delay, so that requests are open at the same time; any other gives the same responses.
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': ['a=1', 'b=2'] });
        response.end(`${request.url} ${request.headers['user-agent']} ${request.headers['accept-encoding']}`);
      }, 20);
    });
    const { fetch } = createTestClient();
    await fetch(`${server.url}/first`);
    const resources = await Promise.all(
      Array.from({ length: 30 }, (_, index) => fetch(`${server.url}/${index}?q=1`)),
    );
    expect(resources.map(textOf)).toEqual(
      Array.from({ length: 30 }, (_, index) => `/${index}?q=1 Quern/0.1 gzip, deflate, br, zstd`),
    );
    expect(resources[0]).toMatchObject({ status: 200, contentType: 'text/html', charset: 'utf-8' });
    expect(Object.keys(resources[0]?.headers ?? {}).filter((name) => name.startsWith(':'))).toEqual([]);
    expect(new Set(server.versions)).toEqual(new Set(['2.0']));
    expect(server.sessions).toHaveLength(1);
  });

  it('keeps cookies over redirects, decompresses bodies, and returns no body for HEAD', async () => {
    const server = await serveHttp2((request, response) => {
      if (request.url === '/')
        response.writeHead(302, { location: '/in', 'set-cookie': 'x=1; Secure' }).end();
      else {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        if (request.method === 'HEAD') response.end();
        else response.end(gzipSync(`cookie ${request.headers.cookie}`));
      }
    });
    const { fetch } = createTestClient();
    expect(textOf(await fetch(server.url))).toBe('cookie x=1');
    const head = await fetch(`${server.url}/in`, { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
  });

  it('resets only the stream of a response that is larger than the limit', async () => {
    const reset = Promise.withResolvers<number>();
    const server = await serveHttp2((request, response) => {
      if (request.url === '/small') return void response.end('small');
      // clock: the server sends until the client leaves, at any speed.
      const timer = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 2);
      response.stream.on('close', () => {
        clearInterval(timer);
        reset.resolve(response.stream.rstCode);
      });
      return undefined;
    });
    const { fetch } = createTestClient();
    expect(await codeOf(fetch(server.url, { bytesMax: 300_000 }))).toBe('too_large');
    expect(textOf(await fetch(`${server.url}/small`))).toBe('small');
    expect(await reset.promise).toBeTypeOf('number');
    expect(server.sessions).toHaveLength(1);
  });

  it('fails with aborted when the caller aborts, and continues other streams of the connection', async () => {
    const closed: string[] = [];
    const [waiting, reading] = [new AbortController(), new AbortController()];
    const both = Promise.withResolvers<void>();
    const server = await serveHttp2((request, response) => {
      const path = request.url ?? '';
      response.stream.on('close', () => {
        closed.push(path);
        if (closed.length === 2) both.resolve();
      });
      if (path === '/wait') waiting.abort();
      if (path === '/body') response.write('begun', () => reading.abort());
      if (path === '/other') void both.promise.then(() => response.end('other'));
    });
    const { fetch } = createTestClient();
    const other = fetch(`${server.url}/other`);
    const requests = [
      codeOf(fetch(`${server.url}/never`, { signal: AbortSignal.abort() })),
      codeOf(fetch(`${server.url}/wait`, { signal: waiting.signal })),
      codeOf(fetch(`${server.url}/body`, { signal: reading.signal })),
    ];
    expect(await Promise.all(requests)).toEqual(['aborted', 'aborted', 'aborted']);
    expect(textOf(await other)).toBe('other');
    await expect.poll(() => [...closed].sort(), { timeout: 60_000 }).toEqual(['/body', '/other', '/wait']);
  });

  it('fails with timeout when the server does not respond, and serves the next request', async () => {
    const server = await serveHttp2((request, response) => {
      if (request.url === '/ok') response.end('ok');
    });
    const { fetch } = createTestClient();
    expect(await codeOf(fetch(`${server.url}/silent`, { timeoutMs: 300 }))).toBe('timeout');
    expect(await codeOf(fetch(`${server.url}/idle`, { idleTimeoutMs: 300 }))).toBe('timeout');
    expect(textOf(await fetch(`${server.url}/ok`))).toBe('ok');
  });

  it('fails on headers over 64 KiB, and serves the next request', async () => {
    const server = await serveHttp2(
      (request, response) => {
        if (request.url === '/ok') return void response.end('ok');
        for (let index = 0; index < 100; index++) response.setHeader(`x-${index}`, 'y'.repeat(2000));
        return void response.end('with headers');
      },
      { maxSendHeaderBlockLength: 1_000_000 },
    );
    const { fetch } = createTestClient();
    expect(['bad_response', 'connect']).toContain(await codeOf(fetch(server.url, { timeoutMs: 60_000 })));
    expect(textOf(await fetch(`${server.url}/ok`))).toBe('ok');
  });
});

describe('failing HTTP/2', () => {
  it('reconnects after GOAWAY between requests', async () => {
    const server = await serveHttp2((request, response) => void response.end(request.url));
    const { fetch } = createTestClient();
    for (let round = 0; round < 5; round++) {
      expect(textOf(await fetch(`${server.url}/${round}`))).toBe(`/${round}`);
      server.sessions.at(-1)?.goaway();
      server.sessions.at(-1)?.close();
    }
  });

  it('retries requests whose connection was lost before or during the request', async () => {
    let cut = true;
    const server = await serveHttp2((request, response) => {
      if (request.url === '/cut' && cut) {
        cut = false;
        request.socket.destroy();
      } else response.end(request.url);
    });
    const { fetch } = createTestClient();
    expect(textOf(await fetch(`${server.url}/a`))).toBe('/a');
    server.sessions.at(-1)?.destroy();
    expect(textOf(await fetch(`${server.url}/b`))).toBe('/b');
    const resources = await Promise.all(['/cut', '/c', '/d'].map((path) => fetch(server.url + path)));
    expect(resources.map(textOf)).toEqual(['/cut', '/c', '/d']);
  });

  it('falls back to HTTP/1.1 when the server rejects a stream', async () => {
    const server = await serveHttp2((request, response) => {
      if (request.httpVersion === '2.0') response.stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED);
      else response.end(`over ${request.httpVersion}`);
    });
    expect(textOf(await createTestClient().fetch(server.url))).toBe('over 1.1');
  });

  it('fails with bad_response when the stream is reset during the body', async () => {
    const server = await serveHttp2((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('half');
      // clock: the stream is reset after its headers at any speed, and its body never ends.
      setTimeout(() => response.stream.close(constants.NGHTTP2_INTERNAL_ERROR), 30);
    });
    expect(await codeOf(createTestClient().fetch(server.url))).toBe('bad_response');
  });

  it('fails when the server negotiates HTTP/2 and speaks another protocol', async () => {
    const server = createTlsServer({ ...certificate, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) =>
      socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.9\r\n'),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closeAfterTest(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const code = await codeOf(createTestClient().fetch(`https://127.0.0.1:${port}/`, { timeoutMs: 60_000 }));
    expect(['bad_response', 'connect']).toContain(code);
  });

  it('completes over 190 of 200 requests when the server closes every seventh connection', async () => {
    let count = 0;
    const server = await serveHttp2((request, response) => {
      count++;
      if (count % 7 === 0 && request.httpVersion === '2.0') request.socket.destroy();
      // clock: a delay, so that requests are open when their connection closes; any other passes.
      else setTimeout(() => response.end('fine'), 3);
    });
    const { fetch } = createTestClient();
    const codes: string[] = [];
    const worker = async () => {
      while (codes.length < 200) codes.push(await codeOf(fetch(server.url, { timeoutMs: 60_000 })));
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect(codes.filter((code) => code === 'none').length).toBeGreaterThan(190);
  });
});

describe('the guard over TLS', () => {
  it('refuses private addresses of https servers before a connection', async () => {
    const server = await serveHttp2((_, response) => void response.end('secret'));
    const closed = createTestClient({ allow: [] });
    expect(await codeOf(closed.fetch(server.url))).toBe('forbidden_address');
    expect(await codeOf(closed.fetch(`https://example.test:${server.port}/`))).toBe('forbidden_address');
    expect(server.sessions).toEqual([]);
  });

  it('does not reuse the connection of one host name for another', async () => {
    const lookups: string[] = [];
    const server = await serveHttp2((request, response) => void response.end(request.authority));
    const { fetch } = createTestClient({
      lookup: async (host) => {
        lookups.push(host);
        return [{ address: host === 'a.example.test' ? '127.0.0.1' : '10.0.0.1', family: 4 }];
      },
    });
    expect(textOf(await fetch(`https://a.example.test:${server.port}/`))).toContain('a.example.test');
    expect(await codeOf(fetch(`https://b.example.test:${server.port}/`))).toBe('forbidden_address');
    expect(lookups).toEqual(['a.example.test', 'b.example.test']);
  });

  it('fails with tls for an untrusted certificate and for another host name', async () => {
    const server = await serveHttp2((_, response) => void response.end('x'));
    expect(await codeOf(createTestClient({ caCertificates: [] }).fetch(server.url))).toBe('tls');
    const wrongName = await codeOf(createTestClient().fetch(`https://other.invalid:${server.port}/`));
    expect(wrongName).toBe('tls');
  });
});

describe('HTTP/1.1 over TLS', () => {
  it('is used over several connections when the server does not support HTTP/2', async () => {
    let connections = 0;
    const server = createHttpsServer(certificate, (request, response) =>
      // clock: a delay, so that requests are open at the same time; any other gives the same responses.
      setTimeout(() => response.end(`${request.httpVersion} ${request.url}`), 10),
    ).listen(0, '127.0.0.1');
    server.on('secureConnection', () => connections++);
    await once(server, 'listening');
    closeAfterTest(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const { fetch } = createTestClient();
    const resources = await Promise.all(
      Array.from({ length: 24 }, (_, index) => fetch(`https://127.0.0.1:${port}/${index}`)),
    );
    expect(resources.map(textOf)).toEqual(Array.from({ length: 24 }, (_, index) => `1.1 /${index}`));
    expect(connections).toBeLessThanOrEqual(16);
    expect(connections).toBeGreaterThan(2);
  });
});
