import type { PageBox } from '@quern/content/blocks/content-block';
import { isRightToLeft } from '../words/clean-text.ts';
import { boundsOf, type Word } from '../words/word.ts';

/** A line of text in one column. */
export interface Line extends PageBox {
  /** In reading order. */
  readonly words: readonly Word[];
  readonly text: string;
  readonly baseline: number;
  /** Font size of most characters. */
  readonly size: number;
  /** Whether all letters are bold, or monospaced. */
  readonly isBold: boolean;
  readonly isMonospaced: boolean;
  readonly isItalic: boolean;
  /** The column in which the line is. */
  readonly column: Column;
  /** Its edges in the column, which a picture next to it narrows. */
  readonly room: Room;
  /** Number of its page. */
  readonly page: number;
}

/** A part of a page whose lines are read one after another. */
export interface Column extends PageBox {
  /** Distance of consecutive baselines that is usual in it; 0 if unknown. */
  readonly leading: number;
}

/** The part of a column's width that a line has. */
export type Room = Pick<PageBox, 'left' | 'right'>;

/** Composes a line from words of one row. */
export function composeLine(row: readonly Word[], column: Column, page: number, room: Room = column): Line {
  const words = orderWords(row);
  const letters = words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const [main] = mainSizes(words);
  const onBaseline = words.find(({ size }) => size === main) ?? words[0];
  const all = (test: (word: Word) => boolean): boolean => letters.length > 0 && letters.every(test);
  return {
    ...boundsOf(words),
    words,
    text: textOfWords(words),
    baseline: onBaseline?.baseline ?? 0,
    size: main ?? 0,
    isBold: all(({ look, size }) => look.isBold || size < 0.8 * (main ?? 0)),
    isMonospaced: all(({ look }) => look.isMonospaced),
    isItalic: all(({ look }) => look.isItalic),
    column,
    room,
    page,
  };
}

/** Font sizes by the number of their characters, most first. */
export function mainSizes(words: readonly Word[]): number[] {
  const counts = new Map<number, number>();
  for (const { size, text } of words) counts.set(size, (counts.get(size) ?? 0) + text.length);
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([size]) => size);
}

/** The words of a line, separated by spaces unless they are parts of one. */
export function textOfWords(words: readonly Word[]): string {
  return words.map(({ text, isAttached }, index) => (index === 0 || isAttached ? text : ` ${text}`)).join('');
}

/** Orders words as they are read: from left to right, or from right to left with numbers and Latin words in between. */
function orderWords(row: readonly Word[]): Word[] {
  const words = row.toSorted((a, b) => a.left - b.left);
  const letters = words.map(({ text }) => text).join('');
  const rightToLeft = letters.match(/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/g)?.length ?? 0;
  const leftToRight = letters.match(/[\p{L}]/gu)?.length ?? 0;
  if (rightToLeft === 0) return attachInOrder(words);
  const isReversed = rightToLeft * 2 >= leftToRight;
  const groups: Word[][] = [];
  for (const word of isReversed ? words.toReversed() : words) {
    const last = groups.at(-1);
    const previous = last?.at(-1);
    const isForeign = isRightToLeft(word.text) !== isReversed;
    if (previous && isForeign && isRightToLeft(previous.text) !== isReversed) last?.push(word);
    else groups.push([word]);
  }
  return attachInOrder(groups.flatMap((group) => (group.length > 1 ? group.toReversed() : group)));
}

/** A part continues a word only if the two still follow each other. */
function attachInOrder(words: readonly Word[]): Word[] {
  return words.map((word, index) => {
    if (!word.isAttached) return word;
    const before = words[index - 1];
    const gap = before ? Math.max(word.left - before.right, before.left - word.right) : Infinity;
    return gap > word.size * 0.5 ? { ...word, isAttached: false } : word;
  });
}
