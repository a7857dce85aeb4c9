import type { PageBox } from '@quern/content/blocks/content-block';
import { composeLines } from '../lines/compose-lines.ts';
import { groupRows, type Row } from '../lines/group-rows.ts';
import type { TableElement } from '../lines/page-element.ts';
import { boundsOf, type Word } from '../words/word.ts';
import { buildTableRows } from './build-table-rows.ts';
import { findColumnGaps } from './find-column-gaps.ts';
import { isTabular } from './is-tabular.ts';

/** Tables of a region, and the words outside of them. */
export interface AlignedTables {
  readonly tables: TableElement[];
  readonly words: Word[];
}

/** Distance of baselines, in parts of the font size, that ends a table without lines between the rows. */
const rowDistanceMax = 3.2;

/**
 * Finds tables without vertical lines in a region of one column: consecutive rows that leave the same places white.
 *
 * @param rules horizontal lines, which hold the rows of a table together
 */
export function findAlignedTables(
  words: readonly Word[],
  rules: readonly PageBox[],
  page: number,
): AlignedTables {
  const rows = groupRows(words);
  const tables: TableElement[] = [];
  const taken = new Set<Word>();
  for (const [start, end] of findRuns(rows, rules)) {
    const block = rows.slice(start, end);
    const box = boundsOf(block);
    const gaps = findColumnGaps(block);
    if (gaps.length === 0) continue;
    const lines = rules.filter(
      (rule) =>
        rule.bottom > box.top - 12 &&
        rule.top < box.bottom + 8 &&
        rule.left < box.right &&
        rule.right > box.left,
    );
    const built = buildTableRows(block, gaps, lines);
    if (!isTabular(built, block, lines.length)) continue;
    tables.push({
      kind: 'table',
      page,
      ...box,
      rows: built.map((row) =>
        row.map((cell) => ({ lines: composeLines(cell.words, page), isRepeated: cell.isRepeated })),
      ),
    });
    for (const row of block) for (const word of row.items) taken.add(word);
  }
  return { tables, words: words.filter((word) => !taken.has(word)) };
}

/** Runs of rows that may be a table: rows with gaps, and rows between them that continue a cell. */
function findRuns(rows: readonly Row<Word>[], rules: readonly PageBox[]): [number, number][] {
  const gapped = rows.map((row) => hasGap(row));
  const runs: [number, number][] = [];
  for (let index = 0; index < rows.length; index += 1) {
    if (!gapped[index]) continue;
    let end = index + 1;
    let last = end;
    while (end < rows.length && continues(rows, end, index, rules)) {
      end += 1;
      if (gapped[end - 1]) last = end;
      else if (end - last > continuationsMax) break;
    }
    // The last row may have continued cells.
    while (last < rows.length && isContinuation(rows, last, index)) last += 1;
    if (last - index >= 2) runs.push([index, last]);
    index = Math.max(index, last - 1);
  }
  return runs;
}

const continuationsMax = 6;

function continues(
  rows: readonly Row<Word>[],
  at: number,
  start: number,
  rules: readonly PageBox[],
): boolean {
  const [row, before] = [rows[at], rows[at - 1]];
  if (row === undefined || before === undefined) return false;
  const distance = row.baseline - before.baseline;
  const size = Math.max(row.size, before.size);
  const isRuled = rules.some((rule) => rule.top > before.baseline && rule.bottom < row.baseline);
  if (distance > size * (isRuled ? rowDistanceMax * 1.6 : rowDistanceMax)) return false;
  if (hasGap(row) || (isRuled && isTopOfCell(rows, at, rules))) return true;
  // A line without gaps continues a cell only if it leaves a column of the table white.
  const block = boundsOf(rows.slice(start, at));
  const width = block.right - block.left;
  const isNarrow = row.right - row.left < width * 0.7;
  return isNarrow && distance < size * 2.4 && row.left >= block.left - 2 && row.right <= block.right + 2;
}

/** Whether a line without gaps belongs to a row with gaps below it that no line separates: cells may be centered. */
function isTopOfCell(rows: readonly Row<Word>[], at: number, rules: readonly PageBox[]): boolean {
  for (let next = at + 1; next <= at + continuationsMax; next += 1) {
    const [above, row] = [rows[next - 1], rows[next]];
    if (above === undefined || row === undefined || Math.abs(row.size - above.size) > 0.08 * row.size)
      return false;
    const isApart = row.baseline - above.baseline > 1.7 * row.size;
    if (isApart || rules.some((rule) => rule.top > above.baseline && rule.bottom < row.baseline))
      return false;
    if (hasGap(row)) return true;
  }
  return false;
}

/** Whether a row after a table is the rest of a cell: it begins to the right of the first column, close to the row above. */
function isContinuation(rows: readonly Row<Word>[], at: number, start: number): boolean {
  const [row, before] = [rows[at], rows[at - 1]];
  const [first] = rows.slice(start);
  if (row === undefined || before === undefined || first === undefined || hasGap(row)) return false;
  const left = Math.min(...rows.slice(start, at).map((other) => other.left));
  return row.left > left + row.size * 1.5 && row.baseline - before.baseline < row.size * 1.6;
}

/** Width of a gap between cells in parts of the font size. */
export const cellGapMin = 0.9;

function hasGap({ items, size }: Row<Word>): boolean {
  return items.some((item, index) => {
    const before = items[index - 1];
    return (
      before !== undefined && item.left - before.right > cellGapMin * size && !isMarker(items.slice(0, index))
    );
  });
}

/** Whether the words are only the marker of a list item. */
const isMarker = (words: readonly Word[]): boolean =>
  words.length === 1 &&
  /^(?:[•◦▪▫■□●○‣⁃∙·–—*➢✓❖o-]|\(?[\p{N}]{1,3}[.)]?|\(?\p{L}[.)])$/u.test(words[0]?.text ?? '');
