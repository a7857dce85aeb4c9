import { groupRows } from '../lines/group-rows.ts';
import type { Word } from '../words/word.ts';

/** Dots or lines between the two cells of a row, and at the end of a word. */
const leader = /^[.·…_]{4,}$/;
const trailing = /[.·…_]{4,}$/;
/** Maximum distance between the ends of typed dots, in font sizes. */
const shiftMax = 6;
/** Fewer rows with leaders are left as they are. */
const rowsMin = 2;

/**
 * Removes the dots that lead from a text to its amount, so that both are cells. Those of tables of contents, which lead to
 * ascending page numbers, and lines to write on, which lead to nothing, stay.
 */
export function removeLeaders(words: readonly Word[]): readonly Word[] {
  if (!words.some(({ text }) => trailing.test(text))) return words;
  const led = groupRows(words).flatMap(({ items }) => {
    const at = items.findIndex(({ text }) => trailing.test(text));
    const after = items.slice(at + 1).filter(({ text }) => !leader.test(text));
    const isBetween = at >= 0 && after.length > 0 && (at > 0 || !leader.test(items[0]?.text ?? ''));
    return isBetween ? [{ items, after }] : [];
  });
  const texts = led.map(({ after }) => after.at(-1)?.text ?? '');
  if (led.length < rowsMin || arePages(texts)) return words;
  const inRows = new Set(led.flatMap(({ items }) => items));
  const shifts = shiftsOf(led.map(({ after }) => after));
  return words.flatMap((word) => {
    const shift = shifts.get(word);
    if (shift !== undefined) return [{ ...word, left: word.left + shift, right: word.right + shift }];
    if (!inRows.has(word) || !trailing.test(word.text)) return [word];
    const text = word.text.replace(trailing, '');
    if (text === '') return [];
    const width = ((word.right - word.left) * text.length) / word.text.length;
    return [{ ...word, text, right: word.left + width }];
  });
}

/** Typed dots end at different places: how far to the right the texts after them go, to end at one place. */
function shiftsOf(rows: readonly (readonly Word[])[]): Map<Word, number> {
  const endOf = (row: readonly Word[]) => Math.max(...row.map(({ right }) => right));
  const end = Math.max(...rows.map(endOf));
  return new Map(
    rows.flatMap((row) => {
      const shift = end - endOf(row);
      const isNear = shift <= shiftMax * (row[0]?.size ?? 0);
      return row.map((word) => [word, isNear ? shift : 0] as const);
    }),
  );
}

/** Whether texts are page numbers: whole or Roman numbers in ascending order. */
function arePages(texts: readonly string[]): boolean {
  if (texts.some((text) => !/^(?:\d{1,4}|[ivxlc]+)$/i.test(text))) return false;
  const numbers = texts.filter((text) => /^\d/.test(text)).map(Number);
  return numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0));
}
