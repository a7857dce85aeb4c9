import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { FetchError, type FetchErrorCode } from './fetch-error.ts';
import type { GuardedFetch, GuardedFetchOptions } from './fetched-resource.ts';
import { createGuardedClient } from './guarded-client.ts';

const userAgent = 'Quern/0.1 (+https://example.org)';
const servers: Server[] = [];

async function serve(
  listener: RequestListener,
  host = '127.0.0.1',
): Promise<{ port: number; url: string; hits: string[] }> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    listener(request, response);
  }).listen(0, host);
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://${host}:${port}`, hits };
}

/** A client that may reach 127.0.0.1. */
function client(options: Partial<GuardedFetchOptions> = {}): GuardedFetch {
  return createGuardedClient({ allow: ['127.0.0.1/32'], userAgent, now: () => 0, ...options }).fetch;
}

async function codeOf(work: Promise<unknown>): Promise<FetchErrorCode | 'none'> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof FetchError) return error.code;
    throw error;
  }
}

afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

describe('forbidden addresses', () => {
  const nothingAllowed = client({ allow: [] });
  const spellings = [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://0/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[ff02::1]/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://192.0.0.1/',
    'http://192.0.2.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[2001:db8::1]/',
    'http://[100::1]/',
    'http://[4000::1]/',
    'http://１２７.0.0.1/',
    'http://①②⑦.0.0.1/',
    'http://[::ffff:0:127.0.0.1]/',
  ];
  it.each(spellings)('refuses %s', async (url) => {
    expect(await codeOf(nothingAllowed(url))).toBe('forbidden_address');
  });

  it.each([22, 25, 6667, 6000, 10080])('refuses port %i, which browsers block', async (port) => {
    expect(await codeOf(nothingAllowed(`http://93.184.216.34:${port}/`))).toBe('forbidden_address');
  });

  it('refuses localhost because of the address it resolves to', async () => {
    expect(await codeOf(nothingAllowed('http://localhost:1234/'))).toBe('forbidden_address');
  });

  it('refuses a name if one of its addresses is private, without the address in the message', async () => {
    const lookup = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.1.2.3', family: 4 },
    ];
    const error = await client({ lookup })('http://mixed.example/').catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'forbidden_address',
      message: expect.not.stringContaining('10.1.2.3'),
      cause: { message: expect.stringContaining('10.1.2.3') },
    });
  });

  it('refuses a name that resolves to a private address at the second request (DNS rebinding)', async () => {
    const allowed = await serve((_, response) => response.end('allowed'));
    const secret = await serve((_, response) => response.end('secret'), '127.0.0.2');
    const addresses = ['127.0.0.1', '127.0.0.2'];
    const lookup = vi.fn(async () => [{ address: addresses.shift() ?? '127.0.0.2', family: 4 }]);
    const fetch = client({ lookup });
    const first = await fetch(`http://rebind.example:${allowed.port}/`);
    expect(Buffer.from(first.body).toString()).toBe('allowed');
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(await codeOf(fetch(`http://rebind.example:${secret.port}/`))).toBe('forbidden_address');
    expect(secret.hits).toEqual([]);
  });

  it('refuses a redirect to a private address before a request is sent to it', async () => {
    const secret = await serve((_, response) => response.end('secret'), '127.0.0.2');
    const open = await serve((_, response) => response.writeHead(302, { location: `${secret.url}/x` }).end());
    const error = await client()(open.url).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'forbidden_address', url: `${secret.url}/x` });
    expect(secret.hits).toEqual([]);
  });

  it('refuses a redirect to a name that resolves to a private address', async () => {
    const open = await serve((_, response) =>
      response.writeHead(302, { location: 'http://inside.example/' }).end(),
    );
    const lookup = async () => [{ address: '192.168.0.10', family: 4 }];
    expect(await codeOf(client({ lookup })(open.url))).toBe('forbidden_address');
  });
});

