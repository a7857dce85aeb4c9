import type { TokenizedText } from '../tokenizer/tokenize.ts';
import { isInsideWord } from './word-boundary.ts';

/**
 * Pieces that get one tag together: group `i` begins with piece `firstPieces[i]`, whose logits it takes, and covers
 * the characters `starts[i]` to `ends[i]`.
 */
export interface WordAlignment {
  readonly firstSubwords: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Letters, digits and marks as the training counts them (`is_word` of `training/encoder/batches.py`). */
const trainedWord = /\p{L}|\p{N}|[\u0300-\u036f]|[\u0900-\u0963]/u;

/**
 * Groups pieces as the training labels them: a piece begins a group when it covers something and does not go on a run
 * of letters, digits and marks. Pieces that cover nothing, such as a word mark alone, belong to no group.
 */
export function alignWords(text: string, { starts, ends }: TokenizedText): WordAlignment {
  const groups = {
    firstPieces: new Int32Array(starts.length),
    starts: new Int32Array(starts.length),
    ends: new Int32Array(starts.length),
  };
  let count = 0;
  for (let piece = 0; piece < starts.length; piece += 1) {
    const [start, end] = [starts[piece] ?? 0, ends[piece] ?? 0];
    if (start === end) continue;
    if (!isInsideWord(text, start, trainedWord)) {
      groups.firstPieces[count] = piece;
      groups.starts[count] = start;
      count += 1;
    }
    // A word begins a group, so one is open; a piece may begin where the one before did, never further left.
    if (count > 0) groups.ends[count - 1] = Math.max(groups.ends[count - 1] ?? 0, end);
  }
  return {
    firstSubwords: groups.firstPieces.slice(0, count),
    starts: groups.starts.slice(0, count),
    ends: groups.ends.slice(0, count),
  };
}
