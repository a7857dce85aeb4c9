import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { FetchError, type FetchErrorCode } from './fetch-error.ts';
import { createGuardedClient, createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';

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

function client(options: Partial<GuardedFetchOptions> = {}) {
  return createGuardedFetch({ allow: ['127.0.0.1/32'], userAgent, ...options });
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

describe('forbidden addresses are refused before any byte is sent', () => {
  const nothingAllowed = createGuardedFetch({ allow: [], userAgent });
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
  it.each(spellings)('%s', async (url) => {
    expect(await codeOf(nothingAllowed(url))).toBe('forbidden_address');
  });

  it.each([22, 25, 6667, 6000, 10080])('port %i, which browsers block', async (port) => {
    expect(await codeOf(nothingAllowed(`http://93.184.216.34:${port}/`))).toBe('forbidden_address');
  });

  it('localhost, because of the address it resolves to', async () => {
    expect(await codeOf(nothingAllowed('http://localhost:1234/'))).toBe('forbidden_address');
  });

  it('a name of which only one of several addresses is private', async () => {
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

  it('a name that first answers publicly and then privately (DNS rebinding)', async () => {
    const allowed = await serve((_, response) => response.end('allowed'));
    const secret = await serve((_, response) => response.end('secret'), '127.0.0.2');
    const answers = ['127.0.0.1', '127.0.0.2'];
    const lookup = vi.fn(async () => [{ address: answers.shift() ?? '127.0.0.2', family: 4 }]);
    const fetch = client({ lookup });
    const first = await fetch(`http://rebind.example:${allowed.port}/`);
    expect(Buffer.from(first.body).toString()).toBe('allowed');
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(await codeOf(fetch(`http://rebind.example:${secret.port}/`))).toBe('forbidden_address');
    expect(secret.hits).toEqual([]);
  });

  it('a redirect to a private address, after the first hop only', async () => {
    const secret = await serve((_, response) => response.end('secret'), '127.0.0.2');
    const open = await serve((_, response) => response.writeHead(302, { location: `${secret.url}/x` }).end());
    const error = await client()(open.url).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'forbidden_address', url: `${secret.url}/x` });
    expect(secret.hits).toEqual([]);
  });

  it('a redirect to a name that resolves privately', async () => {
    const open = await serve((_, response) =>
      response.writeHead(302, { location: 'http://inside.example/' }).end(),
    );
    const lookup = async () => [{ address: '192.168.0.10', family: 4 }];
    expect(await codeOf(client({ lookup })(open.url))).toBe('forbidden_address');
  });
});

describe('what is not a web address is invalid_url', () => {
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
  ])('%s', async (url) => {
    expect(await codeOf(client()(url))).toBe('invalid_url');
  });

  it('does not repeat a password in its message', async () => {
    const error = await client()('http://user:hunter2@example.org/').catch((reason: unknown) => reason);
    expect(JSON.stringify(error) + String(error)).not.toContain('hunter2');
  });

  it('a redirect to another scheme', async () => {
    const server = await serve((_, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    );
    expect(await codeOf(client()(server.url))).toBe('invalid_url');
  });
});

describe('allowed private addresses', () => {
  it('may be named by host and port, which opens no other port', async () => {
    const one = await serve((_, response) => response.end('one'));
    const two = await serve((_, response) => response.end('two'));
    const fetch = client({
      allow: [`localhost:${one.port}`],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    expect((await fetch(`http://localhost:${one.port}/`)).status).toBe(200);
    expect(await codeOf(fetch(`http://localhost:${two.port}/`))).toBe('forbidden_address');
  });

  it('refuse an entry that is no address, host or network', () => {
    expect(() => createGuardedFetch({ allow: ['http://example.org/'], userAgent })).toThrow(
      'http://example.org/',
    );
  });
});

describe('redirects', () => {
  it('are followed with cookies set on the way, and listed', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/a')
        response.writeHead(302, { location: 'b', 'set-cookie': 'session=1; Path=/' }).end();
      else response.end(request.headers.cookie ?? 'no cookie');
    });
    const fetch = client();
    const answer = await fetch(`${server.url}/a#top`);
    expect(answer).toMatchObject({
      url: `${server.url}/b`,
      requestedUrl: `${server.url}/a`,
      redirects: [`${server.url}/a`],
    });
    expect(Buffer.from(answer.body).toString()).toBe('session=1');
    expect(Buffer.from((await fetch(`${server.url}/c`)).body).toString()).toBe('no cookie');
  });

  it('to itself after setting a cookie are not a circle', async () => {
    const server = await serve((request, response) => {
      if (request.headers.cookie) response.end('in');
      else response.writeHead(302, { location: '/', 'set-cookie': 'seen=1' }).end();
    });
    expect((await client()(server.url)).status).toBe(200);
  });

  it('in a circle or over the limit end', async () => {
    const circle = await serve((request, response) =>
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end(),
    );
    const endless = await serve((request, response) =>
      response.writeHead(302, { location: `${request.url}x` }).end(),
    );
    expect(await codeOf(client()(circle.url))).toBe('too_many_redirects');
    expect(await codeOf(client()(endless.url))).toBe('too_many_redirects');
    expect(endless.hits).toHaveLength(11);
  });

  it('take no authorization along to another origin', async () => {
    const other = await serve((request, response) => response.end(request.headers.authorization ?? 'none'));
    const first = await serve((_, response) => response.writeHead(302, { location: other.url }).end());
    const answer = await client()(first.url, { headers: { Authorization: 'Bearer secret' } });
    expect(Buffer.from(answer.body).toString()).toBe('none');
  });

  it('tell each hop, and what the listener throws ends the fetch', async () => {
    const server = await serve((_, response) => response.writeHead(302, { location: '/next' }).end());
    const onHop = (url: string) => {
      if (url.endsWith('/next')) throw new FetchError('aborted', url, 'not this one');
    };
    expect(await codeOf(client()(server.url, { beforeRequest: onHop }))).toBe('aborted');
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
  ])('in %s are decoded', async (encoding, body) => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    expect(Buffer.from((await client()(server.url)).body).toString()).toBe(text);
  });

  it('over the cap are too_large, said or not, packed or not', async () => {
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

  it('that are a decompression bomb are too_large before they fill the cap', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    expect(await codeOf(client()(server.url, { bytesMax: 1024 * 1024 * 1024 }))).toBe('too_large');
  });

  it('that are garbage, or in an unknown encoding, are bad_response', async () => {
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
  ])('whose encoding is said to be %s are read as what they are', async (encoding, body) => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    const answer = await client()(server.url);
    expect(Buffer.from(answer.body).toString().replace(/^\s+/, '')).toBe(page);
  });

  it('packed four times over are bad_response', async () => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip, gzip, gzip' }).end(gzipSync(page)),
    );
    expect(await codeOf(client()(server.url))).toBe('bad_response');
  });

  it('come as they arrive when opened, and leave on close', async () => {
    const server = await serve((_, response) => {
      response.write('first');
    });
    const opened = await createGuardedClient({ allow: ['127.0.0.0/8'], userAgent }).open(server.url);
    for await (const chunk of opened.chunks) {
      expect(Buffer.from(chunk).toString()).toBe('first');
      break;
    }
  });
});