describe('invalid URLs', () => {
  it.each([
    'example.org',
    '',
    'ftp://example.org/',
    'file:///etc/passwd',
    'data:text/html,x',
    'javascript:alert(1)',
    'http://',
    'http://user:secret@example.org/',
    'http://exa mple.org/',
    `http://example.org/${'a'.repeat(20_000)}`,
  ])('%s fails with invalid_url', async (url) => {
    expect(await codeOf(client()(url))).toBe('invalid_url');
  });

  it('are reported without their password and query', async () => {
    const error = await client()('http://user:hunter2@example.org/?token=hunter3').catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'invalid_url', url: 'http://example.org/' });
    expect(JSON.stringify(error) + String(error)).not.toMatch(/hunter/);
  });

  it('of a redirect fail with invalid_url when their scheme is not http or https', async () => {
    const server = await serve((_, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    );
    expect(await codeOf(client()(server.url))).toBe('invalid_url');
  });
});

describe('allowed private addresses', () => {
  it('may be allowed by host and port, which does not allow other ports', async () => {
    const one = await serve((_, response) => response.end('one'));
    const two = await serve((_, response) => response.end('two'));
    const fetch = client({
      allow: [`localhost:${one.port}`],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    expect((await fetch(`http://localhost:${one.port}/`)).status).toBe(200);
    expect(await codeOf(fetch(`http://localhost:${two.port}/`))).toBe('forbidden_address');
  });

  it('reject an entry that is not an address, a host or a network', () => {
    expect(() => client({ allow: ['http://example.org/'] })).toThrow('http://example.org/');
  });
});

describe('redirects', () => {
  it('are followed with the cookies they set, and listed', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/a')
        response.writeHead(302, { location: 'b', 'set-cookie': 'session=1; Path=/' }).end();
      else response.end(request.headers.cookie ?? 'no cookie');
    });
    const fetch = client();
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
    expect((await client()(server.url)).status).toBe(200);
  });

  it('fail with too_many_redirects in a loop and above the limit', async () => {
    const loop = await serve((request, response) =>
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end(),
    );
    const endless = await serve((request, response) =>
      response.writeHead(302, { location: `${request.url}x` }).end(),
    );
    expect(await codeOf(client()(loop.url))).toBe('too_many_redirects');
    expect(await codeOf(client()(endless.url))).toBe('too_many_redirects');
    expect(endless.hits).toHaveLength(11);
  });

  it('do not send the authorization header to another origin', async () => {
    const other = await serve((request, response) => response.end(request.headers.authorization ?? 'none'));
    const first = await serve((_, response) => response.writeHead(302, { location: other.url }).end());
    const resource = await client()(first.url, { headers: { Authorization: 'Bearer secret' } });
    expect(Buffer.from(resource.body).toString()).toBe('none');
  });

  it('call beforeRequest first, whose error ends the fetch', async () => {
    const server = await serve((_, response) => response.writeHead(302, { location: '/next' }).end());
    const beforeRequest = (url: string) => {
      if (url.endsWith('/next')) throw new FetchError('aborted', url, 'not this one');
    };
    expect(await codeOf(client()(server.url, { beforeRequest }))).toBe('aborted');
    expect(server.hits).toEqual(['/']);
  });
});

