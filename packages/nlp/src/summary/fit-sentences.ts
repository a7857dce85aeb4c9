import { truncateText } from './truncate-text.ts';

export interface FittedSentence {
  /** Which of the sentences given. */
  readonly index: number;
  /** Its text; shorter than what was given when it was cut. */
  readonly text: string;
}

export interface FittedSentences {
  /** In the order given; joined they are at most `maxLength` UTF-16 units long. */
  readonly sentences: readonly FittedSentence[];
  /** A sentence was cut, or not all of them fitted. */
  readonly truncated: boolean;
}

/**
 * The sentences of highest score that fit in `maxLength` UTF-16 units when joined: greedily, skipping what does
 * not fit (which fills the room better than the knapsack optimum scores). When not even one fits, the best is
 * cut at a clause, else a word, else a grapheme. Nothing is left when even its first grapheme is too long.
 */
export function fitSentences(
  sentences: readonly string[],
  scores: readonly number[],
  maxLength: number,
  joiner = ' ',
): FittedSentences {
  const byScore = sentences.map((_, index) => index).sort((left, right) => compare(scores, left, right));
  const kept: number[] = [];
  let length = -joiner.length;
  for (const index of byScore) {
    const added = joiner.length + (sentences[index]?.length ?? 0);
    if (length + added > maxLength) continue;
    kept.push(index);
    length += added;
  }
  if (kept.length > 0 || sentences.length === 0) {
    const inOrder = kept.sort((left, right) => left - right);
    return {
      sentences: inOrder.map((index) => ({ index, text: sentences[index] ?? '' })),
      truncated: kept.length < sentences.length,
    };
  }
  const best = byScore[0] ?? 0;
  const text = truncateText(sentences[best] ?? '', maxLength);
  return { sentences: text === '' ? [] : [{ index: best, text }], truncated: true };
}

/** By score, highest first; equal ones as they stand. */
function compare(scores: readonly number[], left: number, right: number): number {
  return (scores[right] ?? 0) - (scores[left] ?? 0) || left - right;
}
