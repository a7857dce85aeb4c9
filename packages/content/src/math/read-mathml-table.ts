import { type DomElement, getAttribute } from '../dom/dom.ts';
import { emptyNode, type MathNode } from './math-node.ts';

/**
 * Reads a table (https://www.w3.org/TR/mathml-core/#tabular-math). Columns that are right and left in turn align
 * equations.
 */
export function readMathmlTable(table: DomElement, readCell: (cell: DomElement) => MathNode): MathNode {
  const rows: MathNode[][] = [];
  for (const child of table.children) {
    if (child.kind !== 'element') continue;
    // A row may be left out around a single cell, and the first cell of some rows is a label.
    const cells = child.name === 'mtr' || child.name === 'mlabeledtr' ? cellsOf(child) : [child];
    const shown = child.name === 'mlabeledtr' ? cells.slice(1) : cells;
    rows.push(shown.map(readCell));
  }
  if (rows.length === 0) return emptyNode;
  return {
    kind: 'table',
    rows: rows.map((row) => (row.length === 0 ? [emptyNode] : row)),
    ...layoutOf(table, rows),
  };
}

function cellsOf(row: DomElement): DomElement[] {
  return row.children.filter((child): child is DomElement => child.kind === 'element');
}

function layoutOf(table: DomElement, rows: readonly MathNode[][]): { environment: string; columns: string } {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const stated = (getAttribute(table, 'columnalign') ?? '').trim().slice(0, 500).split(/\s+/);
  // The last alignment is that of all further columns.
  const columns = Array.from({ length: Math.min(width, 50) }, (_, column) =>
    (stated[Math.min(column, stated.length - 1)] || 'center').charAt(0),
  ).join('');
  if (/^(?:rl)*r?$/.test(columns)) return { environment: 'aligned', columns: '' };
  const isPlain = /^c*$/.test(columns) || !/^[lcr]*$/.test(columns) || width > columns.length;
  return isPlain ? { environment: 'matrix', columns: '' } : { environment: 'array', columns };
}
