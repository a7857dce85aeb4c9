import type { TokenizedText } from '../tokenizer/tokenizer.ts';
import type { SplitPointScorer } from './sliding-windows.ts';

/** How good a split point is: inside a word, before a word, after a sentence, after a line. */
const splitScores = { insideWord: 0, word: 1, sentence: 2, line: 3 } as const;

/** Closing marks that may follow a sentence terminator. */
const closersMax = 4;
const closerPattern = /[)\]}"'»”’」』]/;
const terminatorPattern = /[.!?…。！？؟।]/;

/**
 * Scores each position before a subword as a split point. Only the text before the position counts, apart from the gap
 * at the position itself, so the score does not change when text is appended. The sentence detection is approximate,
 * which is harmless since windows overlap: a split after `Dr.` costs no context.
 */
export function scoreSplitPoints(text: string, { starts, ends }: TokenizedText): SplitPointScorer {
  return (subword) => {
    const start = starts[subword];
    const previousEnd = subword === 0 ? undefined : ends[subword - 1];
    if (start === undefined || previousEnd === undefined) return splitScores.line;
    if (start <= previousEnd && !isSpace(text, start - 1)) return splitScores.insideWord;
    // A word marker that is a subword alone covers no characters and belongs to the subword after it.
    if (ends[subword - 1] === starts[subword - 1] && previousEnd === start) return splitScores.insideWord;
    const gap = text.slice(previousEnd, start);
    if (/[\n\r\u2028\u2029]/.test(gap)) return splitScores.line;
    if (!isSpace(text, start - 1)) return splitScores.insideWord;
    let last = previousEnd - 1;
    for (let step = 0; step < closersMax && closerPattern.test(text[last] ?? ''); step += 1) last -= 1;
    return terminatorPattern.test(text[last] ?? '') ? splitScores.sentence : splitScores.word;
  };
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text[at] ?? '');
}
