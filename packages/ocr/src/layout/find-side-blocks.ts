import { buildRows } from './segments/build-rows.ts';
import { bottomOf, type FlatSegment, median, topOf } from './segments/segment.ts';
import { flatWordsOf } from './tables/flat-words.ts';

/** Blocks next to each other are apart by at least this many heights of a line. */
const gapMin = 1.2;
/** A gap of this many heights above a line starts a new band, from coarse to fine. */
const bandGaps = [0.7, 0.45, 0.25];
/** A side has at most this many rows. */
const rowsMax = 14;
/** Rows of a side that are apart by this many heights belong to different paragraphs. */
const paragraphGap = 1.5;
/** Rows next to each other whose centers differ by less than this share of the height are exactly aligned. */
const exactRowOffsetMax = 0.2;
/** Cells of a row have the same size of text within this factor. */
const sizeRatio = 1.15;
/** Words of a row that are apart by more than this share of the height are separate pieces. */
const pieceGap = 0.7;
/** A label has on average at least this many letters where nothing else sets the blocks apart. */
const labelLettersMin = 5;

/** Letters before an amount, such as CHF, are no label. */
const currencyCode = /^\p{Lu}{3}$/u;

/** Two blocks next to each other, such as an address and the numbers of an invoice. */
export interface SideBlocks {
  /** Position between them. */
  readonly x: number;
  /** Extent of both, across the lines. */
  readonly top: number;
  readonly bottom: number;
}

/**
 * Finds two short blocks next to each other whose lines do not belong together: lines of text, such as an address, and
 * another text or a list of labels with values. The rows of a table are aligned and have one size of text.
 */
export function findSideBlocks(segments: readonly FlatSegment[]): SideBlocks | undefined {
  for (const band of bandGaps.flatMap((gap) => bandsOf(segments, gap))) {
    let best: SideBlocks | undefined;
    let bestScore = 0;
    for (const x of gapsOf(band)) {
      const score = scoreSides(band, x);
      if (score <= bestScore) continue;
      bestScore = score;
      best = { x, ...extentOf(band, x) };
    }
    if (best !== undefined) return best;
  }
  return undefined;
}

/** Divides segments where there is a free space across the page. @param gap in heights of a line */
function bandsOf(segments: readonly FlatSegment[], gap: number): FlatSegment[][] {
  const bands: FlatSegment[][] = [];
  let bottom = -Infinity;
  for (const segment of segments.toSorted((a, b) => topOf(a) - topOf(b))) {
    if (topOf(segment) > bottom + gap * segment.height) bands.push([]);
    bands.at(-1)?.push(segment);
    bottom = Math.max(bottom, bottomOf(segment));
  }
  return bands;
}

/** Middles of the free spaces along a band. */
function gapsOf(band: readonly FlatSegment[]): number[] {
  const height = median(band.map((segment) => segment.height));
  const gaps: number[] = [];
  let right = Infinity;
  for (const segment of band.toSorted((a, b) => a.left - b.left)) {
    if (segment.left - right > gapMin * height) gaps.push((segment.left + right) / 2);
    right = Math.max(right === Infinity ? -Infinity : right, segment.right);
  }
  return gaps;
}

const sidesOf = (band: readonly FlatSegment[], x: number): [FlatSegment[], FlatSegment[]] => [
  band.filter(({ left, right }) => (left + right) / 2 < x),
  band.filter(({ left, right }) => (left + right) / 2 >= x),
];

/** The rows next to each other, without the paragraphs of one side above or below the other. */
function extentOf(band: readonly FlatSegment[], x: number): Omit<SideBlocks, 'x'> {
  const sides = sidesOf(band, x);
  const innerTop = Math.max(...sides.map((side) => Math.min(...side.map(({ y }) => y))));
  const innerBottom = Math.min(...sides.map((side) => Math.max(...side.map(({ y }) => y))));
  let [top, bottom] = [Math.min(...band.map(topOf)), Math.max(...band.map(bottomOf))];
  for (const side of sides) {
    const rows = describeSide(side).rows;
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1];
      if (next === undefined || next.y - row.y < paragraphGap * Math.max(row.height, next.height)) continue;
      if (next.y > innerBottom + row.height / 2)
        bottom = Math.min(bottom, (Math.max(row.y, innerBottom) + next.y) / 2);
      if (row.y < innerTop - row.height / 2) top = Math.max(top, (row.y + Math.min(next.y, innerTop)) / 2);
    }
  }
  return { top, bottom };
}

interface Side {
  readonly rows: readonly SideRow[];
  readonly isText: boolean;
  readonly isPairs: boolean;
}

