import { columnsMax, parseReference, rowsMax } from './cell-reference.ts';
import { TextCollector } from './text-collector.ts';

/** The formula of a cell (ECMA-376 part 1, 18.3.1.40). */
export interface CellFormula {
  /** '' where it is shared with another cell. */
  readonly text: string;
  readonly kind: string;
  /** Id of a shared formula. */
  readonly shared: string;
}

/** A cell of a sheet as its part states it (ECMA-376 part 1, 18.3.1.4). */
export interface ParsedCell {
  /** From 0, as the column. */
  readonly row: number;
  readonly column: number;
  readonly type: string;
  /** Id of its style. */
  readonly style: string;
  readonly value: string;
  /** Text that is not among the shared strings. */
  readonly inline: string;
  readonly formula: CellFormula | undefined;
}

type Attributes = Readonly<Record<string, string>>;

/** Reads the rows and cells of the part of a sheet, event by event. */
export class CellParser {
  readonly #onCell: (cell: ParsedCell) => void;
  readonly #inline = new TextCollector();
  #row = -1;
  #lastColumn = -1;
  #cell: Pick<ParsedCell, 'column' | 'type' | 'style'> | undefined;
  #formula: Pick<CellFormula, 'kind' | 'shared'> | undefined;
  #field: 'value' | 'formula' | 'inline' | undefined;
  #value = '';
  #formulaText = '';

  /** @param onCell called for each cell inside the sheet */
  constructor(onCell: (cell: ParsedCell) => void) {
    this.#onCell = onCell;
  }

  /** Index of the open row, from 0; -1 before the first one. */
  get row(): number {
    return this.#row;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#field = 'value';
    else if (name === 'f') {
      this.#field = 'formula';
      this.#formula = { kind: attributes['t'] ?? '', shared: attributes['si'] ?? '' };
    } else if (name === 'is') this.#field = 'inline';
    else if (name === 'row') this.#openRow(attributes);
    if (this.#field === 'inline') this.#inline.open(name);
  }

  close(name: string): void {
    if (this.#field === 'inline') this.#inline.close(name);
    if (name === 'c') this.#closeCell();
    else if (name === 'v' || name === 'f' || name === 'is') this.#field = undefined;
  }

  addText(text: string): void {
    if (this.#field === 'value') this.#value += text;
    else if (this.#field === 'inline') this.#inline.add(text);
    else if (this.#field === 'formula') this.#formulaText += text;
  }

  #openRow({ r: number }: Attributes): void {
    const next = this.#row + 1;
    const stated = number === undefined ? next : Number(number) - 1;
    this.#row = stated >= 0 && stated < rowsMax ? Math.trunc(stated) : next;
    this.#lastColumn = -1;
  }

  #openCell({ r: reference, t: type = 'n', s: style = '' }: Attributes): void {
    const place = reference === undefined ? undefined : parseReference(reference);
    const column = place?.column ?? this.#lastColumn + 1;
    this.#lastColumn = column;
    this.#cell = { column, type, style };
    this.#formula = undefined;
    this.#value = '';
    this.#formulaText = '';
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    const inline = this.#inline.take();
    if (!cell || cell.column >= columnsMax) return;
    const formula = this.#formula && { ...this.#formula, text: this.#formulaText };
    this.#onCell({ ...cell, row: this.#row, value: this.#value, inline, formula });
  }
}
