import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readBody } from './read-body.ts';

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
});
