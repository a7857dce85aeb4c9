import type { ContentBlock, TableCell } from '@quern/content/blocks/content-block';
import { textOf } from '@quern/content/blocks/rich-text';
import { DocumentError } from '../errors/document-error.ts';
import { columnsOf, type SheetRow } from './cells/sheet-cell.ts';
import { isLone, type Region, splitRegions } from './split-regions.ts';

/** Longer text in a single column is prose. */
const proseLengthMin = 60;
/** Titles and remarks above the header of a table. */
const titleRowsMax = 8;
/** Places of all tables of a sheet, most of which are empty in sparse tables. */
const placesMax = 4_000_000;

const emptyCell: TableCell = { content: [] };

/** Makes the tables and remarks of a sheet blocks. @throws DocumentError `too_complex` for sparse tables of huge extents */
export function sheetBlocks(rows: readonly SheetRow[], page: number): ContentBlock[] {
  let places = 0;
  const countPlaces = (count: number) => {
    places += count;
    if (places > placesMax)
      throw new DocumentError('too_complex', 'The spreadsheet has a sheet with too many empty cells.');
  };
  return splitRegions(rows).flatMap((region) => regionBlocks(region, page, countPlaces));
}

function regionBlocks(region: Region, page: number, countPlaces: (count: number) => void): ContentBlock[] {
  const titles = countTitles(region);
  const blocks: ContentBlock[] = region.slice(0, titles).map((row) => paragraphOf(row, page));
  const body = region.slice(titles);
  if (body.length === 0) return blocks;
  if (body.every(isLone) && isProse(body)) return [...blocks, ...body.map((row) => paragraphOf(row, page))];
  return [...blocks, { kind: 'table', page, rows: tableRows(body, countPlaces) }];
}

/** Number of rows with a single text above a table. */
function countTitles(region: Region): number {
  const first = Math.min(
    ...region.map(({ cells }) => cells[0]?.column ?? Infinity).slice(0, titleRowsMax + 1),
  );
  for (let index = 0; index < Math.min(region.length, titleRowsMax); index++) {
    const row = region[index];
    if (row === undefined || !isLone(row) || row.cells[0]?.column !== first || row.cells[0].isValue)
      return index;
    // All rows have a single text.
    if (index === region.length - 1) return 0;
  }
  return region.every(isLone) ? 0 : Math.min(region.length, titleRowsMax);
}

function isProse(rows: readonly SheetRow[]): boolean {
  if (rows.length <= 2) return true;
  return rows.some(({ cells }) => textOf(cells[0]?.content ?? []).length >= proseLengthMin);
}

function paragraphOf(row: SheetRow, page: number): ContentBlock {
  return { kind: 'paragraph', page, content: row.cells[0]?.content ?? [] };
}

/** Places cells in a grid without empty columns; rows end with their last cell. */
function tableRows(rows: readonly SheetRow[], countPlaces: (count: number) => void): TableCell[][] {
  const places = new Map(columnsOf(rows).map((column, index) => [column, index]));
  return rows.map(({ cells }) => {
    const width = (places.get(cells.at(-1)?.column ?? 0) ?? 0) + 1;
    countPlaces(width);
    const line = new Array<TableCell>(width).fill(emptyCell);
    for (const cell of cells) line[places.get(cell.column) ?? 0] = cell;
    return line;
  });
}
