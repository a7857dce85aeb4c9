import { describe, expect, it } from 'vitest';
import { lazy } from './lazy.ts';

describe('lazy', () => {
  it('loads once, on the first call, and shares the value among concurrent calls', async () => {
    let loads = 0;
    const load = lazy(async () => {
      loads += 1;
      return {};
    });
    expect(loads).toBe(0);
    const [first, second] = await Promise.all([load(), load()]);
    expect(first).toBe(second);
    expect(await load()).toBe(first);
    expect(loads).toBe(1);
  });

  it('loads again after a failure', async () => {
    let attempts = 0;
    const load = lazy(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('not found');
      return attempts;
    });
    await expect(load()).rejects.toThrow('not found');
    expect(await load()).toBe(2);
  });
});
