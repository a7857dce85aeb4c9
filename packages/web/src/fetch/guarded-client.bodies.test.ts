import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { codeOf } from './fixtures/code-of.ts';
import { createFetch, serve, userAgent } from './fixtures/http-server.ts';
import { createGuardedClient } from './guarded-client.ts';

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
    expect(Buffer.from((await createFetch()(server.url)).body).toString()).toBe(text);
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
      expect(await codeOf(createFetch()(`${server.url}${path}`, { bytesMax: 150_000 }))).toBe('too_large');
    }
    expect(await codeOf(createFetch()(`${server.url}/plain`, { bytesMax: 200_000 }))).toBe('none');
  });

  it('that are decompression bombs fail with too_large before they reach the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    expect(await codeOf(createFetch()(server.url, { bytesMax: 1024 * 1024 * 1024 }))).toBe('too_large');
  });

  it('that cannot be decompressed, or have an unknown encoding, fail with bad_response', async () => {
    const server = await serve((request, response) => {
      const encoding = request.url === '/br' ? 'br' : 'sdch';
      response.writeHead(200, { 'content-encoding': encoding }).end('no such stream at all');
    });
    expect(await codeOf(createFetch()(`${server.url}/br`))).toBe('bad_response');
    expect(await codeOf(createFetch()(`${server.url}/sdch`))).toBe('bad_response');
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
    const resource = await createFetch()(server.url);
    expect(Buffer.from(resource.body).toString().replace(/^\s+/, '')).toBe(page);
  });

  it('compressed four times fail with bad_response', async () => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip, gzip, gzip' }).end(gzipSync(page)),
    );
    expect(await codeOf(createFetch()(server.url))).toBe('bad_response');
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
