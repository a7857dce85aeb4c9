import { groupRows } from '../group-rows.ts';
import { boundsOf, type LayoutItem, medianOf, type Row } from '../layout-item.ts';
import { describeSide, haveLongLabels, type Side, type SideRow, valueForm } from './describe-side.ts';

/** Blocks next to each other are apart by at least this part of the font size. */
const gapMin = 1.6;
/** They are apart by at least this many spaces. */
const gapSpaces = 4;
/** A gap of this part of the font size above a line starts a new band, from coarse to fine. */
const bandGaps = [0.95, 0.6, 0.35];
/** Items of a band with short blocks. */
const bandItemsMax = 1000;
/** A side has at most this many rows. */
const rowsMax = 14;
/** Rows of a side that are apart by this part of the font size belong to different paragraphs. */
const paragraphGap = 2;
/** Rows next to each other whose middles differ by less than this part of the font size are exactly aligned. */
const exactRowOffsetMax = 0.27;
/** Cells of a row have the same size of text within this factor. */
const sizeRatio = 1.15;

/** Two blocks next to each other, such as an address and the numbers of an invoice. */
export interface SideBlocks {
  /** Position between them. */
  readonly x: number;
  /** Their first row, and the row after their last. */
  readonly start: number;
  readonly end: number;
}

/**
 * Finds two short blocks next to each other whose lines do not belong together: lines of text, such as an address, and
 * another text or a list of labels with values. The rows of a table are aligned and have one size of text.
 *
 * @param space between words, in parts of the font size
 */
export function findSideBlocks(rows: readonly Row<LayoutItem>[], space: number): SideBlocks | undefined {
  const items = rows.flatMap((row) => row.items);
  for (const band of bandGaps.flatMap((gap) => bandsOf(items, gap))) {
    if (band.length > bandItemsMax) continue;
    let best: SideBlocks | undefined;
    let bestScore = 0;
    for (const x of gapsOf(band, Math.max(gapMin, gapSpaces * space))) {
      const sides = sidesOf(band, x, space);
      const score = scoreSides(sides[0], sides[1]);
      if (score <= bestScore) continue;
      const { top, bottom } = extentOf(band, sides);
      const start = rows.findIndex(({ y }) => y >= top);
      const end = rows.findLastIndex(({ y }) => y <= bottom) + 1;
      if (start < 0 || end <= start) continue;
      bestScore = score;
      best = { x, start, end };
    }
    if (best !== undefined) return best;
  }
  return undefined;
}

/** Divides items where there is a free space across the page. @param gap in parts of the font size */
function bandsOf(items: readonly LayoutItem[], gap: number): LayoutItem[][] {
  const bands: LayoutItem[][] = [];
  let bottom = -Infinity;
  for (const item of items.toSorted((a, b) => a.top - b.top)) {
    if (item.top > bottom + gap * item.size) bands.push([]);
    bands.at(-1)?.push(item);
    bottom = Math.max(bottom, item.bottom);
  }
  return bands;
}

/** Middles of the free spaces along a band. @param gapWidth in parts of the font size */
function gapsOf(band: readonly LayoutItem[], gapWidth: number): number[] {
  const size = medianOf(band.map((item) => item.size));
  const gaps: number[] = [];
  let right = Infinity;
  for (const item of band.toSorted((a, b) => a.left - b.left)) {
    if (item.left - right > gapWidth * size) gaps.push((item.left + right) / 2);
    right = Math.max(right === Infinity ? -Infinity : right, item.right);
  }
  return gaps;
}

/** The sides of a position in a band. */
function sidesOf(band: readonly LayoutItem[], x: number, space: number): [Side, Side] {
  const isLeft = ({ left, right }: LayoutItem): boolean => (left + right) / 2 < x;
  const describe = (items: readonly LayoutItem[]): Side => describeSide(groupRows(items), space);
  return [describe(band.filter(isLeft)), describe(band.filter((item) => !isLeft(item)))];
}

