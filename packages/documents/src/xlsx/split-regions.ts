import { columnsOf, type SheetCell, type SheetRow } from './cells/sheet-cell.ts';

/** Rows with their cells in some adjacent columns; rows without any are left out. */
export type Region = readonly SheetRow[];

/** Sheets are laid out in few levels of rows and columns. */
const depthMax = 6;

/**
 * Splits a sheet where an empty row or column separates tables (recursive X-Y cut). A table that only skips a row or a
 * column stays whole.
 */
export function splitRegions(region: Region, depth = 0): Region[] {
  if (depth >= depthMax) return [region];
  const bands = splitRows(region);
  if (bands.length > 1) return bands.flatMap((band) => splitRegions(band, depth + 1));
  const parts = splitColumns(region);
  return parts.length > 1 ? parts.flatMap((part) => splitRegions(part, depth + 1)) : [region];
}

function splitRows(region: Region): Region[] {
  const bands: SheetRow[][] = [];
  for (const row of region) {
    const last = bands.at(-1);
    if (last !== undefined && row.index - (last.at(-1)?.index ?? 0) <= 1) last.push(row);
    else bands.push([row]);
  }
  const joined: SheetRow[][] = [];
  for (const band of bands) {
    const last = joined.at(-1);
    if (last !== undefined && continuesTable(last, band)) for (const row of band) last.push(row);
    else joined.push(band);
  }
  return joined;
}

/** Whether a part below an empty row has rows of the table above, rather than a table with a header. */
function continuesTable(above: Region, below: Region): boolean {
  const [first, ...rest] = below;
  if (first === undefined || above.length < 2 || isLone(first)) return false;
  const [aboveLeft, aboveRight] = extentOf(above);
  const [left, right] = extentOf(below);
  return aboveLeft < aboveRight && left >= aboveLeft && right <= aboveRight && !isHeader(first, rest[0]);
}

function splitColumns(region: Region): Region[] {
  const columns = columnsOf(region);
  const starts = columns.filter((column, index) => index === 0 || column - (columns[index - 1] ?? 0) > 1);
  if (starts.length < 2) return [region];
  const parts = starts.map((start, index) => sliceColumns(region, start, starts[index + 1] ?? Infinity));
  const joined: Region[] = [];
  for (const [index, part] of parts.entries()) {
    const last = joined.at(-1);
    if (last === undefined || standsAlone(last, part)) joined.push(part);
    else joined[joined.length - 1] = sliceColumns(region, extentOf(last)[0], starts[index + 1] ?? Infinity);
  }
  return joined;
}

/** Whether a part on the right of an empty column is another table, rather than further columns. */
function standsAlone(left: Region, right: Region): boolean {
  const [first, second] = right;
  const [leftFirst, leftSecond] = left;
  if (!first || !leftFirst) return false;
  if (left.length === 1 && right.length === 1) return false;
  const hasOtherRows = leftFirst.index !== first.index || left.length !== right.length;
  if (right.length === 1 || left.length === 1) return hasOtherRows;
  const areTables = first.cells.length > 1 && leftFirst.cells.length > 1;
  return areTables && (hasOtherRows || (isHeader(first, second) && isHeader(leftFirst, leftSecond)));
}

function sliceColumns(region: Region, start: number, end: number): Region {
  return region.flatMap((row) => {
    const cells = row.cells.filter(({ column }) => column >= start && column < end);
    return cells.length === 0 ? [] : [{ index: row.index, cells }];
  });
}

/** First and last column with text. */
function extentOf(region: Region): [number, number] {
  let first = Infinity;
  let last = -1;
  for (const { cells } of region) {
    first = Math.min(first, cells[0]?.column ?? Infinity);
    last = Math.max(last, cells.at(-1)?.column ?? -1);
  }
  return [first, last];
}

/** Whether a row has one text only, which may be repeated in merged cells. */
export function isLone({ cells }: SheetRow): boolean {
  return cells.every(({ isRepeated }, index) => index === 0 || isRepeated === true);
}

/** Whether a row of texts names the columns: it alone is bold, or values are below it. */
function isHeader(row: SheetRow, next: SheetRow | undefined): boolean {
  if (row.cells.length < 2 || row.cells.some(({ isValue }) => isValue) || next === undefined) return false;
  const isBold = ({ cells }: { readonly cells: readonly SheetCell[] }) => cells.every((cell) => cell.isBold);
  return next.cells.some(({ isValue }) => isValue) || (isBold(row) && !isBold(next));
}
