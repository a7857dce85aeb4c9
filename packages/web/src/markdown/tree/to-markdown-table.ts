import { attributeOf, type DomElement, type DomNode, domText } from '@quern/content/dom/dom';
import { containsTag, hasNonBlankText } from '@quern/content/dom/tree-queries';
import { containsBlock } from './flatten-blocks.ts';
import { toMarkdownCell } from './to-markdown-cell.ts';

/** Larger spans are truncated: HTML allows 1,000 columns and 65,534 rows, each of which would repeat the cell. */
const spanMax = 100;
/** A cell with this many characters contains the whole page. */
const pageCharsMin = 4000;
/** A table whose few rows have a cell this long only lays out the page. */
const layoutCharsMin = 1500;
const layoutRowsMax = 3;

/** Cells that may be added to a page, plus the number for each cell of the page itself. */
const addedCellsMin = 5000;
const addedCellsPerCell = 10;
/** Repeating this many characters costs as much as an added cell. */
const charsPerCell = 40;
const innerBlockTag =
  /^(?:p|div|ul|ol|dl|table|h[1-6]|pre|blockquote|br|hr|section|article|form|center|figure)$/;
/** Class names of WordPress, Bootstrap, Sphinx and utility frameworks. */
const alignmentClass = /(?:^|\s)(?:has-text-align|text|align)-(left|right|center)(?:\s|$)/;
/** Tables nested deeper than this inside cells of data tables are split into their cells. */
const depthMax = 4;

/** Limits the cells added to the tables of one page: copies for spans, and empty cells at the ends of rows. */
export class TableBudget {
  #remaining = addedCellsMin;

  /**
   * Raises the limit.
   * @param cells number of cells that a table has in its source
   */
  extend(cells: number): void {
    this.#remaining += cells * addedCellsPerCell;
  }

  /** Returns false, without any effect, if fewer than `cells` are left. */
  spend(cells: number): boolean {
    if (cells > this.#remaining) return false;
    this.#remaining -= cells;
    return true;
  }
}

/**
 * Converts a data table to a full grid. A cell that spans columns or rows is repeated, since Markdown has no spans and
 * an empty cell would lose the relation between values; the only cell of a row is not. Tables that only lay out a page (one column or row of blocks,
 * tables inside tables) are split into their cells. Once the budget is spent, spans are no longer filled, and tables
 * whose rows differ too much in length are split too.
 * @param depth number of tables around this one
 */
export function toMarkdownTable(table: DomElement, budget: TableBudget, depth: number): DomNode[] {
  const rows = rowsOf(table);
  if (rows.length === 0) return table.children;
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
  budget.extend(cells);
  const grid = withoutEmptyColumns(gridOf(rows, budget));
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  const empty = grid.length * width - grid.reduce((sum, row) => sum + row.length, 0);
  if (depth >= depthMax || isLayout(table, rows, width) || !budget.spend(empty))
    return rows.flatMap((row) => splitRow(row, rows.length > 1));
  const header = isHeader(rows[0]) ? 1 : 0;
  const lines = grid.map((row, index) => tableRow(row, width, index < header));
  if (header === 0) lines.unshift(tableRow([], width, true));
  const caption = captionOf(table);
  const rewritten: DomElement = { kind: 'element', name: 'table', attributes: {}, children: lines };
  return caption ? [caption, rewritten] : [rewritten];
}

interface Row {
  readonly cells: DomElement[];
  readonly isInHead: boolean;
}

/** Returns whether a row names the columns: one in which cells with a value follow another `th` names only itself. */
function isHeader(row: Row | undefined): boolean {
  if (!row?.cells.some((cell) => cell.name === 'th')) return false;
  return row.isInHead || row.cells.every((cell) => cell.name === 'th' || !hasContent(cell));
}

function hasContent(cell: DomElement): boolean {
  return hasNonBlankText(cell) || containsTag(cell, /^(?:img|input|pre|quern:.*)$/);
}

/** Removes the columns of icons and of spacing. */
function withoutEmptyColumns(grid: Grid): Grid {
  const filled = new Set(grid.flat().filter((cell) => cell !== undefined && hasContent(cell)));
  const isFilled: boolean[] = [];
  for (const row of grid)
    for (const [x, cell] of row.entries()) if (cell !== undefined && filled.has(cell)) isFilled[x] = true;
  return grid.map((row) => row.filter((_, x) => isFilled[x]));
}

/** Returns the rows of a table. Cells outside a row form one, as in a browser. */
function rowsOf(table: DomElement): Row[] {
  const rows: Row[] = [];
  const visit = (parent: DomElement, isInHead: boolean) => {
    let implied: Row | undefined;
    for (const child of parent.children) {
      if (child.kind !== 'element') continue;
      if (/^t[dh]$/.test(child.name)) {
        if (implied === undefined) {
          implied = { cells: [], isInHead };
          rows.push(implied);
        }
        implied.cells.push(child);
        continue;
      }
      implied = undefined;
      if (child.name === 'tr') {
        const cells = child.children.filter((cell) => cell.kind === 'element');
        rows.push({ cells: cells.filter((cell) => /^t[dh]$/.test(cell.name)), isInHead });
      } else if (/^(?:thead|tbody|tfoot)$/.test(child.name)) visit(child, child.name === 'thead');
    }
  };
  visit(table, false);
  return rows.filter((row) => row.cells.length > 0);
}

/** Fills the rest of a row whose only cell spans it, as the headings of groups of rows do. */
const emptyCell: DomElement = { kind: 'element', name: 'td', attributes: {}, children: [] };

/** Cells by row and column. */
type Grid = (DomElement | undefined)[][];

/** Places cells by the algorithm of the HTML standard (https://html.spec.whatwg.org/#forming-a-table). */
function gridOf(rows: readonly Row[], budget: TableBudget): Grid {
  const grid: Grid = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of row.cells) {
      while (grid[y]?.[x]) x++;
      const { columns, rows: height } = spansOf(cell, rows.length - y, budget);
      for (let dy = 0; dy < height; dy++) {
        for (let dx = 0; dx < columns; dx++) {
          const line = grid[y + dy];
          if (line && !line[x + dx]) line[x + dx] = dx > 0 && row.cells.length === 1 ? emptyCell : cell;
        }
      }
      x += columns;
    }
  }
  return grid;
}

