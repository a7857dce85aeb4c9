import { groupRows, type Row } from '../lines/group-rows.ts';
import { medianOf, type Word } from '../words/word.ts';

/** Numbers whose right or left edges differ by less are in one column, in points. */
const edgeTolerance = 2;
/** Least count of numbers on each line, and of those on every second, fifth or tenth one. */
const [countMin, sparseCountMin] = [5, 3];
const steps = [1, 2, 5, 10];
/** More numbers are those of tables. */
const candidatesMax = 2000;
/** Share of the numbers that follow the one before. */
const followingShareMin = 0.9;
/** Lines of prose: their width in parts of the widest one and in font sizes; share of them that end inside a sentence. */
const [widthShareMin, widthMin, continuingShareMin] = [0.6, 18, 0.35];
/** Cells of a table are farther apart, in font sizes; share of lines with such gaps. */
const [gapMax, gapShareMax] = [2.5, 0.2];
const sentenceEnd = /[.!?:;。！？]["”’)»]*$/u;
const wholeNumber = /^\d{1,4}$/;

/** A column of numbers on a page. */
interface NumberColumn {
  readonly left: number;
  readonly right: number;
  readonly words: readonly Word[];
}

/**
 * Removes the numbers of lines in the margin or between columns: on each line, or on every fifth, restarting on each page
 * or not. The pages of a document are given in order, since a last page may have few lines.
 */
export class LineNumbers {
  /** Columns of numbers on the pages before. */
  #known: NumberColumn[] = [];

  remove(words: readonly Word[]): readonly Word[] {
    const candidates = words.filter(({ text, isAttached }) => wholeNumber.test(text) && !isAttached);
    if (candidates.length === 0 || candidates.length > candidatesMax) return words;
    const rows = groupRows(words);
    const places = new Map(rows.flatMap(({ items }, index) => items.map((item) => [item, index] as const)));
    const columns = columnsOf(candidates).filter(
      (column) =>
        (areLineNumbers(column, rows, places) || this.#continues(column, places)) && isClear(column, words),
    );
    if (columns.length > 0) this.#known = columns;
    const removed = new Set(columns.flatMap((column) => column.words));
    return removed.size === 0 ? words : words.filter((word) => !removed.has(word));
  }

  /** A shorter column in the same place, on each line of the page. */
  #continues(column: NumberColumn, places: ReadonlyMap<Word, number>): boolean {
    const isKnown = this.#known.some(
      ({ left, right }) =>
        Math.abs(column.right - right) <= edgeTolerance || Math.abs(column.left - left) <= edgeTolerance,
    );
    return isKnown && stepOf(column, places) !== undefined;
  }
}

/** Groups numbers by their right edges, or else by their left ones, from top to bottom. */
function columnsOf(candidates: readonly Word[]): NumberColumn[] {
  const columns: NumberColumn[] = [];
  const used = new Set<Word>();
  for (const edge of ['right', 'left'] as const) {
    for (const word of candidates) {
      if (used.has(word)) continue;
      const members = candidates.filter(
        (other) => !used.has(other) && Math.abs(other[edge] - word[edge]) <= edgeTolerance,
      );
      if (members.length < sparseCountMin && edge === 'right' && candidates.length > members.length) continue;
      for (const member of members) used.add(member);
      columns.push({
        left: Math.min(...members.map(({ left }) => left)),
        right: Math.max(...members.map(({ right }) => right)),
        words: members.toSorted((a, b) => a.baseline - b.baseline),
      });
    }
  }
  return columns;
}

/** Whether no other text is in the strip of a column. */
function isClear({ left, right, words: numbers }: NumberColumn, words: readonly Word[]): boolean {
  const own = new Set(numbers);
  const [top, bottom] = [numbers[0]?.top ?? 0, numbers.at(-1)?.bottom ?? 0];
  return !words.some(
    (word) =>
      !own.has(word) && word.left < right && word.right > left && word.bottom > top && word.top < bottom,
  );
}

function areLineNumbers(
  column: NumberColumn,
  rows: readonly Row<Word>[],
  places: ReadonlyMap<Word, number>,
): boolean {
  const step = stepOf(column, places);
  if (step === undefined || column.words.length < (step === 1 ? countMin : sparseCountMin)) return false;
  return step > 1 || areLinesOfText(column, rows);
}

/**
 * By how much the numbers grow, one for as many lines; undefined if they do not.
 *
 * @param places the rows of words, from 0
 */
function stepOf({ words }: NumberColumn, places: ReadonlyMap<Word, number>): number | undefined {
  if (words.length === 1) return 1;
  const [first, second] = words;
  const step = Number(second?.text) - Number(first?.text);
  if (!steps.includes(step)) return undefined;
  const following = words.slice(1).filter((word, index) => {
    const before = words[index] ?? word;
    const lines = (places.get(word) ?? 0) - (places.get(before) ?? 0);
    // Headings and formulas between lines have no number.
    return Number(word.text) - Number(before.text) === step && lines >= step && lines <= step * 2;
  });
  return following.length >= (words.length - 1) * followingShareMin ? step : undefined;
}

/** Whether the lines are wide, end inside of sentences, and have no cells. Lines of code need only be code. */
function areLinesOfText({ words }: NumberColumn, rows: readonly Row<Word>[]): boolean {
  const numbers = new Set(words);
  const lines = rows
    .filter(({ items }) => items.some((item) => numbers.has(item)))
    .map(({ items, size }) => ({ size, items: items.filter((item) => !numbers.has(item)) }))
    .filter(({ items }) => items.length > 0);
  if (lines.length < countMin) return false;
  if (lines.every(({ items }) => items.every(({ look }) => look.isMonospaced))) return true;
  const widths = lines.map(({ items, size }) => ((items.at(-1)?.right ?? 0) - (items[0]?.left ?? 0)) / size);
  const isWide = Math.max(...widths) >= widthMin && medianOf(widths) >= Math.max(...widths) * widthShareMin;
  const continuing = lines.filter(({ items }) => !sentenceEnd.test(items.at(-1)?.text ?? ''));
  const gapped = lines.filter(({ items, size }) =>
    items.some((item, index) => index > 0 && item.left - (items[index - 1]?.right ?? 0) > gapMax * size),
  );
  return (
    isWide &&
    continuing.length >= lines.length * continuingShareMin &&
    gapped.length <= lines.length * gapShareMax
  );
}
