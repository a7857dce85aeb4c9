import type { Word } from '../words/word.ts';

/** The words of a page by their marked content. */
export type WordsById = ReadonlyMap<number, readonly Word[]>;

/** The words of marked content. */
export function wordsOf(ids: readonly number[], words: WordsById): Word[] {
  return ids.flatMap((id) => words.get(id) ?? []);
}