function spansOf(
  cell: DomElement,
  rowsLeft: number,
  budget: TableBudget,
): { readonly columns: number; readonly rows: number } {
  const columns = span(cell, 'colspan');
  const rows = Math.min(span(cell, 'rowspan') || rowsLeft, rowsLeft);
  const copies = columns * rows - 1;
  if (copies === 0) return { columns, rows };
  const cost = copies * (1 + Math.floor(domText(cell).length / charsPerCell));
  return budget.spend(cost) ? { columns, rows } : { columns: 1, rows: 1 };
}

/** Returns a span; 0 for a `rowspan` to the end of the table, and 1 for invalid values. */
function span(cell: DomElement, name: 'colspan' | 'rowspan'): number {
  const value = Number.parseInt(attributeOf(cell, name), 10);
  if (name === 'rowspan' && value === 0) return 0;
  return value > 0 ? Math.min(value, spanMax) : 1;
}

function isLayout(table: DomElement, rows: readonly Row[], width: number): boolean {
  if (/^(?:presentation|none)$/.test(attributeOf(table, 'role'))) return true;
  const cells = rows.flatMap((row) => row.cells);
  if (cells.some(containsPage)) return true;
  if (cells.some((cell) => cell.name === 'th')) return cells.length === 1;
  // A single row is a note next to its icon, or two columns of a page.
  if (width <= 1 || rows.length === 1) return true;
  // Rows that continue the one above are indented by an empty cell, as in lists of stories.
  const continued = rows.filter((row) => row.cells.length > 1 && isIndent(row.cells[0]));
  if (continued.length * 3 >= rows.length) return true;
  const blocks = cells.filter((cell) => containsTag(cell, /^(?:table|h[1-6]|article|section|form)$/)).length;
  if (blocks > 0 && blocks >= cells.length / 4) return true;
  const long = cells.filter((cell) => domText(cell).length > layoutCharsMin).length;
  return long > 0 && rows.length <= layoutRowsMax;
}

function isIndent(cell: DomElement | undefined): boolean {
  return (
    cell !== undefined && span(cell, 'colspan') > 1 && !hasNonBlankText(cell) && !containsTag(cell, /^img$/)
  );
}

/** Returns whether a cell contains a whole page with its headings and paragraphs. */
function containsPage(cell: DomElement): boolean {
  return containsTag(cell, /^(?:p|h[1-6]|ul|ol|pre|blockquote)$/) && domText(cell).length > pageCharsMin;
}

/** Splits a row into its cells, or makes it one line if it is one of several and its cells contain no blocks. */
function splitRow({ cells }: Row, isOneOfSeveral: boolean): DomElement[] {
  if (!isOneOfSeveral || cells.some((cell) => containsTag(cell, innerBlockTag)))
    return cells.map((cell) => block(cell.children));
  return [block(cells.flatMap((cell) => [...cell.children, { kind: 'text', value: ' ' }]))];
}

function block(children: DomNode[]): DomElement {
  return { kind: 'element', name: 'div', attributes: {}, children };
}

function tableRow(row: readonly (DomElement | undefined)[], width: number, header: boolean): DomElement {
  const cells: DomElement[] = Array.from({ length: width }, (_, index) => {
    const cell = row[index];
    const align = cell ? alignmentOf(cell) : '';
    return {
      kind: 'element',
      name: header ? 'th' : 'td',
      attributes: /^(?:left|right|center)$/.test(align) ? { align } : {},
      children: cell ? toMarkdownCell(cell) : [],
    };
  });
  return { kind: 'element', name: 'tr', attributes: {}, children: cells };
}

function alignmentOf(cell: DomElement): string {
  const className = attributeOf(cell, 'class');
  return attributeOf(cell, 'align') || (alignmentClass.exec(className)?.[1] ?? '');
}

function captionOf(table: DomElement): DomElement | undefined {
  const caption = table.children.find((child) => child.kind === 'element' && child.name === 'caption');
  if (caption?.kind !== 'element' || domText(caption).trim() === '') return undefined;
  return { ...caption, name: containsBlock(caption) ? 'div' : 'p' };
}
