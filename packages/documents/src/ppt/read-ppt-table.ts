import type { PageBox, TableCell } from '@quern/content/blocks/content-block';
import type { RichText } from '@quern/content/blocks/rich-text';
import { type RepetitionBudget, TableBuilder } from '../office/table-builder.ts';

/** A cell of a table, which is a shape. */
export interface PlacedCell {
  readonly box: PageBox;
  readonly content: RichText;
}

/** Edges that differ by less points are the same. */
const tolerance = 2;
const edgesMax = 500;

/** Builds a table from the places of its cells. */
export function buildPptTable(cells: readonly PlacedCell[], budget: RepetitionBudget): TableCell[][] {
  const lefts = edgesOf(cells.map(({ box }) => box.left));
  const tops = edgesOf(cells.map(({ box }) => box.top));
  const table = new TableBuilder(budget);
  const byRow = Map.groupBy(cells, ({ box }) => indexOf(tops, box.top));
  /** Cells that continue in the next rows, by their columns, with the last of these rows. */
  const open = new Map<number, { readonly lastRow: number; readonly columns: number }>();
  for (const row of tops.keys()) {
    table.openRow();
    const starts = new Map((byRow.get(row) ?? []).map((cell) => [indexOf(lefts, cell.box.left), cell]));
    for (let column = 0; column < lefts.length; ) {
      const cell = starts.get(column);
      const above = open.get(column);
      let columns = 1;
      if (cell) {
        columns = Math.max(1, countBetween(lefts, cell.box.left, cell.box.right));
        table.addCell(cell.content, columns);
        const rows = Math.max(1, countBetween(tops, cell.box.top, cell.box.bottom));
        open.set(column, { lastRow: row + rows - 1, columns });
      } else if (above && above.lastRow >= row) {
        columns = above.columns;
        table.addContinued([], columns);
      } else table.skip(1);
      column += columns;
    }
  }
  return table.finish();
}

function edgesOf(values: readonly number[]): number[] {
  const edges: number[] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    if (value > (edges.at(-1) ?? Number.NEGATIVE_INFINITY) + tolerance && edges.length < edgesMax)
      edges.push(value);
  }
  return edges;
}

function indexOf(edges: readonly number[], value: number): number {
  return Math.max(
    0,
    edges.findLastIndex((edge) => edge <= value + tolerance),
  );
}

function countBetween(edges: readonly number[], from: number, to: number): number {
  return edges.filter((edge) => edge >= from - tolerance && edge < to - tolerance).length;
}
