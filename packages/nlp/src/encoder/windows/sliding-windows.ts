/**
 * A range of subwords that runs through the network at once. Results are taken only from its core, `coreStart` to
 * `coreEnd`; the rest gives context. Ends are exclusive.
 */
export interface SubwordWindow {
  readonly start: number;
  readonly end: number;
  readonly coreStart: number;
  readonly coreEnd: number;
}

/** Scores the position before a subword as a split point. Higher is better. */
export type SplitPointScorer = (subword: number) => number;

/** Maximum subwords per window; `<s>` and `</s>` make it 256. */
export const windowLengthMax = 254;
/** Minimum subwords that adjacent windows share. */
export const windowOverlapMin = 64;
/** How far a start or an end may move to reach a better split point. */
const slackMax = 32;

/**
 * Splits subwords into overlapping windows, greedily from the left. The start and the core of a window depend on nothing
 * after the previous window, so appended text does not change windows more than two back.
 *
 * Each subword belongs to the core of the window in which it has the most context, measured on the shorter side; the
 * beginning and the end of the text count as unlimited context, and ties go to the earlier window. Windows are at least
 * three times as long as the overlap, so the core boundary is the middle of the overlap of two windows.
 *
 * @param count number of subwords
 * @returns at least one window; an empty one when `count` is 0
 */
export function slidingWindows(count: number, scoreSplitPoint: SplitPointScorer): SubwordWindow[] {
  const windows: SubwordWindow[] = [];
  let start = 0;
  let coreStart = 0;
  for (;;) {
    if (count - start <= windowLengthMax) {
      windows.push({ start, end: count, coreStart, coreEnd: count });
      return windows;
    }
    const endMax = start + windowLengthMax;
    const end = bestSplitPoint(endMax - slackMax, endMax, scoreSplitPoint);
    const nextMax = end - windowOverlapMin;
    const next = bestSplitPoint(nextMax - slackMax, nextMax, scoreSplitPoint);
    const coreEnd = Math.floor((next + end - 1) / 2) + 1;
    windows.push({ start, end, coreStart, coreEnd });
    start = next;
    coreStart = coreEnd;
  }
}

/** Returns the best split point in `from`..`to`, inclusive; the last one of equal score. */
function bestSplitPoint(from: number, to: number, scoreSplitPoint: SplitPointScorer): number {
  let best = to;
  for (let at = to - 1; at >= from; at -= 1) if (scoreSplitPoint(at) > scoreSplitPoint(best)) best = at;
  return best;
}
