import { type Box, boundsOf, type LayoutItem, type Row } from '../layout-item.ts';
import type { ColumnLine } from './column-line.ts';
import { continuationScore, endsSentence } from './continues-text.ts';
import type { ColumnCut } from './find-columns.ts';

/** A place between columns, and their lines. */
export interface ClassifiedStrip extends ColumnCut {
  readonly lefts: readonly ColumnLine[];
  readonly rights: readonly ColumnLine[];
}

/** Lines next to an inset on each side where text flows past it. */
const alongsideMin = 2;
/** Rows that may interrupt columns. */
const insetRowsMax = 8;
/** A line that continues another within a sentence has at least this score. */
const withinSentence = 1;
/** Captions are smaller than the text by this factor. */
const captionSize = 0.93;
/** Quotations are larger by this factor. */
const quotationSize = 1.08;

/** Whether a strip is above or below another one, at the same place. */
export const isInLine = (
  { x, start, end }: ColumnCut,
  strip: { readonly left: number; readonly right: number; readonly start: number; readonly end: number },
): boolean => strip.left < x && strip.right > x && (strip.end <= start || strip.start >= end);

/**
 * Joins a cut to those above and below it where the text of each column goes on: a picture with a caption, or a quotation,
 * is between them, but no new part of the page. That is decided by the letters of the last and the first lines.
 */
export function joinParts(
  rows: readonly Row<LayoutItem>[],
  cut: ClassifiedStrip,
  parts: readonly ClassifiedStrip[],
  { size, rules }: { readonly size: number; readonly rules: readonly Box[] },
): ColumnCut {
  const inLine = parts
    .filter((part) => Math.abs(part.x - cut.x) < size && (part.end <= cut.start || part.start >= cut.end))
    .concat(cut)
    .sort((a, b) => a.start - b.start);
  const at = inLine.indexOf(cut);
  let { start, end } = cut;
  const insets = new Set<LayoutItem>();
  const join = (above: ClassifiedStrip | undefined, below: ClassifiedStrip | undefined): boolean => {
    if (above === undefined || below === undefined) return false;
    const between = rows.slice(above.end, below.start);
    if (cut.band !== undefined) return false;
    const [last, first] = [rows[above.end - 1]?.y ?? 0, rows[below.start]?.y ?? 0];
    if (rules.some((rule) => rule.top > last && rule.top < first && rule.left < cut.x && rule.right > cut.x))
      return false;
    const items = between.flatMap((row) => row.items);
    const inset = insetOf(between, cut.x);
    const isAlongside = hasTextAlongside(items, inset);
    if (!isAlongside && (between.length > insetRowsMax || !goOn(above, below, inset, size))) return false;
    for (const item of inset) insets.add(item);
    return true;
  };
  for (let index = at; index > 0 && join(inLine[index - 1], inLine[index]); index -= 1)
    start = inLine[index - 1]?.start ?? start;
  for (let index = at; index + 1 < inLine.length && join(inLine[index], inLine[index + 1]); index += 1)
    end = inLine[index + 1]?.end ?? end;
  return { x: cut.x, start, end, band: cut.band, insets };
}

/**
 * The cut, or one that goes on above and below it: text of two columns that flows around a picture has white space on both
 * sides of the picture's caption, too.
 */
export function outerOf(
  cut: ColumnCut,
  rows: readonly Row<LayoutItem>[],
  parts: readonly ClassifiedStrip[],
  context: { readonly size: number; readonly rules: readonly Box[] },
): ColumnCut {
  const outer = parts
    .filter((part) => Math.abs(part.x - cut.x) >= context.size)
    .map((part) => joinParts(rows, part, parts, context))
    .filter(({ start, end }) => start < cut.start && end > cut.end);
  return outer.toSorted((a, b) => b.end - b.start - (a.end - a.start))[0] ?? cut;
}

/** Words of a row that are apart by at most this part of the font size are in one piece of text. */
const wordGapMax = 1.2;

/** The pieces of text across a place, and the items above and below them within their width. */
function insetOf(rows: readonly Row<LayoutItem>[], x: number): LayoutItem[] {
  const { left, right } = boundsOf(rows.flatMap((row) => pieceAcross(row, x)));
  return rows
    .flatMap((row) => row.items)
    .filter((item) => (item.left + item.right) / 2 > left && (item.left + item.right) / 2 < right);
}

/** The words of a row that are in one piece with text on both sides of a place. */
function pieceAcross({ items, size }: Row<LayoutItem>, x: number): LayoutItem[] {
  let piece: LayoutItem[] = [];
  for (const item of items) {
    const before = piece.at(-1);
    if (before !== undefined && item.left - before.right > wordGapMax * size) {
      if (before.right > x) break;
      piece = [];
    }
    piece.push(item);
  }
  return (piece[0]?.left ?? x) < x && (piece.at(-1)?.right ?? x) > x ? piece : [];
}

/** Whether text flows past an inset on both sides. */
function hasTextAlongside(items: readonly LayoutItem[], inset: readonly LayoutItem[]): boolean {
  if (inset.length === 0) return false;
  const { left, right, top, bottom } = boundsOf(inset);
  const alongside = items.filter((item) => item.bottom > top && item.top < bottom && !inset.includes(item));
  const lines = (isInside: (item: LayoutItem) => boolean): boolean =>
    alongside.filter(isInside).length >= alongsideMin;
  return lines((item) => item.right <= left) && lines((item) => item.left >= right);
}

/** Whether the text of columns goes on below an inset rather than in the next column above it. */
function goOn(
  above: ClassifiedStrip,
  below: ClassifiedStrip,
  inset: readonly LayoutItem[],
  size: number,
): boolean {
  const score = (before: ColumnLine | undefined, after: ColumnLine | undefined): number =>
    before === undefined || after === undefined ? 0 : continuationScore(before.text, after.text);
  const [left, right] = [
    score(above.lefts.at(-1), below.lefts[0]),
    score(above.rights.at(-1), below.rights[0]),
  ];
  const across = score(above.lefts.at(-1), above.rights[0]) + score(above.rights.at(-1), below.lefts[0]);
  const isFloat = isCaptionOrQuotation(inset, size);
  return left + right >= across && (isFloat || Math.max(left, right) >= withinSentence);
}

/** Whether text is smaller than the columns, or larger and a sentence, unlike a heading. */
function isCaptionOrQuotation(inset: readonly LayoutItem[], size: number): boolean {
  if (inset.every((item) => item.size < captionSize * size)) return true;
  const last = inset.toSorted((a, b) => a.bottom - b.bottom || a.right - b.right).at(-1);
  return (
    last !== undefined && endsSentence(last.text) && inset.every((item) => item.size > quotationSize * size)
  );
}
