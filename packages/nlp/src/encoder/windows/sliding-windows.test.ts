import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SubwordWindow, slidingWindows, windowLengthMax, windowOverlapMin } from './sliding-windows.ts';

/** Ratings of places, as random as can be; the first may be anything, too. */
const ratings = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3000 });

describe('windows', () => {
  it('cover all pieces, overlap enough, and own every piece once', () => {
    fc.assert(
      fc.property(ratings, (rating) => {
        const windows = split(rating);
        let [reached, owned] = [0, 0];
        for (const [at, window] of windows.entries()) {
          expect(window.end - window.start).toBeLessThanOrEqual(windowLengthMax);
          if (at > 0) expect(reached - window.start).toBeGreaterThanOrEqual(windowOverlapMin);
          expect(window.end).toBeGreaterThan(reached);
          expect(window.coreStart).toBe(owned);
          expect(window.coreStart).toBeGreaterThanOrEqual(window.start);
          expect(window.coreEnd).toBeLessThanOrEqual(window.end);
          [reached, owned] = [window.end, window.coreEnd];
        }
        expect([reached, owned]).toEqual([rating.length, rating.length]);
      }),
    );
  });

  it('own the pieces that have most context in them, of equal ones the earlier', () => {
    fc.assert(
      fc.property(ratings, (rating) => {
        const windows = split(rating);
        for (let piece = 0; piece < rating.length; piece += 1)
          expect(ownerOf(piece, windows)).toBe(mostContext(piece, windows, rating.length));
      }),
      { numRuns: 30 },
    );
  });

  it('do not change two windows before added text', () => {
    fc.assert(
      fc.property(ratings, ratings, fc.nat(), (rating, added, choice) => {
        const windows = split(rating);
        const last = choice % windows.length;
        const kept = rating.slice(0, windows[last]?.end);
        const longer = split([...kept, ...added]);
        const unchanged = Math.max(0, last - 1);
        expect(longer.slice(0, unchanged)).toEqual(windows.slice(0, unchanged));
      }),
    );
  });

  it('start and end at the best places within reach', () => {
    const rating = new Array<number>(600).fill(0);
    [rating[230], rating[240], rating[150], rating[170]] = [3, 1, 1, 1];
    const [first, second] = split(rating);
    expect(first).toEqual({ start: 0, end: 230, ownedStart: 0, ownedEnd: 190 });
    expect(second?.start).toBe(150);
  });

  it('are one for what fits, and one without pieces for nothing', () => {
    expect(slidingWindows(0, () => 0)).toEqual([{ start: 0, end: 0, ownedStart: 0, ownedEnd: 0 }]);
    expect(slidingWindows(254, () => 0)).toHaveLength(1);
    expect(slidingWindows(255, () => 0)).toHaveLength(2);
  });
});

function split(rating: readonly number[]): SubwordWindow[] {
  return slidingWindows(rating.length, (piece) => rating[piece] ?? 0);
}

function ownerOf(piece: number, windows: readonly SubwordWindow[]): number {
  return windows.findIndex(
    ({ coreStart: ownedStart, coreEnd: ownedEnd }) => ownedStart <= piece && piece < ownedEnd,
  );
}

/** The rule by its definition. */
function mostContext(piece: number, windows: readonly SubwordWindow[], count: number): number {
  const contexts = windows.map(({ start, end }) => {
    if (piece < start || piece >= end) return -1;
    const left = start === 0 ? Number.POSITIVE_INFINITY : piece - start;
    const right = end === count ? Number.POSITIVE_INFINITY : end - 1 - piece;
    return Math.min(left, right);
  });
  return contexts.indexOf(Math.max(...contexts));
}
