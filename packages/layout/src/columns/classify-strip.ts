import { medianOf } from '../layout-item.ts';
import { type ColumnLine, type ColumnProfile, profileOf } from './column-line.ts';
import { continuationScore, endsSentence, meanContinuation, startsLower } from './continues-text.ts';

/** The lines next to a strip, from top to bottom. */
export interface StripSides {
  readonly lefts: readonly ColumnLine[];
  readonly rights: readonly ColumnLine[];
  /** Whether it is not wider than spaces of justified text may be. */
  readonly isNarrow: boolean;
}

/** Lines that a column has at least; next to a narrow strip, which may be a river of spaces, more. */
const [linesMin, narrowLinesMin] = [3, 6];
/** Width of a column in parts of the font size, and share of its lines that may have gaps as between cells. */
const [columnWidthMin, gappedMax] = [7, 0.4];
/** Width and lines of a column of short lines next to prose. */
const [sideWidthMin, sideLinesMin] = [5, 5];
/** Lines that show columns by their different heights alone. */
const looseLinesMin = 8;
/** Share of the lines of an index that end with the number of a page. */
const indexMin = 0.4;
/** Share of rows with text on both sides, of those on the side with fewer, from which the lines of both are aligned. */
const alignedMin = 0.5;
/** Rows of several lines, after the first, that show a table. */
const tableEntriesMin = 3;
/** More digits than this share are data; less where nothing but different heights of lines shows columns. */
const [digitsMax, looseDigitsMax] = [0.3, 0.2];

/** The columns that a strip separates. */
export interface StripClass {
  /** The row at which all columns begin again, if they are a grid of cards. */
  readonly band?: number | undefined;
}

/**
 * Decides whether a strip separates columns that are read one after the other, rather than cells of a table. Alignment alone
 * shows neither: lines of columns are aligned on a grid, too. Columns are filled by lines that continue each other; the
 * rows of a table begin together on both sides, and those of a grid of cards begin with headings.
 *
 * @returns undefined if it does not
 */
export function classifyStrip({ lefts, rights, isNarrow }: StripSides): StripClass | undefined {
  const rowsMin = isNarrow ? narrowLinesMin : linesMin;
  if (lefts.length < rowsMin || rights.length < rowsMin) return undefined;
  const pairs = pairsOf(lefts, rights);
  const isAligned = pairs.length >= alignedMin * Math.min(lefts.length, rights.length);
  const [left, right] = [profileOf(lefts), profileOf(rights)];
  const entries = commonEntries(lefts, rights);
  if (entries.length > 0) {
    const isUneven = haveUnevenSpaces(lefts, rights, entries);
    if (haveHeadings(lefts, entries, isUneven) && haveHeadings(rights, entries, isUneven))
      return { band: entries[0] };
    if (isUneven && entries.length >= tableEntriesMin) return undefined;
  }
  if (isNarrow && !continuesDown(lefts, rights, pairs)) return undefined;
  if (isProse(left, !isAligned) && isProse(right, !isAligned)) return {};
  if (Math.min(left.indexed, right.indexed) >= indexMin && !isNarrow) return {};
  // A column of short lines next to prose that goes on regardless of them.
  if (isNarrow || Math.max(left.digits, right.digits) > digitsMax) return undefined;
  const [prose, other, isLeftProse] = isProse(left, false) ? [left, right, true] : [right, left, false];
  if (!isProse(prose, false) || other.gapped > gappedMax || other.width < other.size * sideWidthMin)
    return undefined;
  if (Math.min(lefts.length, rights.length) < sideLinesMin) return undefined;
  return !isAligned || flowsPast(pairs, isLeftProse) ? {} : undefined;
}

/** Lines at one height differ by at most this part of the font size. */
const heightTolerance = 0.22;

/** Lines at the same height on both sides. */
function pairsOf(lefts: readonly ColumnLine[], rights: readonly ColumnLine[]): [ColumnLine, ColumnLine][] {
  const byRow = new Map(rights.map((line) => [line.row, line]));
  return lefts.flatMap((line) => {
    const partner = byRow.get(line.row);
    const isLevel = partner !== undefined && Math.abs(partner.y - line.y) < heightTolerance * line.size;
    return isLevel ? [[line, partner]] : [];
  });
}

/** Whether most lines of a side fill it, with several words each, and begin within sentences. */
function isProse(column: ColumnProfile, isLoose: boolean): boolean {
  if (column.width < column.size * columnWidthMin || column.digits > digitsMax) return false;
  if (column.gapped > gappedMax) return isSpacedProse(column);
  if (isLoose)
    return (
      (column.filled >= 0.35 || column.lines >= looseLinesMin) &&
      column.length >= 10 &&
      column.digits <= looseDigitsMax
    );
  const isFlowing = column.cased <= 0.3 || column.flowing >= 0.25;
  return column.filled >= 0.5 && column.length >= 14 && isFlowing;
}