interface SideRow {
  readonly pieces: readonly string[];
  readonly y: number;
  readonly height: number;
}

/** How sure it is that the sides of a position are separate blocks; 0 if they are not. */
function scoreSides(band: readonly FlatSegment[], x: number): number {
  const [left, right] = sidesOf(band, x).map(describeSide);
  if (left === undefined || right === undefined) return 0;
  const [few, many] = left.rows.length < right.rows.length ? [left, right] : [right, left];
  if (many.rows.length < 2 || many.rows.length > rowsMax || !areLevel(few.rows, many.rows)) return 0;
  const hasPairs = (left.isText && right.isPairs) || (left.isPairs && right.isText);
  if (!hasPairs && !(left.isText && right.isText && few.rows.length > 1)) return 0;
  const partners = few.rows.map((row) => partnerOf(row, many.rows));
  const loose = partners.filter((partner) => partner === undefined).length / few.rows.length;
  if (!hasPairs) return loose >= 0.5 ? loose : 0;
  const differs = few.rows.some(({ height }, index) => {
    const partner = partners[index];
    return partner !== undefined && ratio(height, partner.height) > sizeRatio;
  });
  const surplus = 1 - few.rows.length / many.rows.length;
  const evidence = loose + (differs ? 1 : 0) + surplus;
  if (evidence > 0.3) return 1 + evidence;
  return right.isPairs && few.rows.length > 1 && haveLongLabels(right.rows) ? 0.5 : 0;
}

/** Whether most rows of one side are at the height of the other side. */
function areLevel(few: readonly SideRow[], many: readonly SideRow[]): boolean {
  const [top, bottom] = [many[0]?.y ?? 0, many.at(-1)?.y ?? 0];
  const level = few.filter(({ y, height }) => y > top - height / 2 && y < bottom + height / 2);
  return level.length >= few.length / 2;
}

const ratio = (a: number, b: number): number => Math.max(a, b) / Math.min(a, b);

const partnerOf = ({ y, height }: SideRow, rows: readonly SideRow[]): SideRow | undefined =>
  rows.find((row) => Math.abs(row.y - y) < exactRowOffsetMax * Math.min(height, row.height));

function describeSide(segments: readonly FlatSegment[]): Side {
  const rows = buildRows(segments).map((row) => ({
    pieces: piecesOf(row),
    y: median(row.map(({ y }) => y)),
    height: median(row.map(({ height }) => height)),
  }));
  const count = (test: (row: SideRow) => boolean) => rows.filter(test).length;
  return {
    rows,
    isText: count(isTextRow) >= rows.length * 0.75 && count(isTextRow) > 0,
    isPairs: rows.length > 1 && count(isPairRow) >= rows.length * 0.6 && isPairRow(rows[0]),
  };
}

function piecesOf(row: readonly FlatSegment[]): string[] {
  const height = median(row.map((segment) => segment.height));
  const pieces: string[] = [];
  let right = -Infinity;
  for (const word of flatWordsOf(row)) {
    if (pieces.length > 0 && word.left - right <= pieceGap * height)
      pieces[pieces.length - 1] += ` ${word.text}`;
    else pieces.push(word.text);
    ({ right } = word);
  }
  return pieces;
}

/** One piece that is not mainly a number. */
function isTextRow({ pieces }: SideRow): boolean {
  const [text = ''] = pieces;
  return pieces.length === 1 && lettersIn(text) >= 2 && lettersIn(text) >= text.length * 0.4;
}

/** A label without digits and a value with digits; in one piece, a text that ends with a number. */
function isPairRow(row: SideRow | undefined): boolean {
  const words = row?.pieces.length === 1 ? (row.pieces[0]?.split(' ') ?? []) : (row?.pieces ?? []);
  const [value = '', label = ''] = [words.at(-1), words[0]];
  if (words.length < 2 || (row?.pieces.length ?? 0) > 2) return false;
  const isLabel = lettersIn(label) >= 2 && !/\p{Number}/u.test(label) && !currencyCode.test(label);
  return isLabel && /\p{Number}/u.test(value);
}

/** Whether the labels of a list of pairs are long and different. */
function haveLongLabels(rows: readonly SideRow[]): boolean {
  const labels = rows.filter(isPairRow).map(({ pieces }) => pieces[0] ?? '');
  const letters = labels.reduce((sum, label) => sum + lettersIn(label), 0);
  return new Set(labels).size === labels.length && letters >= labelLettersMin * labels.length;
}

const lettersIn = (text: string): number => text.replace(/\P{Letter}/gu, '').length;
