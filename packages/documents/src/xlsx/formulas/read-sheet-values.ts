import { type ParsePace, parseXmlBytes } from '../../xml/parse-xml-bytes.ts';
import { type CellFormula, CellParser, type ParsedCell } from '../cells/cell-parser.ts';
import { columnsMax } from '../cells/cell-reference.ts';
import { decodeEscapes } from '../cells/text-collector.ts';
import type { FormulaShift } from './evaluate-formula.ts';
import { FormulaError, type Scalar } from './formula-value.ts';

/** A formula without a stored result. */
export interface PendingFormula {
  /** Undefined for kinds that are not computed. */
  readonly text: string | undefined;
  readonly shift: FormulaShift;
}

/** The values of a sheet, and its formulas without results, by `keyOf` their place. */
export interface SheetValues {
  readonly values: Map<number, Scalar>;
  readonly formulas: Map<number, PendingFormula>;
}

/** More cells are not read, which leaves the formulas that need them without a result. */
const cellsMax = 300_000;

/** The key of a place. @param row from 0 @param column from 0 */
export function keyOf(row: number, column: number): number {
  return row * columnsMax + column;
}

/** Reads the values of a sheet as formulas see them. @throws the signal's reason when aborted */
export async function readSheetValues(
  xml: Uint8Array,
  strings: readonly string[],
  pace: ParsePace,
): Promise<SheetValues> {
  const reader = new ValueReader(strings);
  await parseXmlBytes(
    xml,
    {
      openTag: (name, attributes) => reader.cells.open(name, attributes),
      closeTag: (name) => reader.cells.close(name),
      text: (text) => reader.cells.addText(text),
    },
    pace,
  );
  return reader;
}

class ValueReader implements SheetValues {
  readonly values = new Map<number, Scalar>();
  readonly formulas = new Map<number, PendingFormula>();
  readonly #strings: readonly string[];
  /** Formulas that other cells share, by their ids. */
  readonly #shared = new Map<string, ParsedCell>();
  readonly cells = new CellParser((cell) => this.#add(cell));

  constructor(strings: readonly string[]) {
    this.#strings = strings;
  }

  #add(cell: ParsedCell): void {
    const { row, column, formula, type } = cell;
    if (formula?.kind === 'shared' && formula.text !== '') this.#shared.set(formula.shared, cell);
    if (this.values.size + this.formulas.size >= cellsMax) return;
    const value = this.#valueOf(cell);
    if (value !== null) this.values.set(keyOf(row, column), value);
    else if (formula && type !== 'str') this.formulas.set(keyOf(row, column), this.#pending(cell, formula));
  }

  #pending({ row, column }: ParsedCell, { kind, shared, text }: CellFormula): PendingFormula {
    const first = kind === 'shared' ? this.#shared.get(shared) : undefined;
    const shift = { rows: row - (first?.row ?? row), columns: column - (first?.column ?? column) };
    const own = kind === 'dataTable' || text === '' ? undefined : text;
    return { text: first?.formula?.text ?? own, shift };
  }

  #valueOf({ type, value: source, inline, formula }: ParsedCell): Scalar {
    const value = source.trim();
    switch (type) {
      case 's':
        return this.#strings[Number(value)] ?? null;
      case 'inlineStr':
        return inline === '' ? null : inline;
      case 'str':
        return formula || source !== '' ? decodeEscapes(source) : null;
      case 'b':
        return value === '' ? null : value === '1' || value === 'true';
      case 'e':
        return value === '' ? null : new FormulaError(value);
      default: {
        const number = Number(value);
        return value === '' ? null : Number.isFinite(number) ? number : value;
      }
    }
  }
}
