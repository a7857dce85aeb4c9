import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SubwordWindow, slidingWindows, windowLengthMax, windowOverlapMin } from './sliding-windows.ts';

/** One score per position before a subword. */
const scores = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3000 });

describe('slidingWindows', () => {
  it('covers all subwords with sufficient overlap, each in one core', () => {
    fc.assert(
      fc.property(scores, (splitScores) => {
        const windows = split(splitScores);
        let [end, coreEnd] = [0, 0];
        for (const [at, window] of windows.entries()) {
          expect(window.end - window.start).toBeLessThanOrEqual(windowLengthMax);
          if (at > 0) expect(end - window.start).toBeGreaterThanOrEqual(windowOverlapMin);
          expect(window.end).toBeGreaterThan(end);
          expect(window.coreStart).toBe(coreEnd);
          expect(window.coreStart).toBeGreaterThanOrEqual(window.start);
          expect(window.coreEnd).toBeLessThanOrEqual(window.end);
          [end, coreEnd] = [window.end, window.coreEnd];
        }
        expect([end, coreEnd]).toEqual([splitScores.length, splitScores.length]);
      }),
    );
  });

  it('assigns each subword to the window with the most context, the earlier of equal ones', () => {
    fc.assert(
      fc.property(scores, (splitScores) => {
        const windows = split(splitScores);
        for (let subword = 0; subword < splitScores.length; subword += 1)
          expect(windowOf(subword, windows)).toBe(mostContext(subword, windows, splitScores.length));
      }),
      { numRuns: 30 },
    );
  });

  it('keeps all but the last two windows when text is appended', () => {
    fc.assert(
      fc.property(scores, scores, fc.nat(), (splitScores, added, choice) => {
        const windows = split(splitScores);
        const last = choice % windows.length;
        const kept = splitScores.slice(0, windows[last]?.end);
        const longer = split([...kept, ...added]);
        const unchanged = Math.max(0, last - 1);
        expect(longer.slice(0, unchanged)).toEqual(windows.slice(0, unchanged));
      }),
    );
  });

  it('starts and ends windows at the best split points within reach', () => {
    const splitScores = new Array<number>(600).fill(0);
    [splitScores[230], splitScores[240], splitScores[150], splitScores[170]] = [3, 1, 1, 1];
    const [first, second] = split(splitScores);
    expect(first).toEqual({ start: 0, end: 230, coreStart: 0, coreEnd: 190 });
    expect(second?.start).toBe(150);
  });

  it('returns one window for a short text and one empty window for no subwords', () => {
    expect(slidingWindows(0, () => 0)).toEqual([{ start: 0, end: 0, coreStart: 0, coreEnd: 0 }]);
    expect(slidingWindows(254, () => 0)).toHaveLength(1);
    expect(slidingWindows(255, () => 0)).toHaveLength(2);
  });
});

function split(splitScores: readonly number[]): SubwordWindow[] {
  return slidingWindows(splitScores.length, (subword) => splitScores[subword] ?? 0);
}

function windowOf(subword: number, windows: readonly SubwordWindow[]): number {
  return windows.findIndex(({ coreStart, coreEnd }) => coreStart <= subword && subword < coreEnd);
}

/** The window with the most context, by definition. */
function mostContext(subword: number, windows: readonly SubwordWindow[], count: number): number {
  const contexts = windows.map(({ start, end }) => {
    if (subword < start || subword >= end) return -1;
    const left = start === 0 ? Number.POSITIVE_INFINITY : subword - start;
    const right = end === count ? Number.POSITIVE_INFINITY : end - 1 - subword;
    return Math.min(left, right);
  });
  return contexts.indexOf(Math.max(...contexts));
}
