import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
// clock: bounds how fast a response is, so that only its deadline can end it.
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import cors from '@fastify/cors';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { OpenBlob } from '../../storage/blobs/blob-store.ts';
import { sendBody } from './send-body.ts';

describe('sendBody with a blob', () => {
  const app = { close: async () => undefined as unknown };
  afterEach(() => app.close());

  /** Starts a server that sends one blob, and counts how often the blob was closed. */
  async function serve(stored: Readable, storedSize: number, stallMs: number, origins?: string[]) {
    const state = { closed: 0 };
    const server = fastify();
    app.close = () => server.close();
    if (origins !== undefined) await server.register(cors, { origin: origins });
    const blob: OpenBlob = { size: 2, storedSize, stream: () => stored, close: async () => undefined };
    const onClose = (): void => {
      state.closed += 1;
    };
    server.get('/', (request, reply) => sendBody(request, reply, { kind: 'blob', blob, onClose }, stallMs));
    return { server, state };
  }

  it('adds Accept-Encoding to the Vary header of CORS', async () => {
    const stored = gzipSync('{}');
    const origins = ['https://app.example', 'https://other.example'];
    const { server } = await serve(Readable.from([stored]), stored.length, 60_000, origins);
    const headers = { origin: 'https://app.example', 'accept-encoding': 'gzip' };
    const response = await server.inject({ url: '/', headers });
    expect(response.headers.vary).toBe('Origin, Accept-Encoding');
    expect(gunzipSync(response.rawPayload).toString()).toBe('{}');
  });
  it('frees the response of a client that is gone even if its blob cannot be closed', async () => {
    const server = fastify();
    const freed = new Promise<void>((resolve) => {
      const close = async () => Promise.reject(new Error('EIO'));
      const blob: OpenBlob = { size: 2, storedSize: 2, stream: () => Readable.from([]), close };
      server.get('/', (request, reply) => {
        reply.raw.destroy();
        return sendBody(request, reply, { kind: 'blob', blob, onClose: resolve }, 60_000);
      });
    });
    app.close = () => server.close();
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    get(url).on('error', () => undefined);
    // A rejection that is not handled fails the run.
    await freed;
  });
  it('sets Vary: Accept-Encoding without CORS', async () => {
    const stored = gzipSync('{}');
    const { server } = await serve(Readable.from([stored]), stored.length, 60_000);
    const response = await server.inject({ url: '/' });
    expect([response.headers.vary, response.payload]).toEqual(['Accept-Encoding', '{}']);
  });
  it('disconnects a client, and closes the blob, if it reads steadily but at less than 16 KiB per second', async () => {
    async function* drip(): AsyncGenerator<Buffer> {
      for (;;) {
        yield Buffer.from('a');
        await sleep(1);
      }
    }
    // Only the deadline, after some 0.3 s, can end it: at most one byte is sent each millisecond.
    const storedSize = 2000;
    const { server, state } = await serve(Readable.from(drip()), storedSize, 200);
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    let received = 0;
    const request = get(url, { headers: { 'accept-encoding': 'gzip' } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    await expect(once(response, 'end')).rejects.toThrow('aborted');
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(storedSize);
    await expect.poll(() => state.closed).toBe(1);
  });
});
