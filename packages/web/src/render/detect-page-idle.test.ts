import { describe, expect, it } from 'vitest';
import { createIdleDetector } from './detect-page-idle.ts';

/** The time at which a page counts as settled, looked at every 100 ms for a minute. */
function settledAt(
  page: (ms: number) => { text: number; open?: number; parsed?: boolean },
): number | undefined {
  const isSettled = createIdleDetector(0);
  for (let atMs = 0; atMs <= 60_000; atMs += 100) {
    const { text, open = 0, parsed = true } = page(atMs);
    if (isSettled({ atMs, textLength: text, openRequests: open, isParsed: parsed })) return atMs;
  }
  return undefined;
}

describe('a page has settled', () => {
  it('half a second after its text and its network came to rest', () => {
    expect(settledAt((ms) => ({ text: ms < 1000 ? ms + 100 : 1100, open: ms < 1500 ? 1 : 0 }))).toBe(1900);
    expect(settledAt(() => ({ text: 500 }))).toBe(500);
  });

  it('two seconds after its text came to rest when the network never does', () => {
    expect(settledAt((ms) => ({ text: ms < 1000 ? 100 : 900, open: 1 }))).toBe(3000);
  });

  it('three seconds after all is quiet when it shows next to nothing', () => {
    expect(settledAt((ms) => ({ text: 12, open: ms < 1000 ? 1 : 0 }))).toBe(3900);
    expect(settledAt((ms) => ({ text: ms < 2000 ? 0 : 400 }))).toBe(2500);
  });

  it('never while its text grows or it is still being read', () => {
    expect(settledAt((ms) => ({ text: ms + 100 }))).toBeUndefined();
    expect(settledAt(() => ({ text: 500, parsed: false }))).toBeUndefined();
    expect(settledAt(() => ({ text: 0, open: 1 }))).toBeUndefined();
  });
});
