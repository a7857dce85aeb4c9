import { type ParsePace, parseXmlBytes } from '../../xml/parse-xml-bytes.ts';
import { columnsMax, parseReference } from '../cells/cell-reference.ts';
import { decodeEscapes, TextCollector } from '../cells/text-collector.ts';
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
      openTag: (name, attributes) => reader.open(name, attributes),
      closeTag: (name) => reader.close(name),
      text: (text) => reader.addText(text),
    },
    pace,
  );
  return reader;
}

interface OpenFormula {
  readonly kind: string;
  readonly shared: string;
}

class ValueReader implements SheetValues {
  readonly values = new Map<number, Scalar>();
  readonly formulas = new Map<number, PendingFormula>();
  readonly #strings: readonly string[];
  /** Formulas that other cells share, with their places. */
  readonly #shared = new Map<
    string,
    { readonly text: string; readonly row: number; readonly column: number }
  >();
  readonly #inline = new TextCollector();
  #row = -1;
  #column = -1;
  #type = '';
  #formula: OpenFormula | undefined;
  #field: 'value' | 'formula' | 'inline' | undefined;
  #value = '';
  #formulaText = '';

  constructor(strings: readonly string[]) {
    this.#strings = strings;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#row = attributes['r'] === undefined ? this.#row + 1 : Number(attributes['r']) - 1;
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = parseReference(attributes['r'] ?? '')?.column ?? this.#column + 1;
      this.#type = attributes['t'] ?? 'n';
      this.#formula = undefined;
      this.#value = '';
      this.#formulaText = '';
    } else if (name === 'f') {
      this.#formula = { kind: attributes['t'] ?? '', shared: attributes['si'] ?? '' };
      this.#field = 'formula';
    } else if (name === 'v') this.#field = 'value';
    else if (name === 'is') this.#field = 'inline';
    if (this.#field === 'inline') this.#inline.open(name);
  }

  close(name: string): void {
    if (this.#field === 'inline') this.#inline.close(name);
    if (name === 'c') this.#closeCell();
    else if (name === 'v' || name === 'f' || name === 'is') this.#field = undefined;
  }

  addText(text: string): void {
    if (this.#field === 'value') this.#value += text;
    else if (this.#field === 'formula') this.#formulaText += text;
    else if (this.#field === 'inline') this.#inline.add(text);
  }

  #closeCell(): void {
    const inline = this.#inline.take();
    const place = keyOf(this.#row, this.#column);
    const formula = this.#formula && this.#formulaOf(this.#formula);
    if (this.values.size + this.formulas.size >= cellsMax) return;
    const value = this.#valueOf(inline);
    if (value !== null) this.values.set(place, value);
    else if (formula && this.#type !== 'str') this.formulas.set(place, formula);
  }

  #formulaOf({ kind, shared }: OpenFormula): PendingFormula {
    const [text, row, column] = [this.#formulaText, this.#row, this.#column];
    if (kind === 'shared' && text !== '') this.#shared.set(shared, { text, row, column });
    const first = kind === 'shared' ? this.#shared.get(shared) : undefined;
    if (first) return { text: first.text, shift: { rows: row - first.row, columns: column - first.column } };
    return { text: kind === 'dataTable' || text === '' ? undefined : text, shift: { rows: 0, columns: 0 } };
  }

  #valueOf(inline: string): Scalar {
    const value = this.#value.trim();
    switch (this.#type) {
      case 's':
        return this.#strings[Number(value)] ?? null;
      case 'inlineStr':
        return inline === '' ? null : inline;
      case 'str':
        return this.#formula || this.#value !== '' ? decodeEscapes(this.#value) : null;
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
