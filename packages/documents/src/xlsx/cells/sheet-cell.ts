import type { TableCell } from '@quern/content/blocks/content-block';
import { plainText, type RichText } from '@quern/content/blocks/rich-text';

/** A cell with its place in a row. */
export interface SheetCell extends TableCell {
  readonly column: number;
  /** Whether it has a number, a date or a truth value. */
  readonly isValue: boolean;
  readonly isBold: boolean;
}

/** A row that has a cell with text. */
export interface SheetRow {
  /** From 0. */
  readonly index: number;
  /** From left to right, without empty ones. */
  cells: SheetCell[];
}

/** Texts beyond this number have separate contents. */
const contentsMax = 20_000;

/** Contents of cells; equal texts share one, since most columns repeat their values. */
export class SharedContents {
  readonly #contents = new Map<string, RichText>();

  get(text: string): RichText {
    const existing = this.#contents.get(text);
    if (existing !== undefined) return existing;
    const content: RichText = text.includes('\n')
      ? plainText(trimLines(text))
      : [{ type: 'text', value: text }];
    if (this.#contents.size < contentsMax) this.#contents.set(text, content);
    return content;
  }
}

function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

/** The columns in which some rows have cells, ascending. */
export function columnsOf(rows: readonly SheetRow[]): number[] {
  const columns = new Set<number>();
  for (const { cells } of rows) for (const { column } of cells) columns.add(column);
  return [...columns].toSorted((a, b) => a - b);
}
