import type { LayoutItem, Row } from '../layout-item.ts';

/** Words of a row that are apart by more than this part of the font size are separate pieces. */
const pieceGap = 0.95;
/** or by more than this many spaces. */
const pieceSpaces = 2.4;
/** A label has on average at least this many letters where nothing else sets the blocks apart. */
const labelLettersMin = 5;
/** Letters before an amount, such as CHF, are no label. */
const currencyCode = /^\p{Lu}{3}$/u;

/** One of two blocks next to each other. */
export interface Side {
  readonly rows: readonly SideRow[];
  /** Whether its rows are lines of text, or labels with values. */
  readonly isText: boolean;
  readonly isPairs: boolean;
}

/** A row of a block. */
export interface SideRow {
  /** Texts between gaps wider than a space. */
  readonly pieces: readonly string[];
  readonly y: number;
  readonly size: number;
}

/** Describes the rows of a block. @param space between words, in parts of the font size */
export function describeSide(itemRows: readonly Row<LayoutItem>[], space: number): Side {
  const gap = Math.max(pieceGap, pieceSpaces * space);
  const rows = itemRows.map((row) => ({ pieces: piecesOf(row, gap), y: row.y, size: row.size }));
  const count = (test: (row: SideRow) => boolean) => rows.filter(test).length;
  return {
    rows,
    isText: count(isTextRow) >= rows.length * 0.75 && count(isTextRow) > 0,
    isPairs: rows.length > 1 && count(isPairRow) >= rows.length * 0.6 && isPairRow(rows[0]),
  };
}

function piecesOf({ items, size }: Row<LayoutItem>, gap: number): string[] {
  const pieces: string[] = [];
  let right = -Infinity;
  for (const item of items) {
    const [first = '', ...others] = item.text.split('\t');
    if (pieces.length > 0 && item.left - right <= gap * size) pieces[pieces.length - 1] += ` ${first}`;
    else pieces.push(first);
    pieces.push(...others);
    ({ right } = item);
  }
  return pieces;
}

/** One piece that is not mainly a number. */
function isTextRow({ pieces }: SideRow): boolean {
  const [text = ''] = pieces;
  return pieces.length === 1 && lettersIn(text) >= 2 && lettersIn(text) >= text.length * 0.4;
}

/** A label without digits and a value with digits; in one piece, a text that ends with a number. */
function isPairRow(row: SideRow | undefined): boolean {
  const words = row?.pieces.length === 1 ? (row.pieces[0]?.split(' ') ?? []) : (row?.pieces ?? []);
  const [value = '', label = ''] = [words.at(-1), words[0]];
  if (words.length < 2 || (row?.pieces.length ?? 0) > 2) return false;
  const isLabel = lettersIn(label) >= 2 && !/\p{Number}/u.test(label) && !currencyCode.test(label);
  return isLabel && /\p{Number}/u.test(value);
}

/** The form of the value of a pair, with all numbers alike; undefined for other rows. */
export function valueForm(row: SideRow | undefined): string | undefined {
  if (row === undefined || row.pieces.length !== 2 || !isPairRow(row)) return undefined;
  return row.pieces[1]?.replace(/\p{N}+/gu, '0').replace(/\p{L}+/gu, 'a');
}

/** Whether the labels of a list of pairs are long and different. */
export function haveLongLabels(rows: readonly SideRow[]): boolean {
  const labels = rows.filter(isPairRow).map(({ pieces }) => pieces[0] ?? '');
  const letters = labels.reduce((sum, label) => sum + lettersIn(label), 0);
  return new Set(labels).size === labels.length && letters >= labelLettersMin * labels.length;
}

const lettersIn = (text: string): number => text.replace(/\P{Letter}/gu, '').length;
