import { columnsMax, rowsMax } from '../cells/cell-reference.ts';
import { functions } from './formula-functions.ts';
import {
  compareValues,
  divisionByZero,
  isError,
  isRange,
  type RangeValues,
  type Scalar,
  toNumber,
  toText,
  UncomputedFormula,
  wrongNumber,
  wrongReference,
} from './formula-value.ts';
import type { CellNode, FormulaNode } from './parse-formula.ts';

/** Reads cells, which may be formulas themselves. A sheet is undefined for that of the formula. */
export interface CellReader {
  cell(sheet: string | undefined, row: number, column: number): Scalar;
  range(sheet: string | undefined, first: CellNode, last: CellNode): RangeValues;
}

/** By how much a shared formula is moved from where it is written. */
export interface FormulaShift {
  readonly rows: number;
  readonly columns: number;
}

/** Computes a formula. @throws UncomputedFormula */
export function evaluateFormula(node: FormulaNode, cells: CellReader, shift: FormulaShift): Scalar {
  const result = evaluate(node, cells, shift);
  if (isRange(result)) throw new UncomputedFormula();
  return result;
}

function evaluate(node: FormulaNode, cells: CellReader, shift: FormulaShift): Scalar | RangeValues {
  switch (node.kind) {
    case 'value':
      return node.value;
    case 'cell': {
      const { row, column } = moved(node.place, shift);
      return row < 0 || column < 0 || row >= rowsMax || column >= columnsMax
        ? wrongReference
        : cells.cell(node.sheet, row, column);
    }
    case 'range':
      return cells.range(node.sheet, moved(node.first, shift), moved(node.last, shift));
    case 'unary': {
      const operand = toNumber(evaluateFormula(node.operand, cells, shift));
      if (isError(operand) || node.operator === '+') return operand;
      return node.operator === '-' ? -operand : operand / 100;
    }
    case 'binary':
      return applyOperator(
        node.operator,
        evaluateFormula(node.left, cells, shift),
        evaluateFormula(node.right, cells, shift),
      );
    case 'call': {
      const call = functions.get(node.name);
      if (!call) throw new UncomputedFormula();
      return call(node.parameters.map((each) => () => (each ? evaluate(each, cells, shift) : null)));
    }
  }
}

function moved(place: CellNode, { rows, columns }: FormulaShift): CellNode {
  return {
    ...place,
    row: place.isRowFixed ? place.row : place.row + rows,
    column: place.isColumnFixed ? place.column : place.column + columns,
  };
}

function applyOperator(operator: string, left: Scalar, right: Scalar): Scalar {
  if (isError(left)) return left;
  if (isError(right)) return right;
  if (operator === '&') return `${toText(left)}${toText(right)}`;
  const order = comparisons.get(operator);
  if (order) return order(compareValues(left, right));
  const [a, b] = [toNumber(left), toNumber(right)];
  if (isError(a)) return a;
  if (isError(b)) return b;
  if (operator === '/' && b === 0) return divisionByZero;
  const result = calculate(operator, a, b);
  return Number.isFinite(result) ? result : wrongNumber;
}

const comparisons: ReadonlyMap<string, (difference: number) => boolean> = new Map([
  ['=', (difference) => difference === 0],
  ['<>', (difference) => difference !== 0],
  ['<', (difference) => difference < 0],
  ['>', (difference) => difference > 0],
  ['<=', (difference) => difference <= 0],
  ['>=', (difference) => difference >= 0],
]);

function calculate(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+':
      return withoutNoise(a + b, a);
    case '-':
      return withoutNoise(a - b, a);
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return a ** b;
  }
}

/** A sum that is much smaller than its parts is 0, as in spreadsheets: 0.1 + 0.2 − 0.3. */
function withoutNoise(sum: number, part: number): number {
  return Math.abs(sum) < Math.abs(part) * 1e-15 ? 0 : sum;
}
