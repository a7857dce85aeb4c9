import { columnsMax } from '../cells/cell-reference.ts';
import { type CellReader, evaluateFormula } from './evaluate-formula.ts';
import { type RangeValues, type Scalar, UncomputedFormula } from './formula-value.ts';
import { type CellNode, type FormulaNode, parseFormula } from './parse-formula.ts';
import { keyOf, type PendingFormula, type SheetValues } from './read-sheet-values.ts';

/** Cells that the formulas of a workbook may read. */
const stepsMax = 5_000_000;
/** Formulas that depend on each other in a longer chain are not computed. */
const depthMax = 200;
/** Parsed formulas that are kept: columns repeat theirs. */
const parsedMax = 10_000;

/** Reads the values of a sheet by its name in lower case; undefined if there is none. */
export type LoadSheet = (name: string) => Promise<SheetValues | undefined>;

/** Thrown when a formula refers to a sheet that has not been read yet. */
class SheetNeeded extends Error {
  readonly sheet: string;

  constructor(sheet: string) {
    super();
    this.sheet = sheet;
  }
}

/** Computes the formulas of a workbook that have no stored result, as programs write them that do not calculate. */
export class FormulaCalculator {
  readonly #load: LoadSheet;
  readonly #sheets = new Map<string, SheetValues | undefined>();
  readonly #parsed = new Map<string, FormulaNode>();
  /** Formulas that are being computed, to find circles. */
  readonly #open = new Set<PendingFormula>();
  #steps = 0;

  constructor(load: LoadSheet) {
    this.#load = load;
  }

  /** @returns undefined if the formula in a cell cannot be computed */
  async compute(sheet: string, row: number, column: number): Promise<Scalar | undefined> {
    for (;;) {
      try {
        return this.#cell(sheet, row, column);
      } catch (error) {
        this.#open.clear();
        if (error instanceof UncomputedFormula) return undefined;
        if (!(error instanceof SheetNeeded)) throw error;
        this.#sheets.set(error.sheet, await this.#load(error.sheet));
      }
    }
  }

  #cell(sheet: string, row: number, column: number): Scalar {
    if (++this.#steps > stepsMax) throw new UncomputedFormula();
    const { values, formulas } = this.#sheetOf(sheet);
    const key = keyOf(row, column);
    const value = values.get(key);
    if (value !== undefined) return value;
    const formula = formulas.get(key);
    if (!formula) return null;
    if (formula.text === undefined || this.#open.has(formula) || this.#open.size >= depthMax)
      throw new UncomputedFormula();
    this.#open.add(formula);
    const result = evaluateFormula(this.#parse(formula.text), this.#readerOf(sheet), formula.shift) ?? 0;
    this.#open.delete(formula);
    values.set(key, result);
    formulas.delete(key);
    return result;
  }

  /** Names of sheets are the same in any case. */
  #sheetOf(stated: string): SheetValues {
    const name = stated.toLowerCase();
    if (!this.#sheets.has(name)) throw new SheetNeeded(name);
    const sheet = this.#sheets.get(name);
    if (!sheet) throw new UncomputedFormula();
    return sheet;
  }

  #parse(text: string): FormulaNode {
    const known = this.#parsed.get(text);
    if (known) return known;
    const node = parseFormula(text);
    if (this.#parsed.size < parsedMax) this.#parsed.set(text, node);
    return node;
  }

  #readerOf(own: string): CellReader {
    return {
      cell: (sheet = own, row, column) => this.#cell(sheet, row, column),
      range: (sheet = own, first, last) => this.#range(sheet, first, last),
    };
  }

  #range(sheet: string, first: CellNode, last: CellNode): RangeValues {
    const { values, formulas } = this.#sheetOf(sheet);
    const [rows, columns] = [last.row - first.row + 1, last.column - first.column + 1];
    // The formulas of a range are computed first, since its values must not change while they are read.
    const keys = [...keysIn(values, first, last), ...keysIn(formulas, first, last)].sort((a, b) => a - b);
    this.#steps += keys.length + Math.min(rows * columns, values.size + formulas.size);
    if (this.#steps > stepsMax) throw new UncomputedFormula();
    const cells = keys.map((key) => {
      const [row, column] = [Math.floor(key / columnsMax), key % columnsMax];
      return { row: row - first.row, column: column - first.column, value: this.#cell(sheet, row, column) };
    });
    return { rows, columns, cells };
  }
}

/** The keys of a map that are inside a range, found along the shorter of the two. */
function keysIn(map: ReadonlyMap<number, unknown>, first: CellNode, last: CellNode): number[] {
  const keys: number[] = [];
  const area = (last.row - first.row + 1) * (last.column - first.column + 1);
  if (area > map.size) {
    for (const key of map.keys()) {
      const [row, column] = [Math.floor(key / columnsMax), key % columnsMax];
      const isInside = row >= first.row && row <= last.row && column >= first.column && column <= last.column;
      if (isInside) keys.push(key);
    }
    return keys;
  }
  for (let row = first.row; row <= last.row; row++) {
    for (let column = first.column; column <= last.column; column++) {
      const key = keyOf(row, column);
      if (map.has(key)) keys.push(key);
    }
  }
  return keys;
}
