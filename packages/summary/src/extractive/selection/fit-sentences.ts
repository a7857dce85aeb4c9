import { rankByScore } from './rank-by-score.ts';
import { truncateText } from './truncate-text.ts';

/** A sentence that was kept. */
export interface FittedSentence {
  /** Index in the input. */
  readonly index: number;
  /** The sentence, or its beginning if it was truncated. */
  readonly text: string;
}

/** Result of `fitSentences`. */
export interface FittedSentences {
  /** In the order of the input. Joined, they have at most `lengthMax` UTF-16 code units. */
  readonly sentences: readonly FittedSentence[];
  /** Whether a sentence was truncated or omitted. */
  readonly truncated: boolean;
}

/**
 * Selects the sentences with the highest scores that fit into a length when joined: greedily, skipping sentences that do
 * not fit. When none fits, the best one is truncated at a clause, a word or a grapheme; the result is empty when even its
 * first grapheme is too long.
 *
 * @param scores one score per sentence
 * @param lengthMax in UTF-16 code units
 * @param separator placed between two sentences
 */
export function fitSentences(
  sentences: readonly string[],
  scores: readonly number[],
  lengthMax: number,
  separator = ' ',
): FittedSentences {
  const ranking = rankByScore(sentences.map((_, index) => scores[index] ?? 0));
  const kept: number[] = [];
  let length = -separator.length;
  for (const index of ranking) {
    const added = separator.length + (sentences[index]?.length ?? 0);
    if (length + added > lengthMax) continue;
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
  const best = ranking[0] ?? 0;
  const text = truncateText(sentences[best] ?? '', lengthMax);
  return { sentences: text === '' ? [] : [{ index: best, text }], truncated: true };
}