describe('bodies', () => {
  const text = 'körper '.repeat(500);
  it.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['gzip', Buffer.from(text)],
    ['gzip', gzipSync(text).subarray(0, -8)],
  ])('encoded as %s are decompressed', async (encoding, body) => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    expect(Buffer.from((await client()(server.url)).body).toString()).toBe(text);
  });

  it('above the limit fail with too_large, with and without content-length and compression', async () => {
    const server = await serve((request, response) => {
      const body = Buffer.alloc(200_000, 97);
      if (request.url === '/gzip')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body));
      else if (request.url === '/chunked') {
        response.write(body.subarray(0, 100_000));
        response.end(body);
      } else response.end(body);
    });
    for (const path of ['/plain', '/gzip', '/chunked']) {
      expect(await codeOf(client()(`${server.url}${path}`, { bytesMax: 150_000 }))).toBe('too_large');
    }
    expect(await codeOf(client()(`${server.url}/plain`, { bytesMax: 200_000 }))).toBe('none');
  });

  it('that are decompression bombs fail with too_large before they reach the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    expect(await codeOf(client()(server.url, { bytesMax: 1024 * 1024 * 1024 }))).toBe('too_large');
  });

  it('that cannot be decompressed, or have an unknown encoding, fail with bad_response', async () => {
    const server = await serve((request, response) => {
      const encoding = request.url === '/br' ? 'br' : 'sdch';
      response.writeHead(200, { 'content-encoding': encoding }).end('no such stream at all');
    });
    expect(await codeOf(client()(`${server.url}/br`))).toBe('bad_response');
    expect(await codeOf(client()(`${server.url}/sdch`))).toBe('bad_response');
  });

  const page = '<!doctype html><p>Plainly a page</p>';
  it.each([
    ['gzip', page],
    ['br', page],
    ['zstd', page],
    ['deflate', `\uFEFF  ${page}`],
    ['sdch', page],
    ['utf-8', page],
    ['none', page],
    ['br', gzipSync(page)],
    ['deflate', gzipSync(page)],
    ['gzip, identity', gzipSync(page)],
    ['gzip, gzip', gzipSync(gzipSync(page))],
    ['gzip, gzip', gzipSync(page)],
    ['deflate, br', brotliCompressSync(deflateSync(page))],
    ['GZIP,,zstd', zstdCompressSync(gzipSync(page))],
  ])('labeled as %s are decoded by their first bytes', async (encoding, body) => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    const resource = await client()(server.url);
    expect(Buffer.from(resource.body).toString().replace(/^\s+/, '')).toBe(page);
  });

  it('compressed four times fail with bad_response', async () => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip, gzip, gzip' }).end(gzipSync(page)),
    );
    expect(await codeOf(client()(server.url))).toBe('bad_response');
  });

  it('are streamed as they arrive when opened', async () => {
    const server = await serve((_, response) => {
      response.write('first');
    });
    const opened = await createGuardedClient({ allow: ['127.0.0.0/8'], userAgent, now: () => 0 }).open(
      server.url,
    );
    for await (const chunk of opened.chunks) {
      expect(Buffer.from(chunk).toString()).toBe('first');
      break;
    }
  });
});

describe('a fetch', () => {
  it('fails with timeout when the total limit passes, even if bytes keep arriving', async () => {
    const server = await serve((_, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await codeOf(client()(server.url, { timeoutMs: 300 }))).toBe('timeout');
  });

  it('fails with timeout when the server does not respond', async () => {
    const server = await serve(() => undefined);
    expect(await codeOf(client()(server.url, { timeoutMs: 400 }))).toBe('timeout');
  });

  it('fails with aborted when the caller aborts, before or during the request', async () => {
    const controller = new AbortController();
    const server = await serve(() => controller.abort());
    expect(await codeOf(client()(server.url, { signal: AbortSignal.abort() }))).toBe('aborted');
    expect(server.hits).toEqual([]);
    expect(await codeOf(client()(server.url, { signal: controller.signal }))).toBe('aborted');
  });
});

describe('failing servers', () => {
  it('cause connect when their port is closed', async () => {
    const server = createTcpServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await codeOf(client()(`http://127.0.0.1:${port}/`))).toBe('connect');
  });

  it('cause dns when their name has no address', async () => {
    const lookup = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    expect(await codeOf(client({ lookup })('http://nowhere.example/'))).toBe('dns');
    expect(await codeOf(client({ lookup: async () => [] })('http://nowhere.example/'))).toBe('dns');
  });

  it('cause tls when they speak plain HTTP on an https URL', async () => {
    const server = await serve((_, response) => response.end());
    expect(await codeOf(client()(server.url.replace('http:', 'https:')))).toBe('tls');
  });

  it('cause bad_response when they do not speak HTTP', async () => {
    const server = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await codeOf(client()(`http://127.0.0.1:${port}/`))).toBe('bad_response');
    server.close();
  });

  it('are not assumed for an error status, which is returned', async () => {
    const server = await serve((_, response) =>
      response.writeHead(404, { 'content-type': 'Text/HTML; charset="UTF-8"' }).end('gone'),
    );
    expect(await client()(server.url)).toMatchObject({
      status: 404,
      contentType: 'text/html',
      charset: 'utf-8',
    });
  });
});

it('sends the user agent it was created with', async () => {
  const server = await serve((request, response) => response.end(request.headers['user-agent']));
  expect(Buffer.from((await client()(server.url)).body).toString()).toBe(userAgent);
});
