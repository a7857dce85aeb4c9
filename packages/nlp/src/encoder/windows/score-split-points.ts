import type { TokenizedText } from '../tokenizer/tokenize.ts';
import type { SplitPointScorer } from './sliding-windows.ts';

/** Ratings: inside a word, before a word, after a sentence, after a line. */
const ratings = { inWord: 0, word: 1, sentence: 2, line: 3 } as const;

/** How far back a sentence's end is looked for behind closing signs. */
const closersMax = 4;
const closers = /[)\]}"'»”’」』]/;
const sentenceEnds = /[.!?…。！？؟।]/;

/**
 * Rates the place before each piece from what stands between it and the piece before, and from the signs before that:
 * nothing that comes after the place counts. Rough on purpose; windows overlap, a cut after `Dr.` does no harm.
 */
export function scoreSplitPoints(text: string, { starts, ends }: TokenizedText): SplitPointScorer {
  return (piece) => {
    const start = starts[piece];
    const before = piece === 0 ? undefined : ends[piece - 1];
    if (start === undefined || before === undefined) return ratings.line;
    // A word mark that is a piece of its own belongs to the piece that follows it.
    if (start <= before && !isSpace(text, start - 1)) return ratings.inWord;
    if (ends[piece - 1] === starts[piece - 1] && before === start) return ratings.inWord;
    const gap = text.slice(before, start);
    if (/[\n\r\u2028\u2029]/.test(gap)) return ratings.line;
    if (!isSpace(text, start - 1)) return ratings.inWord;
    let last = before - 1;
    for (let step = 0; step < closersMax && closers.test(text[last] ?? ''); step += 1) last -= 1;
    return sentenceEnds.test(text[last] ?? '') ? ratings.sentence : ratings.word;
  };
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text[at] ?? '');
}
