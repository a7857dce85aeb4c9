import type { Element, ElementContent } from 'hast';
import { containsTag, getProperty, hastText } from '../page/tree/hast.ts';
import { containsBlock } from './flatten-blocks.ts';
import { toMarkdownCell } from './to-markdown-cell.ts';

/** HTML allows 1,000 columns and 65,534 rows; as repeated cells so many would help nobody. */
const spanMax = 100;
const pageCharsMin = 4000;

/** What a page may have of added cells at first, and more with each cell that it has itself. */
const addedMin = 5000;
const addedPerCell = 10;
/** Text in a repeated cell that costs as much as another cell. */
const charsPerCell = 40;

/** Cells that may be added to the tables of one page: copies for spans and empty ones at the ends of rows. */
export class TableBudget {
  #left = addedMin;

  /** @param cells that a table has in its source */
  earn(cells: number): void {
    this.#left += cells * addedPerCell;
  }

  /** False when there are not so many left. */
  spend(cells: number): boolean {
    if (cells > this.#left) return false;
    this.#left -= cells;
    return true;
  }
}

/**
 * Makes a data table a full grid: a cell that spans columns or rows is repeated over them, since Markdown has
 * no spans and an empty cell would lose what the value belongs to. Tables that only lay out a page (one
 * column or row of blocks, tables within tables) fall apart into their cells. Once the budget is spent, spans are
 * no longer filled in, and tables whose rows differ too much in length fall apart as well.
 */
export function toMarkdownTable(table: Element, budget: TableBudget, depth: number): ElementContent[] {
  const rows = rowsOf(table);
  if (rows.length === 0) return table.children;
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
  budget.earn(cells);
  const grid = gridOf(rows, budget);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  const empty = grid.length * width - grid.reduce((sum, row) => sum + row.length, 0);
  if (depth >= depthMax || isLayout(table, rows, width) || !budget.spend(empty))
    return rows.flatMap((row) => row.cells.map(asBlock));
  const header = grid[0]?.some((cell) => cell?.tagName === 'th') ? 1 : 0;
  const lines = grid.map((row, index) => tableRow(row, width, index < header));
  if (header === 0) lines.unshift(tableRow([], width, true));
  const caption = captionOf(table);
  const rewritten: Element = { type: 'element', tagName: 'table', properties: {}, children: lines };
  return caption ? [caption, rewritten] : [rewritten];
}

/** Tables within cells of tables of data: deeper ones fall apart. */
const depthMax = 4;

interface Row {
  readonly cells: readonly Element[];
}

function rowsOf(table: Element): Row[] {
  const rows: Row[] = [];
  const visit = (parent: Element) => {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (child.tagName === 'tr') {
        const cells = child.children.filter(
          (cell) => cell.type === 'element' && /^t[dh]$/.test(cell.tagName),
        );
        if (cells.length > 0) rows.push({ cells: cells.filter((cell) => cell.type === 'element') });
      } else if (/^(?:thead|tbody|tfoot)$/.test(child.tagName)) visit(child);
    }
  };
  visit(table);
  return rows;
}

type Grid = (Element | undefined)[][];

/** Lays cells out by the algorithm of HTML (https://html.spec.whatwg.org/#forming-a-table). */
function gridOf(rows: readonly Row[], budget: TableBudget): Grid {
  const grid: Grid = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of row.cells) {
      while (grid[y]?.[x]) x++;
      const { columns, lines } = spansOf(cell, rows.length - y, budget);
      for (let dy = 0; dy < lines; dy++) {
        for (let dx = 0; dx < columns; dx++) {
          const line = grid[y + dy];
          if (line && !line[x + dx]) line[x + dx] = cell;
        }
      }
      x += columns;
    }
  }
  return grid;
}

function spansOf(
  cell: Element,
  linesLeft: number,
  budget: TableBudget,
): { readonly columns: number; readonly lines: number } {
  const columns = span(cell, 'colSpan');
  const lines = Math.min(span(cell, 'rowSpan') || linesLeft, linesLeft);
  const copies = columns * lines - 1;
  if (copies === 0) return { columns, lines };
  const cost = copies * (1 + Math.floor(hastText(cell).length / charsPerCell));
  return budget.spend(cost) ? { columns, lines } : { columns: 1, lines: 1 };
}

/** Zero as `rowspan` means down to the end; other nonsense means one. */
function span(cell: Element, name: 'colSpan' | 'rowSpan'): number {
  const value = Number.parseInt(getProperty(cell, name), 10);
  if (name === 'rowSpan' && value === 0) return 0;
  return value > 0 ? Math.min(value, spanMax) : 1;
}

function isLayout(table: Element, rows: readonly Row[], width: number): boolean {
  if (/^(?:presentation|none)$/.test(getProperty(table, 'role'))) return true;
  const cells = rows.flatMap((row) => row.cells);
  if (cells.some(isPage)) return true;
  if (cells.some((cell) => cell.tagName === 'th')) return cells.length === 1;
  // A row alone is a note beside its sign, or two columns of a page.
  if (width <= 1 || rows.length === 1) return true;
  const blocks = cells.filter((cell) => containsTag(cell, /^(?:table|h[1-6]|article|section|form)$/)).length;
  if (blocks > 0 && blocks >= cells.length / 4) return true;
  const long = cells.filter((cell) => hastText(cell).length > 1500).length;
  return long > 0 && rows.length <= 3;
}

/** A cell with the text of a whole page, its headings and paragraphs. */
function isPage(cell: Element): boolean {
  return containsTag(cell, /^(?:p|h[1-6]|ul|ol|pre|blockquote)$/) && hastText(cell).length > pageCharsMin;
}

function asBlock(cell: Element): Element {
  return { ...cell, tagName: 'div', properties: {} };
}

function tableRow(row: readonly (Element | undefined)[], width: number, header: boolean): Element {
  const cells: Element[] = Array.from({ length: width }, (_, index) => {
    const cell = row[index];
    const align = cell ? getProperty(cell, 'align') : '';
    return {
      type: 'element',
      tagName: header ? 'th' : 'td',
      properties: /^(?:left|right|center)$/.test(align) ? { align } : {},
      children: cell ? toMarkdownCell(cell) : [],
    };
  });
  return { type: 'element', tagName: 'tr', properties: {}, children: cells };
}

function captionOf(table: Element): Element | undefined {
  const caption = table.children.find((child) => child.type === 'element' && child.tagName === 'caption');
  if (caption?.type !== 'element' || hastText(caption).trim() === '') return undefined;
  return { ...caption, tagName: containsBlock(caption) ? 'div' : 'p' };
}