/** The rows next to each other, without the paragraphs of one side above or below the other. */
function extentOf(band: readonly LayoutItem[], sides: readonly Side[]): { top: number; bottom: number } {
  const innerTop = Math.max(...sides.map(({ rows }) => rows[0]?.y ?? -Infinity));
  const innerBottom = Math.min(...sides.map(({ rows }) => rows.at(-1)?.y ?? Infinity));
  let { top, bottom } = boundsOf(band);
  for (const { rows } of sides) {
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1];
      if (next === undefined || next.y - row.y < paragraphGap * Math.max(row.size, next.size)) continue;
      if (next.y > innerBottom + row.size * 0.7)
        bottom = Math.min(bottom, (Math.max(row.y, innerBottom) + next.y) / 2);
      if (row.y < innerTop - row.size * 0.7) top = Math.max(top, (row.y + Math.min(next.y, innerTop)) / 2);
    }
  }
  return { top, bottom };
}

/** How sure it is that the sides of a position are separate blocks; 0 if they are not. */
function scoreSides(left: Side, right: Side): number {
  if (areLists(left, right)) return 0.8;
  const [few, many] = left.rows.length < right.rows.length ? [left, right] : [right, left];
  if (many.rows.length < 2 || many.rows.length > rowsMax || !areLevel(few.rows, many.rows)) return 0;
  const hasPairs = (left.isText && right.isPairs) || (left.isPairs && right.isText);
  if (!hasPairs && !(left.isText && right.isText && few.rows.length > 1)) return 0;
  const partners = few.rows.map((row) => partnerOf(row, many.rows));
  const loose = partners.filter((partner) => partner === undefined).length / few.rows.length;
  if (!hasPairs) return loose >= 0.5 ? loose : Number(areAddresses(left.rows, right.rows)) * 0.6;
  const differs = few.rows.some(({ size }, index) => {
    const partner = partners[index];
    return partner !== undefined && ratio(size, partner.size) > sizeRatio;
  });
  const surplus = 1 - few.rows.length / many.rows.length;
  const evidence = loose + (differs ? 1 : 0) + surplus;
  if (evidence > 0.3) return 1 + evidence;
  return right.isPairs && few.rows.length > 1 && haveLongLabels(right.rows) ? 0.5 : 0;
}

/** Rows of a list of pairs, and share of them that are pairs with values of one form. */
const [listRowsMin, listShare] = [4, 0.9];

/** Whether both sides are lists of labels with values of one form, such as prices, rather than columns of one table. */
function areLists(left: Side, right: Side): boolean {
  if (!left.isPairs || !right.isPairs || Math.min(left.rows.length, right.rows.length) < listRowsMin)
    return false;
  const rows = [...left.rows, ...right.rows];
  const form = valueForm(left.rows[0]);
  return (
    form !== undefined && rows.filter((row) => valueForm(row) === form).length >= listShare * rows.length
  );
}

/** Rows of two addresses next to each other. */
const [addressRowsMin, addressRowsMax] = [3, 7];

/**
 * Whether the rows of two sides are like each other, but not like those above and below them, as those of two addresses
 * are: a name, a street with a number, a town. The cells of a column of a table are of one kind.
 */
function areAddresses(left: readonly SideRow[], right: readonly SideRow[]): boolean {
  if (left.length !== right.length || left.length < addressRowsMin || left.length > addressRowsMax)
    return false;
  const kindOf = ({ pieces: [text = ''] }: SideRow): string => (/\p{N}/u.test(text) ? 'number' : 'text');
  const [kinds, others] = [left.map(kindOf), right.map(kindOf)];
  const body = kinds.slice(1);
  return kinds.join() === others.join() && new Set(body).size > 1;
}

/** Whether most rows of one side are at the height of the other side. */
function areLevel(few: readonly SideRow[], many: readonly SideRow[]): boolean {
  const [top, bottom] = [many[0]?.y ?? 0, many.at(-1)?.y ?? 0];
  const level = few.filter(({ y, size }) => y > top - size * 0.7 && y < bottom + size * 0.7);
  return level.length >= few.length / 2;
}

const ratio = (a: number, b: number): number => Math.max(a, b) / Math.min(a, b);

const partnerOf = ({ y, size }: SideRow, rows: readonly SideRow[]): SideRow | undefined =>
  rows.find((row) => Math.abs(row.y - y) < exactRowOffsetMax * Math.min(size, row.size));
