import { plainText, type RichText } from '@quern/content/blocks/rich-text';
import { formatSerial, formatText } from '../../office/value-formats.ts';
import type { CellStyles } from '../cells/cell-styles.ts';
import type { SheetGrid } from '../cells/grid-collector.ts';
import type { SheetCell, SheetRow } from '../cells/sheet-cell.ts';
import type { WorkbookBudget } from '../cells/workbook-budget.ts';
import type { FormulaCalculator } from './formula-calculator.ts';
import { isError, type Scalar, toText } from './formula-value.ts';

/** Parts of the workbook that results need. */
export interface FillContext {
  readonly calculator: FormulaCalculator;
  readonly styles: CellStyles;
  readonly uses1904: boolean;
  readonly budget: WorkbookBudget;
}

/**
 * Fills the cells whose formulas have no stored result.
 *
 * @param sheet name of the sheet
 * @returns references of the cells that were not computed, such as `B7`
 */
export async function fillCells(grid: SheetGrid, sheet: string, context: FillContext): Promise<string[]> {
  const rows = new Map(grid.rows.map((row) => [row.index, row]));
  const uncomputed: string[] = [];
  const filled = new Set<SheetRow>();
  for (const { row: place, column, style, isBold, url } of grid.unfilled) {
    const value = await context.calculator.compute(sheet, place.index, column);
    if (value === undefined) {
      uncomputed.push(referenceOf(place.index, column));
      continue;
    }
    const text = shownText(value, context.styles.get(style).pattern, context.uses1904);
    if (text.trim() === '') continue;
    context.budget.takeCell(text.length);
    const row = rows.get(place.index) ?? { index: place.index, cells: [] };
    rows.set(place.index, row);
    row.cells.push({ content: linked(text, url), column, isBold, isValue: isValue(value) });
    filled.add(row);
  }
  for (const row of filled) row.cells.sort((a: SheetCell, b: SheetCell) => a.column - b.column);
  if (rows.size > grid.rows.length) {
    grid.rows.length = 0;
    for (const row of [...rows.values()].toSorted((a, b) => a.index - b.index)) grid.rows.push(row);
  }
  return uncomputed;
}

function shownText(value: Scalar, pattern: string, uses1904: boolean): string {
  if (typeof value === 'number') return formatSerial(value, pattern, uses1904);
  if (isError(value)) return value.code;
  const text = toText(value);
  return isError(text) ? text.code : formatText(text, pattern);
}

function linked(text: string, url: string | undefined): RichText {
  const content = plainText(text);
  return url === undefined ? content : [{ type: 'link', url, children: [...content] }];
}

function isValue(value: Scalar): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/** @param row from 0 @param column from 0 */
function referenceOf(row: number, column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}
