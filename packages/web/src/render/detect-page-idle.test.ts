import { describe, expect, it } from 'vitest';
import { PageIdleDetector } from './detect-page-idle.ts';

/** When a page counts as idle, observed every 100 ms for a minute; undefined if never. */
function idleAtMs(
  page: (ms: number) => { text: number; open?: number; parsed?: boolean; placeholder?: boolean },
): number | undefined {
  const detector = new PageIdleDetector(0);
  for (let atMs = 0; atMs <= 60_000; atMs += 100) {
    const { text, open = 0, parsed = true, placeholder = false } = page(atMs);
    const state = {
      atMs,
      textLength: text,
      openRequests: open,
      isParsed: parsed,
      hasPlaceholder: placeholder,
    };
    if (detector.observe(state)) return atMs;
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

  it('waits 12 s on an almost empty page, and 5 s on one with a placeholder', () => {
    expect(idleAtMs((ms) => ({ text: 12, open: ms < 1000 ? 1 : 0 }))).toBe(12_900);
    expect(idleAtMs((ms) => ({ text: ms < 10_000 ? 0 : 400 }))).toBe(10_500);
    expect(idleAtMs(() => ({ text: 400, placeholder: true }))).toBe(5000);
    expect(idleAtMs((ms) => ({ text: 400, placeholder: ms < 2000 }))).toBe(2000);
  });

  it('does not report a page idle while its text grows, it is parsed, or it is empty and loading', () => {
    expect(idleAtMs((ms) => ({ text: ms + 100 }))).toBeUndefined();
    expect(idleAtMs(() => ({ text: 500, parsed: false }))).toBeUndefined();
    expect(idleAtMs(() => ({ text: 0, open: 1 }))).toBeUndefined();
  });
});
