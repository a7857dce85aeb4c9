import type { Box, LayoutItem, Row } from '../layout-item.ts';

/** A white strip between text: edges in x, its first row, and the row after its last. */
export interface Strip {
  readonly left: number;
  readonly right: number;
  readonly start: number;
  readonly end: number;
}

/** Open strips that are followed; the latest are dropped beyond it. */
const openMax = 64;

/** Distances by which strips are found. */
export interface StripMetrics {
  /** Size of most text. */
  readonly size: number;
  /** Width of a strip in parts of the font size: narrower ones are spaces between words. */
  readonly widthMin: number;
  /** By how much the edges of items may be too far outside, in parts of the font size. */
  readonly edgeTolerance: number;
  /** Share of its rows that a strip may cross, since two words were read as one; 0 where words are certain. */
  readonly missedMax: number;
}

/**
 * Finds the white strips of a page that cannot be extended: maximal white rectangles (Breuel 2002) on rows of text. Rows
 * are swept from top to bottom; each one narrows, splits or ends the strips that are open, and opens those that begin with
 * it. Strips along the margins are left out.
 *
 * @param rules horizontal lines, which end the strips that they cross, sorted by their top
 */
export function findStrips(
  rows: readonly Row<LayoutItem>[],
  metrics: StripMetrics,
  rules: readonly Box[],
): Strip[] {
  const found: Strip[] = [];
  const close = ({ left, right, start, end }: OpenStrip): void => {
    if (Number.isFinite(left) && Number.isFinite(right) && end - start > 1)
      found.push({ left, right, start, end });
  };
  let open: OpenStrip[] = [];
  let ruleAt = 0;
  for (const [index, row] of rows.entries()) {
    for (let rule = rules[ruleAt]; rule !== undefined && rule.top < row.y; rule = rules[ruleAt]) {
      open = open.filter((strip) => {
        if (!isCrossed(strip, rule)) return true;
        close(strip);
        return false;
      });
      ruleAt += 1;
    }
    open = advance(open, row, index, metrics, close);
  }
  for (const strip of open) close(strip);
  return found;
}

interface OpenStrip {
  readonly left: number;
  readonly right: number;
  readonly start: number;
  /** The row after the last one that leaves it free, and the rows before it that do not. */
  readonly end: number;
  readonly missed: number;
}

const isCrossed = ({ left, right }: OpenStrip, rule: Box): boolean =>
  rule.left < (Number.isFinite(left) ? left : right) && rule.right > (Number.isFinite(right) ? right : left);

/** The strips that are open after a row; `close` receives those that the row narrows or ends. */
function advance(
  open: readonly OpenStrip[],
  { items }: Row<LayoutItem>,
  index: number,
  metrics: StripMetrics,
  close: (strip: OpenStrip) => void,
): OpenStrip[] {
  const next: OpenStrip[] = [];
  const whites = whitesOf(items, metrics);
  const width = metrics.widthMin * metrics.size;
  const end = index + 1;
  for (const strip of open) {
    let isKept = false;
    for (const white of whites) {
      if (white.left >= strip.right) break;
      const [left, right] = [Math.max(white.left, strip.left), Math.min(white.right, strip.right)];
      if (right - left < width) continue;
      isKept ||= left === strip.left && right === strip.right;
      next.push({ ...strip, left, right, end });
    }
    if (isKept) continue;
    if (mayMiss(strip, items, index, metrics)) next.push({ ...strip, missed: strip.missed + 1 });
    else close(strip);
  }
  for (const { left, right } of whites) next.push({ left, right, start: index, end, missed: 0 });
  return withoutContained(next);
}

/** Rows in a row that may cross a strip. */
const missedRunMax = 2;

/** Whether a strip may go on below a row that crosses it. */
function mayMiss(
  { left, right, start, end, missed }: OpenStrip,
  items: readonly LayoutItem[],
  index: number,
  { size, missedMax }: StripMetrics,
): boolean {
  if (index - end >= missedRunMax || missed + 1 > missedMax * (index - start)) return false;
  return !items.some((item) => item.size > largeText * size && item.left < right && item.right > left);
}

/** Text that is larger than most by this factor has wider spaces, so that its edges count as they are. */
const largeText = 1.2;

/** By how much an item may be too long on each side. @param size of most text */
export const insetOf = (item: LayoutItem, size: number, edgeTolerance: number): number =>
  item.size > largeText * size ? 0 : edgeTolerance * item.size;

/** The white intervals of a row, including those before its first item and after its last. Spaces grow with the text. */
function whitesOf(
  items: readonly LayoutItem[],
  { size, widthMin, edgeTolerance }: StripMetrics,
): { left: number; right: number }[] {
  const whites: { left: number; right: number }[] = [];
  let left = -Infinity;
  let before: LayoutItem | undefined;
  for (const item of items) {
    const inset = insetOf(item, size, edgeTolerance);
    const larger = Math.min(before?.size ?? 0, item.size);
    if (item.left + inset - left >= widthMin * Math.max(size, larger))
      whites.push({ left, right: item.left + inset });
    if (item.right - inset > left) [left, before] = [item.right - inset, item];
  }
  whites.push({ left, right: Infinity });
  return whites;
}

/** Drops the strips inside of others that begin as early. */
function withoutContained(strips: OpenStrip[]): OpenStrip[] {
  strips.sort((a, b) => a.start - b.start || a.missed - b.missed || b.right - b.left - (a.right - a.left));
  const kept: OpenStrip[] = [];
  for (const strip of strips) {
    if (kept.length === openMax) break;
    const isContained = kept.some(
      ({ left, right, missed }) => left <= strip.left && right >= strip.right && missed <= strip.missed,
    );
    if (!isContained) kept.push(strip);
  }
  return kept;
}
