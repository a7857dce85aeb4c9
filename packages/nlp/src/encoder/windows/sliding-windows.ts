/** A stretch of pieces that goes through the network at once; it answers for `ownedStart` to `ownedEnd` of them. */
export interface SubwordWindow {
  readonly start: number;
  readonly end: number;
  readonly coreStart: number;
  readonly coreEnd: number;
}

/** How good a place for a cut is, larger is better: `boundaryAt(piece)` rates the place before a piece. */
export type SplitPointScorer = (piece: number) => number;

/** Pieces in a window: with `<s>` and `</s>` it is 256 long. */
export const windowLengthMax = 254;
/** Neighbouring windows share at least so many pieces. */
export const windowOverlapMin = 64;
/** How far a start or an end may move to a better place. */
const slackPieces = 32;

/**
 * Cuts `count` pieces into overlapping windows, greedily from the left: where a window starts and what it owns depends
 * on nothing after the window before it, so that text which comes later changes nothing two windows before.
 *
 * A piece belongs to the window in which it has most context, by the shorter of its two sides, where the beginning and
 * the end of the text are no lack of it; of equal ones to the earlier. Windows are at least three overlaps long, so
 * that comes to one seam in the middle of what two neighbours share.
 */
export function slidingWindows(count: number, boundaryAt: SplitPointScorer): SubwordWindow[] {
  const windows: SubwordWindow[] = [];
  let start = 0;
  let ownedStart = 0;
  for (;;) {
    if (count - start <= windowLengthMax) {
      windows.push({ start, end: count, coreStart: ownedStart, coreEnd: count });
      return windows;
    }
    const end = bestBoundary(start + windowLengthMax - slackPieces, start + windowLengthMax, boundaryAt);
    const next = bestBoundary(end - windowOverlapMin - slackPieces, end - windowOverlapMin, boundaryAt);
    const ownedEnd = Math.floor((next + end - 1) / 2) + 1;
    windows.push({ start, end, coreStart: ownedStart, coreEnd: ownedEnd });
    start = next;
    ownedStart = ownedEnd;
  }
}

/** The best rated place of `from` to `to`, the last of equal ones. */
function bestBoundary(from: number, to: number, boundaryAt: SplitPointScorer): number {
  let best = to;
  for (let at = to - 1; at >= from; at -= 1) if (boundaryAt(at) > boundaryAt(best)) best = at;
  return best;
}
