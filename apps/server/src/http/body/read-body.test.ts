import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readBody } from './read-body.ts';

const { signal } = new AbortController();

describe('receiveBody', () => {
  it('counts every piece as it comes in, before the body is whole', async () => {
    const counted: number[] = [];
    const request = new PassThrough();
    const body = readBody(request as unknown as IncomingMessage, signal, (bytes) => counted.push(bytes));
    for (const piece of ['one', 'three']) {
      request.write(piece);
      await new Promise(setImmediate);
    }
    expect(counted).toEqual([3, 5]);
    request.end();
    expect((await body).toString()).toBe('onethree');
  });
  it('ends with what the count throws, and reads no further', async () => {
    let calls = 0;
    const request = new PassThrough();
    const body = readBody(request as unknown as IncomingMessage, signal, () => {
      calls += 1;
      throw new Error('too many');
    });
    request.write('one');
    await expect(body).rejects.toThrow('too many');
    request.write('two');
    await new Promise(setImmediate);
    expect(calls).toBe(1);
    expect(request.isPaused()).toBe(true);
  });
});
