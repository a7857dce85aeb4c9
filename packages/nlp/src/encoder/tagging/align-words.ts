import type { TokenizedText } from '../tokenizer/tokenizer.ts';
import { isInsideWord } from './word-boundary.ts';

/**
 * Words, each of which gets one tag. Word `i` takes the logits of its first subword, `firstSubwords[i]`, and covers the
 * characters `starts[i]` to `ends[i]`. A character that is not part of a word, such as a comma, counts as a word.
 */
export interface WordAlignment {
  readonly firstSubwords: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/**
 * Groups subwords into words the way training labels them: a subword begins a word when it covers characters and does
 * not continue a word (`isInsideWord`, as `training/encoder/words.py`). A subword that covers no characters, such as a word marker alone,
 * belongs to no word.
 */
export function alignWords(text: string, { starts, ends }: TokenizedText): WordAlignment {
  const firstSubwords = new Int32Array(starts.length);
  const wordStarts = new Int32Array(starts.length);
  const wordEnds = new Int32Array(starts.length);
  let count = 0;
  for (let subword = 0; subword < starts.length; subword += 1) {
    const [start, end] = [starts[subword] ?? 0, ends[subword] ?? 0];
    if (start === end) continue;
    if (!isInsideWord(text, start)) {
      firstSubwords[count] = subword;
      wordStarts[count] = start;
      count += 1;
    }
    // The maximum, since a subword may begin where the previous one did and end before it.
    if (count > 0) wordEnds[count - 1] = Math.max(wordEnds[count - 1] ?? 0, end);
  }
  return {
    firstSubwords: firstSubwords.slice(0, count),
    starts: wordStarts.slice(0, count),
    ends: wordEnds.slice(0, count),
  };
}
