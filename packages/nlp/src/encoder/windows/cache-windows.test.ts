import { describe, expect, it } from 'vitest';
import { cacheWindows } from './cache-windows.ts';

describe('windows', () => {
  it('that are equal run once, others by themselves', async () => {
    const ran: string[] = [];
    const run = cacheWindows(async (pieces) => {
      ran.push(pieces.join());
      return pieces.length;
    });
    const windows = [[1, 2], [1, 2, 3], [1, 2], [12], [1, 2, 3]];
    const answers = [];
    for (const window of windows) answers.push(await run(Int32Array.from(window)));
    expect(answers).toEqual([2, 3, 2, 1, 3]);
    expect(ran).toEqual(['1,2', '1,2,3', '12']);
  });

  it('are forgotten, the oldest first', async () => {
    let ran = 0;
    const run = cacheWindows(async () => {
      ran += 1;
      return ran;
    });
    for (let number = 0; number <= 256; number += 1) await run(Int32Array.of(number));
    expect(await run(Int32Array.of(256))).toBe(257);
    expect(await run(Int32Array.of(0))).toBe(258);
  });

  it('that failed are tried again', async () => {
    let fails = true;
    const run = cacheWindows(async () => {
      if (fails) throw new Error('not now');
      return 1;
    });
    await expect(run(Int32Array.of(1))).rejects.toThrow('not now');
    fails = false;
    expect(await run(Int32Array.of(1))).toBe(1);
  });
});
