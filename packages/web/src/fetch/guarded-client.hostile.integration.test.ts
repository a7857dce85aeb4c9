import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { constants, createZstdCompress, gzipSync } from 'node:zlib';
import { decodeCharset } from '@quern/runtime/decode-charset';
import { afterAll, describe, expect, it } from 'vitest';
import { FetchError } from './fetch-error.ts';
import type { FetchedResource, FetchOptions } from './fetched-resource.ts';
import { createGuardedClient } from './guarded-client.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
const client = createGuardedClient({ allow: ['127.0.0.1/32'], userAgent: 'Quern/0.1', now: () => 0 });
afterAll(async () => {
  await client.close();
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

async function listen(server: Server): Promise<string> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
}

const serve = (listener: RequestListener) => listen(createHttpServer(listener));

/** Sends `start`, then repeats `piece` until the client closes the connection. */
function serveEndless(start: string, piece: string): Promise<string> {
  return listen(
    createTcpServer((socket) => {
      socket.write(start);
      // clock: the server sends until the client leaves, at any speed.
      const timer = setInterval(() => {
        if (socket.writableLength < 1_000_000) socket.write(piece);
      }, 1);
      socket.on('close', () => clearInterval(timer));
    }),
  );
}

/** @returns the resource, or the code of the error */
async function outcome(url: string, options: FetchOptions = {}): Promise<FetchedResource | string> {
  try {
    return await client.fetch(url, { timeoutMs: 60_000, ...options });
  } catch (error) {
    if (error instanceof FetchError) return error.code;
    throw error;
  }
}

const ok = 'HTTP/1.1 200 OK\r\n';

describe('endless responses', () => {
  it.each([
    ['headers', ok, `x-${'a'.repeat(5000)}: b\r\n`, 'bad_response'],
    ['one header', `${ok}x: `, 'a'.repeat(5000), 'bad_response'],
    ['informational responses', '', 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n', 'timeout'],
    ['a body', `${ok}\r\n`, 'a'.repeat(50_000), 'too_large'],
    ['a chunk extension', `${ok}transfer-encoding: chunked\r\n\r\n5;`, 'a'.repeat(5000), 'timeout'],
    [
      'trailers',
      `${ok}transfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n`,
      `x: ${'a'.repeat(5000)}\r\n`,
      undefined,
    ],
  ])('of %s end with an error', async (_, start, piece, code) => {
    // Only responses that no size limit ends may run into the time limit.
    const timeoutMs = code === 'timeout' || code === undefined ? 1000 : 60_000;
    const url = await serveEndless(start, piece);
    const result = await outcome(url, { bytesMax: 1_000_000, timeoutMs });
    if (code === undefined) expect(['bad_response', 'timeout', 'connect']).toContain(result);
    else expect(result).toBe(code);
  });
});

describe('decompression bombs', () => {
  it('that expand to gigabytes between two layers fail with too_large', async () => {
    // Empty stored blocks of deflate: five bytes each that expand to nothing.
    const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
    const blocks = Buffer.alloc(64 * 1024 * 1024 - 4, Buffer.from([0, 0, 0, 0xff, 0xff]));
    const bomb = gzipSync(Buffer.concat([header, blocks]));
    expect(bomb.length).toBeLessThan(200_000);
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(bomb),
    );
    expect(await outcome(url)).toBe('too_large');
  });

  it('that ask for a zstd window of 64 MiB fail with bad_response', async () => {
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 26 } });
    const parts: Buffer[] = [];
    compress.on('data', (part: Buffer) => parts.push(part));
    compress.write('x'.repeat(1000));
    compress.flush();
    compress.end();
    await once(compress, 'end');
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'zstd' }).end(Buffer.concat(parts)),
    );
    expect(await outcome(url)).toBe('bad_response');
  });
});

it('ending the iteration of a compressed body that stalls does not wait for the rest', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.write(gzipSync('x'.repeat(100_000)).subarray(0, -12));
  });
  // The time limits are above the test's, so that waiting for the rest fails the test.
  const opened = await client.open(url, { timeoutMs: 600_000, idleTimeoutMs: 600_000 });
  for await (const chunk of opened.chunks) {
    expect(chunk.byteLength).toBeGreaterThan(0);
    break;
  }
});

describe('unusual headers', () => {
  it('with 2,000 cookies lead to a request with 50 cookies', async () => {
    let sent = '';
    const url = await serve((request, response) => {
      if (request.url === '/next') {
        sent = request.headers.cookie ?? '';
        response.end('here');
        return;
      }
      const cookies = Array.from({ length: 2000 }, (_, index) => `c${index}=${'x'.repeat(15)}`);
      response.writeHead(302, { location: '/next', 'set-cookie': cookies }).end();
    });
    expect(await outcome(url)).toMatchObject({ status: 200 });
    expect(sent.split('; ')).toHaveLength(50);
  });

  it.each(['x'.repeat(30_000), '\u00ff\u00fe', 'utf-16xyz', '"', ',;,', 'utf-7', 'replacement'])(
    'with the charset %.20s are decoded as without a charset',
    async (charset) => {
      const url = await serve((_, response) => {
        response.setHeader('content-type', `text/html; charset=${charset}`);
        response.end('<p>körper</p>');
      });
      const result = await outcome(url);
      if (typeof result === 'string') throw new Error(result);
      expect((await decodeCharset(result)).text).toBe('<p>körper</p>');
    },
  );

  it('that redirect to a URL of 30,000 characters fail with invalid_url', async () => {
    const url = await serve((_, response) =>
      response.writeHead(302, { location: `/${'a'.repeat(30_000)}` }).end(),
    );
    expect(await outcome(url)).toBe('invalid_url');
  });
});
