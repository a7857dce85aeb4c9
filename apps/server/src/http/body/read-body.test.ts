import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { readBody, takeReceivedBody } from './read-body.ts';

const { signal } = new AbortController();

describe('readBody', () => {
  it('counts each chunk when it is received', async () => {
    const counted: number[] = [];
    const request = new PassThrough();
    const body = readBody(request as unknown as IncomingMessage, signal, (bytes) => counted.push(bytes));
    for (const chunk of ['one', 'three']) {
      request.write(chunk);
      await new Promise(setImmediate);
    }
    expect(counted).toEqual([3, 5]);
    request.end();
    expect((await body).toString()).toBe('onethree');
  });
  it('rejects with an error of countBytes, and stops reading', async () => {
    let calls = 0;
    const request = new PassThrough();
    const body = readBody(request as unknown as IncomingMessage, signal, () => {
      calls += 1;
      throw new Error('too many bytes');
    });
    request.write('one');
    await expect(body).rejects.toThrow('too many bytes');
    request.write('two');
    await new Promise(setImmediate);
    expect(calls).toBe(1);
    expect(request.isPaused()).toBe(true);
  });

  it('does not keep the chunks, which take far more memory than their bytes', async () => {
    const request = new PassThrough({ highWaterMark: 100_000 });
    const body = readBody(request as unknown as IncomingMessage, signal, () => undefined);
    const concat = vi.spyOn(Buffer, 'concat');
    for (let at = 0; at < 50_000; at += 1) request.write('x');
    request.end();
    expect(await body).toHaveLength(50_000);
    const blocks = concat.mock.calls.map(([list]) => list.length);
    concat.mockRestore();
    expect(Math.max(...blocks)).toBeLessThan(20);
  });
});

describe('takeReceivedBody', () => {
  /** Posts text, and the rest once the request has been received. @returns the result for the request */
  async function post(
    text: string,
    rest: string,
    take: (request: IncomingMessage) => unknown,
  ): Promise<unknown> {
    let result: unknown;
    const server = createServer((request, response) => {
      // As in the service, where admission comes first.
      Promise.resolve()
        .then(() => {
          const taken = take(request);
          socket.write(rest);
          return taken;
        })
        .catch((error: unknown) => error)
        .then((value) => {
          result = value;
          response.end('ok');
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(text);
    const [received] = await once(socket, 'data');
    expect(String(received)).toContain('200 OK');
    socket.destroy();
    server.close();
    return result;
  }
  const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 6\r\n\r\n';

  it('returns a body that was received with the headers, and counts it once', async () => {
    const counted: number[] = [];
    const body = await post(`${head}abcdef`, '', (request) =>
      takeReceivedBody(request, signal, (bytes) => counted.push(bytes))?.toString(),
    );
    expect(body).toBe('abcdef');
    expect(counted).toEqual([6]);
  });

  it('returns nothing while a part is missing, so that the body is read as a stream', async () => {
    const body = await post(`${head}abc`, 'def', async (request) => {
      const received = takeReceivedBody(request, signal, () => undefined);
      return [received, (await readBody(request, signal, () => undefined)).toString()];
    });
    expect(body).toEqual([undefined, 'abcdef']);
  });

  it('throws the error of countBytes, and the response is sent', async () => {
    const refuse = (): never => {
      throw new Error('too many bytes');
    };
    const body = await post(`${head}abcdef`, '', (request) => takeReceivedBody(request, signal, refuse));
    expect(body).toMatchObject({ message: 'too many bytes' });
  });

  it('returns nothing if the signal is aborted', async () => {
    const body = await post(`${head}abcdef`, '', (request) =>
      takeReceivedBody(request, AbortSignal.abort(), () => undefined),
    );
    expect(body).toBeUndefined();
  });
});
