import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
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
