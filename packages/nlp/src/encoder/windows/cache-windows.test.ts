import { describe, expect, it } from 'vitest';
import { cacheWindows } from './cache-windows.ts';

describe('cacheWindows', () => {
  it('runs identical windows once and others separately', async () => {
    const ran: string[] = [];
    const run = cacheWindows(async (subwordIds) => {
      ran.push(subwordIds.join());
      return subwordIds.length;
    });
    const windows = [[1, 2], [1, 2, 3], [1, 2], [12], [1, 2, 3]];
    const results: number[] = [];
    for (const window of windows) results.push(await run(Int32Array.from(window)));
    expect(results).toEqual([2, 3, 2, 1, 3]);
    expect(ran).toEqual(['1,2', '1,2,3', '12']);
  });

  it('keeps 256 results and drops the oldest first', async () => {
    let ran = 0;
    const run = cacheWindows(async () => {
      ran += 1;
      return ran;
    });
    for (let number = 0; number <= 256; number += 1) await run(Int32Array.of(number));
    expect(await run(Int32Array.of(256))).toBe(257);
    expect(await run(Int32Array.of(0))).toBe(258);
  });

  it('runs a window again after a failure', async () => {
    let fails = true;
    const run = cacheWindows(async () => {
      if (fails) throw new Error('failed');
      return 1;
    });
    await expect(run(Int32Array.of(1))).rejects.toThrow('failed');
    fails = false;
    expect(await run(Int32Array.of(1))).toBe(1);
  });
});
