import type { CellAlignment, TableBlock, TableCell } from '../blocks/content-block.ts';
import type { InlineNode } from '../blocks/inline-node.ts';
import { isBlank, type RichText } from '../blocks/rich-text.ts';
import { attributeOf, createDomElement, type DomElement, domText, hasTextOfLength } from '../dom/dom.ts';
import { containsTag, hasNonBlankText } from '../dom/tree-queries.ts';
import { type InlineContext, readInline } from './read-inline.ts';

/** HTML allows 1,000 columns and 65,534 rows, each of which would repeat the cell. */
const spanMax = 100;
/** A cell with more characters has a part of the page. */
const pageLengthMin = 4000;
/** A table whose few rows have a longer cell only lays out the page. */
const layoutLengthMin = 1500;
const layoutRowsMax = 3;
/** Places that cells may cover in addition to their own: for each cell of the page, and at least. */
const repetitionsPerCell = 10;
const repetitionsMin = 5000;
const repeatedLengthMax = 40;
/** Tables nested deeper than this are split into their cells. */
const depthMax = 4;
const innerBlockTag =
  /^(?:p|div|ul|ol|dl|table|h[1-6]|pre|blockquote|br|hr|section|article|form|center|figure)$/;
/** Class names of WordPress, Bootstrap, Sphinx and utility frameworks. */
const alignmentClass = /(?:^|\s)(?:has-text-align|text|align)-(left|right|center)(?:\s|$)/;

/** Limits the places that the tables of a page fill beyond the cells of their source: spans, and ends of short rows. */
export class SpanBudget {
  #left = repetitionsMin;

  /** Raises the limit by the cells that the page has itself. */
  extend(cells: number): void {
    this.#left += cells * repetitionsPerCell;
  }

