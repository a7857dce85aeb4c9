import type { Element, ElementContent } from 'hast';
import { holdsTag, property, textOf } from '../extract/page-tree.ts';
import { cellContent } from './cell-content.ts';
import { holdsBlock } from './flatten-blocks.ts';

const spanMax = 100;
/** Of a table's repeated cells; beyond it spans are no longer filled in. */
const repeatedMax = 100_000;
const pageCharsMin = 4000;

/**
 * Makes a data table a full grid: a cell that spans columns or rows is repeated over them, since Markdown has
 * no spans and an empty cell would lose what the value belongs to. Tables that only lay out a page (one
 * column or row of blocks, tables within tables) fall apart into their cells.
 */
export function prepareTable(table: Element): ElementContent[] {
  const rows = rowsOf(table);
  if (rows.length === 0) return table.children;
  const grid = gridOf(rows);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (isLayout(table, rows, width)) return rows.flatMap((row) => row.cells.map(asBlock));
  const header = grid[0]?.some((cell) => cell?.tagName === 'th') ? 1 : 0;
  const lines = grid.map((row, index) => tableRow(row, width, index < header));
  if (header === 0) lines.unshift(tableRow([], width, true));
  const caption = captionOf(table);
  const rewritten: Element = { type: 'element', tagName: 'table', properties: {}, children: lines };
  return caption ? [caption, rewritten] : [rewritten];
}

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
function gridOf(rows: readonly Row[]): Grid {
  const grid: Grid = rows.map(() => []);
  let repeated = 0;
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of row.cells) {
      while (grid[y]?.[x]) x++;
      const columns = span(cell, 'colSpan');
      const lines = span(cell, 'rowSpan') || rows.length - y;
      for (let dy = 0; dy < lines && y + dy < rows.length; dy++) {
        for (let dx = 0; dx < columns; dx++) {
          if ((dx > 0 || dy > 0) && ++repeated > repeatedMax) break;
          const line = grid[y + dy];
          if (line && !line[x + dx]) line[x + dx] = cell;
        }
      }
      x += columns;
    }
  }
  return grid;
}

/** Zero as `rowspan` means down to the end; other nonsense means one. */
function span(cell: Element, name: 'colSpan' | 'rowSpan'): number {
  const value = Number.parseInt(property(cell, name), 10);
  if (name === 'rowSpan' && value === 0) return 0;
  return value > 0 ? Math.min(value, spanMax) : 1;
}

function isLayout(table: Element, rows: readonly Row[], width: number): boolean {
  if (/^(?:presentation|none)$/.test(property(table, 'role'))) return true;
  const cells = rows.flatMap((row) => row.cells);
  if (cells.some(isPage)) return true;
  if (cells.some((cell) => cell.tagName === 'th')) return cells.length === 1;
  // A row alone is a note beside its sign, or two columns of a page.
  if (width <= 1 || rows.length === 1) return true;
  const blocks = cells.filter((cell) => holdsTag(cell, /^(?:table|h[1-6]|article|section|form)$/)).length;
  if (blocks > 0 && blocks >= cells.length / 4) return true;
  const long = cells.filter((cell) => textOf(cell).length > 1500).length;
  return long > 0 && rows.length <= 3;
}

/** A cell with the text of a whole page, its headings and paragraphs. */
function isPage(cell: Element): boolean {
  return holdsTag(cell, /^(?:p|h[1-6]|ul|ol|pre|blockquote)$/) && textOf(cell).length > pageCharsMin;
}

function asBlock(cell: Element): Element {
  return { ...cell, tagName: 'div', properties: {} };
}

function tableRow(row: readonly (Element | undefined)[], width: number, header: boolean): Element {
  const cells: Element[] = Array.from({ length: width }, (_, index) => {
    const cell = row[index];
    const align = cell ? property(cell, 'align') : '';
    return {
      type: 'element',
      tagName: header ? 'th' : 'td',
      properties: /^(?:left|right|center)$/.test(align) ? { align } : {},
      children: cell ? cellContent(cell) : [],
    };
  });
  return { type: 'element', tagName: 'tr', properties: {}, children: cells };
}

function captionOf(table: Element): Element | undefined {
  const caption = table.children.find((child) => child.type === 'element' && child.tagName === 'caption');
  if (caption?.type !== 'element' || textOf(caption).trim() === '') return undefined;
  return { ...caption, tagName: holdsBlock(caption) ? 'div' : 'p' };
}
