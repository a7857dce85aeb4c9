import type { TableCell } from '../blocks/content-block.ts';
import { isBlank } from '../blocks/rich-text.ts';
import { attributeOf, type DomElement, findElement } from '../dom/dom.ts';
import { isBlock, isDropped, lineOf } from './elements.ts';
import { type InlineContext, readInline } from './read-inline.ts';

/** HTML allows 1,000 columns and 65,534 rows, each of which would repeat the cell. */
const spanMax = 1000;
/** A cell with this many characters has a part of the page. */
const pageLengthMin = 4000;
/** Places that cells may cover in addition to their own: for each cell of the page, and at least. */
const repetitionsMin = 5000;
const repeatedLengthMax = 40;

/** Limits the places that the spans of all tables of a page fill. */
export class SpanBudget {
  #left = repetitionsMin;

  /** Raises the limit by the cells that the page has itself. */
  extend(cells: number): void {
    this.#left += cells * 10;
  }

  /** @returns whether a cell may cover a number of further places */
  take(places: number, length: number): boolean {
    const cost = places * (1 + Math.floor(length / repeatedLengthMax));
    if (cost > this.#left) return false;
    this.#left -= cost;
    return true;
  }
}

/** The parts of a table. */
export interface TableSource {
  readonly caption: DomElement | undefined;
  /** Those of the head first, those of the foot last. */
  readonly rows: readonly (readonly DomElement[])[];
}

/** Collects the rows of a table; cells outside of a row form one, as in a browser. */
export function tableSource(table: DomElement): TableSource {
  const sections: Record<'head' | 'body' | 'foot', DomElement[][]> = { head: [], body: [], foot: [] };
  const visit = (parent: DomElement, rows: DomElement[][]) => {
    let implied: DomElement[] | undefined;
    for (const child of parent.children) {
      if (child.kind !== 'element' || isDropped(child)) continue;
      if (isCell(child)) {
        if (implied === undefined) {
          implied = [];
          rows.push(implied);
        }
        implied.push(child);
        continue;
      }
      implied = undefined;
      if (child.name === 'tr') rows.push(cellsOf(child));
      else if (child.name === 'thead') visit(child, sections.head);
      else if (child.name === 'tfoot') visit(child, sections.foot);
      else if (child.name === 'tbody' || child.name === 'form') visit(child, rows);
    }
  };
  visit(table, sections.body);
  const caption = table.children.find(
    (child): child is DomElement => child.kind === 'element' && child.name === 'caption' && !isDropped(child),
  );
  const rows = [...sections.head, ...sections.body, ...sections.foot].filter((row) => row.length > 0);
  return { caption, rows };
}

function isCell({ name }: DomElement): boolean {
  return name === 'td' || name === 'th';
}

function cellsOf(row: DomElement): DomElement[] {
  return row.children.filter(
    (child): child is DomElement => child.kind === 'element' && isCell(child) && !isDropped(child),
  );
}

/** Whether a table only lays out a page: its cells have tables, headings or long passages, or there is one of them. */
export function isLayout(table: DomElement, { rows }: TableSource): boolean {
  if (/^(?:presentation|none)$/.test(attributeOf(table, 'role'))) return true;
  const cells = rows.flat();
  if (cells.length <= 1 || cells.some(hasPage)) return true;
  if (cells.some(({ name }) => name === 'th')) return false;
  const isColumn = rows.every((row) => row.length === 1);
  if (isColumn) return cells.some(hasBlocks) || rows.length < 3;
  const parts = cells.filter((cell) =>
    findElement(cell, ({ name }) => /^(?:table|h[1-6]|article|section|form|ul|ol|pre)$/.test(name)),
  );
  if (rows.length === 1) return parts.length > 0 || cells.some((cell) => lineOf(cell).length > 200);
  return parts.length > 0 && parts.length >= cells.length / 4;
}

function hasBlocks(cell: DomElement): boolean {
  return cell.children.some((child) => child.kind === 'element' && isBlock(child));
}

function hasPage(cell: DomElement): boolean {
  return hasBlocks(cell) && lineOf(cell).length > pageLengthMin;
}

/** Places the cells of a table by the algorithm of the standard (https://html.spec.whatwg.org/#forming-a-table). */
export function readGrid({ rows }: TableSource, context: InlineContext, budget: SpanBudget): TableCell[][] {
  budget.extend(rows.reduce((sum, row) => sum + row.length, 0));
  const grid: (TableCell | undefined)[][] = rows.map(() => []);
  /** Columns in which a cell with content begins; others only space the table out. */
  const used = new Set<number>();
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const source of row) {
      while (grid[y]?.[x]) x++;
      const content = readInline(source.children, context, source.name === 'th' ? ['**'] : []);
      const { columns, height } = spansOf(source, rows.length - y, budget);
      if (!isBlank(content)) used.add(x);
      // The heading of a group of rows is written once.
      const covered = row.length === 1 && height === 1 ? 1 : columns;
      for (let dy = 0; dy < height; dy++)
        for (let dx = 0; dx < covered; dx++) {
          const line = grid[y + dy];
          if (line && !line[x + dx])
            line[x + dx] = dx + dy === 0 ? { content } : { content, isRepeated: true };
        }
      x += columns;
    }
  }
  return withoutUnused(grid, used);
}

function spansOf(
  cell: DomElement,
  rowsLeft: number,
  budget: SpanBudget,
): { columns: number; height: number } {
  const columns = Math.min(Math.max(spanOf(cell, 'colspan'), 1), spanMax);
  const height = Math.min(spanOf(cell, 'rowspan') || rowsLeft, rowsLeft);
  const places = columns * height - 1;
  return places === 0 || budget.take(places, lineOf(cell).length)
    ? { columns, height }
    : { columns: 1, height: 1 };
}

/** 0 for a `rowspan` to the end of the table, and 1 for invalid values. */
function spanOf(cell: DomElement, name: 'colspan' | 'rowspan'): number {
  const value = Number.parseInt(attributeOf(cell, name), 10);
  return value > 0 || (value === 0 && name === 'rowspan') ? value : 1;
}

function withoutUnused(
  grid: readonly (readonly (TableCell | undefined)[])[],
  used: ReadonlySet<number>,
): TableCell[][] {
  return grid
    .map((row) => Array.from(row, (cell) => cell ?? { content: [] }).filter((_, x) => used.has(x)))
    .filter((row) => row.some(({ content }) => !isBlank(content)));
}