  /** @returns whether that many further places may be filled */
  take(places: number): boolean {
    if (places > this.#left) return false;
    this.#left -= places;
    return true;
  }
}

/** A table of data, or one that only lays out a page. */
export interface TableReading {
  /** Content that is displayed above it: the caption, and what is outside of cells. */
  readonly above: readonly DomElement[];
  /** Undefined for a table that shows nothing, or lays out a page. */
  readonly table?: TableBlock;
  /** The cells of a table that lays out a page, or its rows. */
  readonly parts: readonly DomElement[];
}

/**
 * Reads a table as a full grid. A cell that spans columns or rows is repeated, since Markdown has no spans and an empty
 * cell would lose the relation between values; the only cell of a row is not. A table that only lays out a page (one
 * column or row of blocks, tables inside tables) is split into its cells, and so is one whose rows differ too much in
 * length once the budget is spent.
 *
 * @param depth number of tables around this one
 */
export function readTable(
  element: DomElement,
  context: InlineContext & { readonly spans: SpanBudget },
  depth: number,
): TableReading {
  const { rows, above } = rowsOf(element);
  context.spans.extend(rows.reduce((sum, row) => sum + row.cells.length, 0));
  const grid = withoutEmptyColumns(gridOf(rows, context.spans));
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  const missing = grid.length * width - grid.reduce((sum, row) => sum + row.length, 0);
  if (depth >= depthMax || isLayout(element, rows, width) || !context.spans.take(missing))
    return { above, parts: rows.flatMap((row) => splitRow(row, rows.length > 1)) };
  const contents = new Map<DomElement, RichText>();
  const written = grid.map((row) => cellsOf(row, width, contents, context));
  const kept = written.filter((row) => row.some(({ content }) => !isBlank(content)));
  if (kept.length === 0) return { above, parts: [] };
  const alignments = alignmentsOf(grid, width);
  return {
    above,
    parts: [],
    table: {
      kind: 'table',
      rows: kept,
      ...(alignments.some((alignment) => alignment !== undefined) && { alignments }),
      ...(!isHeader(rows[0]) && { hasHeader: false }),
    },
  };
}

interface Row {
  readonly cells: readonly DomElement[];
  readonly isInHead: boolean;
}

/**
 * Collects the rows of a table, those of its first head first, those of its first foot last, others in order. Cells
 * outside of a row form one, and other content outside of cells moves above the table, as in a browser
 * (https://www.w3.org/TR/CSS22/tables.html#table-display).
 */
function rowsOf(table: DomElement): { readonly rows: Row[]; readonly above: readonly DomElement[] } {
  const sections: Record<'head' | 'body' | 'foot', Row[]> = { head: [], body: [], foot: [] };
  const loose = createDomElement('div');
  const captions: DomElement[] = [];
  let head: DomElement | undefined;
  let foot: DomElement | undefined;
  const visit = (parent: DomElement, rows: Row[], isInHead: boolean) => {
    let row: DomElement[] | undefined;
    for (const child of parent.children) {
      if (child.kind === 'text') {
        if (child.value.trim() !== '') loose.children.push(child);
        continue;
      }
      const { name } = child;
      if (name === 'td' || name === 'th') {
        if (row === undefined) {
          row = [];
          rows.push({ cells: row, isInHead });
        }
        row.push(child);
        continue;
      }
      row = undefined;
      if (name === 'tr') visit(child, rows, isInHead);
      else if (name === 'thead') {
        head ??= child;
        visit(child, child === head ? sections.head : rows, true);
      } else if (name === 'tfoot') {
        foot ??= child;
        visit(child, child === foot ? sections.foot : rows, false);
      } else if (name === 'tbody' || name === 'form') visit(child, rows, isInHead);
      else if (name === 'caption') captions.push(child);
      else if (name !== 'colgroup' && name !== 'col') loose.children.push(child);
    }
  };
  visit(table, sections.body, false);
  const above = [...(loose.children.length > 0 ? [loose] : []), ...captions];
  return { rows: [...sections.head, ...sections.body, ...sections.foot], above };
}

/** Whether a row names the columns: one in which cells with a value follow another `th` names only itself. */
function isHeader(row: Row | undefined): boolean {
  if (row === undefined) return false;
  const { cells, isInHead } = row;
  const isHeading = (cell: DomElement) => cell.name === 'th';
  return isInHead || (cells.some(isHeading) && cells.every((cell) => isHeading(cell) || !hasContent(cell)));
}

function hasContent(cell: DomElement): boolean {
  return hasNonBlankText(cell) || containsTag(cell, /^(?:img|input|math)$/);
}

/** Cells by row and column. */
type Grid = (DomElement | undefined)[][];

/** Fills the rest of a row whose only cell spans it, as the headings of groups of rows do. */
const emptyCell = createDomElement('td');

/** Places the cells of a table by the algorithm of the standard (https://html.spec.whatwg.org/#forming-a-table). */
function gridOf(rows: readonly Row[], budget: SpanBudget): Grid {
  const grid: Grid = rows.map(() => []);
  for (const [y, { cells }] of rows.entries()) {
    let x = 0;
    for (const cell of cells) {
      while (grid[y]?.[x]) x++;
      const { columns, height } = spansOf(cell, rows.length - y, budget);
      for (let dy = 0; dy < height; dy++)
        for (let dx = 0; dx < columns; dx++) {
          const line = grid[y + dy];
          if (line && !line[x + dx]) line[x + dx] = dx > 0 && cells.length === 1 ? emptyCell : cell;
        }
      x += columns;
    }
  }
  return grid;
}

function spansOf(
  cell: DomElement,
  rowsLeft: number,
  budget: SpanBudget,
): { columns: number; height: number } {
  const columns = Math.min(Math.max(spanOf(cell, 'colspan'), 1), spanMax);
  const height = Math.min(spanOf(cell, 'rowspan') || rowsLeft, rowsLeft);
  const places = columns * height - 1;
  const isPossible =
    places === 0 || budget.take(places * (1 + Math.floor(domText(cell).length / repeatedLengthMax)));
  return isPossible ? { columns, height } : { columns: 1, height: 1 };
}

/** 0 for a `rowspan` to the end of the table, and 1 for invalid values. */
function spanOf(cell: DomElement, name: 'colspan' | 'rowspan'): number {
  const value = Number.parseInt(attributeOf(cell, name), 10);
  return value > 0 || (value === 0 && name === 'rowspan') ? value : 1;
}

/** Removes the columns of icons and of spacing. */
function withoutEmptyColumns(grid: Grid): Grid {
  const filled = new Set(grid.flat().filter((cell) => cell !== undefined && hasContent(cell)));
  const isFilled: boolean[] = [];
  for (const row of grid)
    for (const [x, cell] of row.entries()) if (cell !== undefined && filled.has(cell)) isFilled[x] = true;
  return grid.map((row) => row.filter((_, x) => isFilled[x]));
}

function isLayout(table: DomElement, rows: readonly Row[], width: number): boolean {
  if (/^(?:presentation|none)$/.test(attributeOf(table, 'role'))) return true;
  const cells = rows.flatMap((row) => row.cells);
  if (cells.some(hasPage)) return true;
  if (cells.some(({ name }) => name === 'th')) return cells.length === 1;
  // A single row is a note next to its icon, or two columns of a page.
  if (width <= 1 || rows.length === 1) return true;
  // Rows that continue the one above are indented by an empty cell, as in lists of stories.
  const continued = rows.filter((row) => row.cells.length > 1 && isIndent(row.cells[0]));
  if (continued.length * 3 >= rows.length) return true;
  const blocks = cells.filter((cell) => containsTag(cell, /^(?:table|h[1-6]|article|section|form)$/)).length;
  if (blocks > 0 && blocks >= cells.length / 4) return true;
  return rows.length <= layoutRowsMax && cells.some((cell) => hasTextOfLength(cell, layoutLengthMin + 1));
}

function isIndent(cell: DomElement | undefined): boolean {
  return (
    cell !== undefined && spanOf(cell, 'colspan') > 1 && !hasNonBlankText(cell) && !containsTag(cell, /^img$/)
  );
}

/** Whether a cell has a whole page with its headings and paragraphs. */
function hasPage(cell: DomElement): boolean {
  return containsTag(cell, /^(?:p|h[1-6]|ul|ol|pre|blockquote)$/) && hasTextOfLength(cell, pageLengthMin + 1);
}

/** Splits a row into its cells, or makes it one line if it is one of several and its cells have no blocks. */
function splitRow({ cells }: Row, isOneOfSeveral: boolean): readonly DomElement[] {
  if (!isOneOfSeveral || cells.some((cell) => containsTag(cell, innerBlockTag))) return cells;
  const line = createDomElement('div');
  line.children = cells.flatMap((cell) => [...cell.children, { kind: 'text' as const, value: ' ' }]);
  return [line];
}

function cellsOf(
  row: Grid[number],
  width: number,
  contents: Map<DomElement, RichText>,
  context: InlineContext,
): TableCell[] {
  return Array.from({ length: width }, (_, x): TableCell => {
    const cell = row[x];
    if (cell === undefined) return { content: [] };
    const known = contents.get(cell);
    if (known !== undefined) return { content: known, isRepeated: true };
    const content = asLines(readInline(cell.children, context, cell.name === 'th' ? ['**'] : []));
    if (cell !== emptyCell) contents.set(cell, content);
    return { content };
  });
}

/** Separates lines as Markdown can inside of a cell; empty ones are left out. */
function asLines(content: RichText): InlineNode[] {
  return content.flatMap((node, index): InlineNode[] => {
    if (node.type === 'emphasis' || node.type === 'link')
      return [{ ...node, children: asLines(node.children) }];
    if (node.type !== 'break') return [node];
    return content[index - 1]?.type === 'break' ? [] : [{ type: 'raw', value: '<br>' }];
  });
}

/** The alignments of the columns, as their first row with values states them. */
function alignmentsOf(grid: Grid, width: number): (CellAlignment | undefined)[] {
  const row = grid[1] ?? grid[0] ?? [];
  return Array.from({ length: width }, (_, x) => {
    const cell = row[x];
    return cell === undefined ? undefined : alignmentOf(cell);
  });
}

function alignmentOf(cell: DomElement): CellAlignment | undefined {
  const stated =
    attributeOf(cell, 'align').toLowerCase() ||
    (/(?:^|;)\s*text-align\s*:\s*(\w+)/i.exec(attributeOf(cell, 'style'))?.[1] ?? '') ||
    (alignmentClass.exec(attributeOf(cell, 'class'))?.[1] ?? '');
  return stated === 'left' || stated === 'center' || stated === 'right' ? stated : undefined;
}
