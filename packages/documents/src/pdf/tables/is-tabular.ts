import type { Row } from '../lines/group-rows.ts';
import { medianOf, type Word } from '../words/word.ts';
import type { WordCell } from './build-table-rows.ts';

/** Characters per cell from which a column is prose rather than data. */
const proseLength = 60;

/** Whether rows of cells are a table, rather than lines with tabs, a table of contents, or columns of prose. */
export function isTabular(
  table: readonly (readonly WordCell[])[],
  rows: readonly Row<Word>[],
  ruleCount: number,
): boolean {
  const columns = table[0]?.length ?? 0;
  const isRuled = ruleCount >= 2;
  if (columns < 2 || table.length < (isRuled || columns >= 3 ? 2 : 3)) return false;
  if (table.length < 3 && !isRuled && columns < 4 && !isExactGrid(table)) return false;
  const filled = table.flatMap((row) =>
    row.filter(({ words, isRepeated }) => words.length > 0 && !isRepeated),
  );
  if (filled.length < table.length * columns * (isRuled ? 0.4 : 0.55)) return false;
  const full = table.filter((row) => row.filter(({ words }) => words.length > 0).length >= 2).length;
  if (full < Math.max(2, table.length * 0.6)) return false;
  if (isContents(table)) return false;
  const lengths = filled.map(({ words }) => words.reduce((sum, { text }) => sum + text.length + 1, 0));
  if (!isRuled && medianOf(lengths) > proseLength) return false;
  if (!isRuled && (isMarkerColumn(table) || isJustifiedText(rows))) return false;
  return isRuled || isAligned(rows) || columns >= 3;
}

/** Share of rows of justified text that end at its right edge, and of those that begin within a sentence. */
const [justifiedMin, flowingMin] = [0.7, 0.5];
/** Distance at which edges are the same, in points. */
const edgeTolerance = 1;

/** Whether rows are lines of a justified paragraph with wide spaces: they fill its width and begin within sentences. */
function isJustifiedText(rows: readonly Row<Word>[]): boolean {
  const right = Math.max(...rows.map((row) => row.right));
  const full = rows.filter((row) => row.right > right - edgeTolerance);
  const words = rows.flatMap(({ items }) => items.map(({ text }) => text));
  const flowing = rows.filter(({ items }) => /^\p{Ll}/u.test(items[0]?.text ?? ''));
  return (
    full.length >= justifiedMin * rows.length &&
    flowing.length >= flowingMin * rows.length &&
    !words.some((text) => /^\p{N}/u.test(text))
  );
}

/** Whether every cell is filled, and the cells of each column begin or end at the same place. */
function isExactGrid(table: readonly (readonly WordCell[])[]): boolean {
  const [header = []] = table;
  return table.every((row) =>
    row.every(({ words }, column) => {
      const [first, top] = [words[0], header[column]?.words[0]];
      const [last, topLast] = [words.at(-1), header[column]?.words.at(-1)];
      if (first === undefined || top === undefined || last === undefined || topLast === undefined)
        return false;
      return Math.abs(first.left - top.left) < 1.5 || Math.abs(last.right - topLast.right) < 1.5;
    }),
  );
}

/** Lines that end with a page number after dots or a wide gap. */
function isContents(table: readonly (readonly WordCell[])[]): boolean {
  const leaders = table.filter((row) =>
    row.some(
      ({ words }) =>
        words.some(({ text }) => /(?:[.·…]\s?){4,}/.test(text)) ||
        words.filter(({ text }) => /^[.·]+$/.test(text)).length >= 4,
    ),
  );
  return leaders.length >= table.length * 0.4;
}

/** Whether the first column has nothing but markers of list items. */
function isMarkerColumn(table: readonly (readonly WordCell[])[]): boolean {
  const first = table.map((row) => (row[0]?.words ?? []).map(({ text }) => text).join(' '));
  const markers = first.filter((text) =>
    /^(?:[•◦▪▫■□●○‣⁃∙·–—*➢✓❖o-]|\(?\p{N}{1,3}[.)]|\(?\p{L}[.)]|\p{N}{1,3}(?:\.\p{N}{1,3})+\.?)$/u.test(text),
  );
  return table[0]?.length === 2 && markers.length >= table.length * 0.7;
}

/** Whether the second parts of the rows begin or end at the same place. */
function isAligned(rows: readonly Row<Word>[]): boolean {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { items, size, right } of rows) {
    const at = items.findIndex(
      (item, index) => item.left - (items[index - 1]?.right ?? item.left) > 0.9 * size,
    );
    const item = items[at];
    if (item === undefined) continue;
    starts.push(item.left);
    ends.push(right);
  }
  const agree = (values: readonly number[]) => {
    const middle = medianOf(values);
    return values.filter((value) => Math.abs(value - middle) < 3).length >= 0.7 * values.length;
  };
  return starts.length >= 3 && (agree(starts) || agree(ends));
}