describe('time', () => {
  it('over the total limit is timeout, even while bytes trickle', async () => {
    const server = await serve((_, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await codeOf(client()(server.url, { timeoutMs: 300 }))).toBe('timeout');
  });

  it('of silence is timeout', async () => {
    const server = await serve(() => undefined);
    expect(await codeOf(client()(server.url, { timeoutMs: 400 }))).toBe('timeout');
  });

  it('given up by the caller is aborted, before and during', async () => {
    const server = await serve(() => undefined);
    expect(await codeOf(client()(server.url, { signal: AbortSignal.abort() }))).toBe('aborted');
    expect(server.hits).toEqual([]);
    expect(await codeOf(client()(server.url, { signal: AbortSignal.timeout(100) }))).toBe('aborted');
  });
});

describe('failing servers', () => {
  it('a closed port is connect', async () => {
    const server = createTcpServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await codeOf(client()(`http://127.0.0.1:${port}/`))).toBe('connect');
  });

  it('a name without an address is dns', async () => {
    const lookup = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    expect(await codeOf(client({ lookup })('http://nowhere.example/'))).toBe('dns');
    expect(await codeOf(client({ lookup: async () => [] })('http://nowhere.example/'))).toBe('dns');
  });

  it('plain HTTP on an https address is tls', async () => {
    const server = await serve((_, response) => response.end());
    expect(await codeOf(client()(server.url.replace('http:', 'https:')))).toBe('tls');
  });

  it('no HTTP at all is bad_response', async () => {
    const server = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await codeOf(client()(`http://127.0.0.1:${port}/`))).toBe('bad_response');
    server.close();
  });

  it('an error status is an answer, not an exception', async () => {
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

it('says honestly who asks', async () => {
  const server = await serve((request, response) => response.end(request.headers['user-agent']));
  expect(Buffer.from((await client()(server.url)).body).toString()).toBe(userAgent);
});
