import type { ContentBlock } from '@quern/content/blocks/content-block';
import type { RichText } from '@quern/content/blocks/rich-text';
import { type RepetitionBudget, TableBuilder } from '../office/table-builder.ts';

/** A cell as the definition of its row states it. */
export interface EdgeCell {
  /** Right edge in twips. */
  right: number;
  /** `continued` covers its place together with the cell before or above. */
  horizontal: 'single' | 'first' | 'continued';
  vertical: 'single' | 'first' | 'continued';
}

/** A row of a table. */
export interface EdgeRow {
  readonly cells: readonly RichText[];
  /** The blocks of the first cell. */
  readonly first: readonly ContentBlock[];
  readonly definitions: readonly EdgeCell[];
  /** Left edge in twips. */
  readonly left: number;
}

/** Edges that differ by less are the same column edge. */
const toleranceTwips = 40;
/** Tables with more distinct edges are not aligned by them. */
const edgesMax = 200;

/** The table of some rows; the content of a frame, which is a table of a single cell. */
export function blocksOfRows(rows: readonly EdgeRow[], budget: RepetitionBudget): readonly ContentBlock[] {
  const [row] = rows;
  if (row === undefined) return [];
  if (rows.length === 1 && row.cells.length === 1) return row.first;
  const built = buildEdgeTable(rows, budget).finish();
  const [only, ...others] = built.flat();
  if (only === undefined) return [];
  return others.length === 0
    ? [{ kind: 'paragraph', content: only.content }]
    : [{ kind: 'table', rows: built }];
}

/** Builds a table; rows with different numbers of cells are aligned by the edges of the cells. */
function buildEdgeTable(rows: readonly EdgeRow[], budget: RepetitionBudget): TableBuilder {
  const table = new TableBuilder(budget);
  const isRegular = rows.every((row) => row.cells.length === rows[0]?.cells.length);
  const edges = isRegular ? [] : edgesOf(rows);
  for (const row of rows) addRow(row, table, edges);
  return table;
}

function addRow({ cells, definitions, left }: EdgeRow, table: TableBuilder, edges: readonly number[]): void {
  table.openRow();
  table.skip(Math.max(0, columnsBetween(edges, Number.NEGATIVE_INFINITY, left) - 1));
  let start = left;
  for (const [index, content] of cells.entries()) {
    const definition = definitions[index];
    const columns = definition ? Math.max(1, columnsBetween(edges, start, definition.right)) : 1;
    start = definition?.right ?? start;
    if (definition?.vertical === 'continued') table.addContinued(content, columns);
    else if (definition?.horizontal === 'continued') table.addCoveredBefore(content);
    else table.addCell(content, columns);
  }
}

function columnsBetween(edges: readonly number[], from: number, to: number): number {
  return edges.filter((edge) => edge > from + toleranceTwips && edge <= to + toleranceTwips).length;
}

/** @returns the distinct edges of cells, ascending; empty if there are too many */
function edgesOf(rows: readonly EdgeRow[]): number[] {
  const edges: number[] = [];
  const all = rows.flatMap(({ left, definitions }) => [left, ...definitions.map(({ right }) => right)]);
  for (const edge of all.toSorted((a, b) => a - b)) {
    const last = edges.at(-1);
    if (last === undefined || edge > last + toleranceTwips) edges.push(edge);
    if (edges.length > edgesMax) return [];
  }
  return edges;
}
