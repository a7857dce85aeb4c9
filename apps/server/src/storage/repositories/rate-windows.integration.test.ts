import { afterAll, beforeAll, expect, it } from 'vitest';
import { uniqueText } from '../fixtures/create-test-account.ts';
import { describeDatabases } from '../fixtures/describe-databases.ts';
import type { Store } from '../store.ts';

describeDatabases('rate windows', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  }, 60_000);
  afterAll(() => store.close());

  it('counts requests by key and window, tolerates a clock behind by a window, and ignores windows far ahead', async () => {
    const [one, other] = [uniqueText('key'), uniqueText('key')];
    expect(await store.rateWindows.increment(one, 60_000)).toBe(1);
    expect(await store.rateWindows.increment(one, 60_000)).toBe(2);
    expect(await store.rateWindows.increment(other, 60_000)).toBe(1);
    expect(await store.rateWindows.increment(one, 120_000)).toBe(1);
    expect(await store.rateWindows.increment(one, 60_000)).toBe(2);
    // The clock was set back by an hour: the window ahead must not limit the key until then.
    expect(await store.rateWindows.increment(one, 3_720_000)).toBe(1);
    expect(await store.rateWindows.increment(one, 120_000)).toBe(1);
  });
});
