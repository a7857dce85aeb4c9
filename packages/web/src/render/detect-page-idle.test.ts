import { describe, expect, it } from 'vitest';
import { PageIdleDetector } from './detect-page-idle.ts';

/** When a page counts as idle, observed every 100 ms for a minute; undefined if never. */
function idleAtMs(
  page: (ms: number) => { text: number; open?: number; parsed?: boolean },
): number | undefined {
  const detector = new PageIdleDetector(0);
  for (let atMs = 0; atMs <= 60_000; atMs += 100) {
    const { text, open = 0, parsed = true } = page(atMs);
    if (detector.observe({ atMs, textLength: text, openRequests: open, isParsed: parsed })) return atMs;
  }
  return undefined;
}

describe('PageIdleDetector', () => {
  it('reports a page idle 500 ms after its text and network stopped changing', () => {
    expect(idleAtMs((ms) => ({ text: ms < 1000 ? ms + 100 : 1100, open: ms < 1500 ? 1 : 0 }))).toBe(1900);
    expect(idleAtMs(() => ({ text: 500 }))).toBe(500);
  });

  it('reports a page idle 2 s after its text stopped changing when requests go on', () => {
    expect(idleAtMs((ms) => ({ text: ms < 1000 ? 100 : 900, open: 1 }))).toBe(3000);
  });

  it('waits 3 s on an almost empty page', () => {
    expect(idleAtMs((ms) => ({ text: 12, open: ms < 1000 ? 1 : 0 }))).toBe(3900);
    expect(idleAtMs((ms) => ({ text: ms < 2000 ? 0 : 400 }))).toBe(2500);
  });

  it('does not report a page idle while its text grows, it is parsed, or it is empty and loading', () => {
    expect(idleAtMs((ms) => ({ text: ms + 100 }))).toBeUndefined();
    expect(idleAtMs(() => ({ text: 500, parsed: false }))).toBeUndefined();
    expect(idleAtMs(() => ({ text: 0, open: 1 }))).toBeUndefined();
  });
});