/** Whether lines are prose though justification has made their spaces wide. */
const isSpacedProse = ({ filled, flowing, length }: ColumnProfile): boolean =>
  filled >= 0.75 && flowing >= 0.5 && length >= 16;

/** Whether lines of prose next to others begin within sentences: those of a table begin with their row. */
function flowsPast(pairs: readonly [ColumnLine, ColumnLine][], isLeftProse: boolean): boolean {
  const lines = pairs.map(([left, right]) => (isLeftProse ? left : right));
  return lines.filter(({ text }) => startsLower(text)).length >= 0.35 * lines.length;
}

/** By how much lines may continue better across a strip by chance. */
const chanceMax = 0.25;

/** Whether lines continue as well down each side as across the strip. */
function continuesDown(
  lefts: readonly ColumnLine[],
  rights: readonly ColumnLine[],
  pairs: readonly [ColumnLine, ColumnLine][],
): boolean {
  const down =
    (meanContinuation(lefts.map(({ text }) => text)) + meanContinuation(rights.map(({ text }) => text))) / 2;
  const across =
    pairs.reduce((sum, [left, right]) => sum + continuationScore(left.text, right.text), 0) /
    Math.max(1, pairs.length);
  return down > across - chanceMax;
}

/** Rows are apart by this many times the distance of lines. */
const entryGapMin = 1.25;
/** Share of the entries that begin at the same height on both sides. */
const commonMin = 0.75;

/** Rows in which entries of several lines begin on both sides, as the rows of a table or a grid of cards do; none if others do not. */
function commonEntries(lefts: readonly ColumnLine[], rights: readonly ColumnLine[]): number[] {
  const [left, right] = [entriesOf(lefts), entriesOf(rights)];
  const common = left.filter((row) => right.includes(row));
  return common.length >= 2 && common.length >= commonMin * Math.max(left.length, right.length) ? common : [];
}

/**
 * Whether entries begin together though those above have different heights. Entries of as many lines on both sides may
 * begin together by chance.
 */
function haveUnevenSpaces(
  lefts: readonly ColumnLine[],
  rights: readonly ColumnLine[],
  entries: readonly number[],
): boolean {
  const [above, others] = [spaceAbove(lefts), spaceAbove(rights)];
  const padded = entries.filter((row) => {
    const [one, other] = [above.get(row) ?? 0, others.get(row) ?? 0];
    return Math.max(one, other) > paddedRatio * Math.min(one, other);
  });
  return padded.length >= paddedMin * entries.length;
}

/** Ratio of the spaces above an entry on both sides where one of the entries above is shorter, and share of such entries. */
const [paddedRatio, paddedMin] = [1.3, 0.2];

/** Distance of each line to the one above, by row. */
function spaceAbove(lines: readonly ColumnLine[]): Map<number, number> {
  return new Map(lines.slice(1).map((line, index) => [line.row, line.y - (lines[index]?.y ?? line.y)]));
}

/** Share of the entries with a heading in a grid of cards. */
const headingsMin = 0.7;
/** A heading is larger than the lines below by this factor, or ends before this part of the width of the column. */
const [headingSize, headingWidthMax] = [1.08, 0.75];

/** Whether entries begin with a line that is larger, bold or, if that is enough, short, above lines of text. */
function haveHeadings(lines: readonly ColumnLine[], entries: readonly number[], areShort: boolean): boolean {
  const { width } = profileOf(lines);
  const headed = entries.filter((row) => {
    const at = lines.findIndex((line) => line.row === row);
    const [first, next, third] = lines.slice(at);
    if (first === undefined || next === undefined || third === undefined || entries.includes(next.row))
      return false;
    // A heading may take two lines.
    if ([next, third].some((line) => first.size > headingSize * line.size || (first.isBold && !line.isBold)))
      return true;
    return (
      areShort &&
      first.right - first.left < headingWidthMax * width &&
      !endsSentence(first.text) &&
      !startsLower(next.text) &&
      !entries.includes(third.row)
    );
  });
  return headed.length >= headingsMin * entries.length;
}

/** Rows of the lines that are further apart from the line above than most, without the first; not those below a heading. */
function entriesOf(lines: readonly ColumnLine[]): number[] {
  const distances = lines.slice(1).map((line, index) => line.y - (lines[index]?.y ?? line.y));
  const usual = quarter(distances);
  const isApart = (distance: number): boolean => distance > entryGapMin * usual;
  return lines.slice(1).flatMap((line, index) => {
    const [before = Infinity, distance = 0] = [distances[index - 1], distances[index]];
    const isBelowHeading = isApart(before) && before > distance;
    return isApart(distance) && !isBelowHeading ? [line.row] : [];
  });
}

/** A distance that few are below: the distance of lines where most are those of rows. */
function quarter(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2] ?? medianOf(values);
}
