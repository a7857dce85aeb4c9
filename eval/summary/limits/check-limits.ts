import { type Summary, summarizeText } from '@quern/summary/extractive/summarize-text';
import type { LimitText } from './limit-texts.ts';

const fixedLimits = [50, 120, 360, 1000];
/** The fifth limit is this share of the text. */
const limitShare = 1 / 3;

/** Counts of what must not occur. */
export interface LimitCheck {
  readonly texts: number;
  readonly languages: number;
  readonly summaries: number;
  /** Summaries longer than their limit. */
  readonly tooLong: number;
  readonly empty: number;
  /** Sentences whose range in the summary or in the source is wrong. */
  readonly wrongRanges: number;
}

/** Summarizes each text at five limits, and counts summaries that break the contract. Prints each of them. */
export async function checkLimits(texts: readonly LimitText[]): Promise<LimitCheck> {
  let [summaries, tooLong, empty, wrongRanges] = [0, 0, 0, 0];
  for (const { text, language } of texts) {
    for (const maxLength of [...fixedLimits, Math.max(1, Math.floor(text.length * limitShare))]) {
      const result = await summarizeText({ text, language, maxLength });
      const isTooLong = result.summary.length > maxLength;
      const isEmpty = result.summary.trim() === '';
      const isWrong = hasWrongRange(result, text);
      summaries++;
      if (isTooLong) tooLong++;
      if (isEmpty) empty++;
      if (isWrong) wrongRanges++;
      if (isTooLong || isEmpty || isWrong)
        console.error({
          isTooLong,
          isEmpty,
          isWrong,
          maxLength,
          language,
          ...result,
          text: text.slice(0, 200),
        });
    }
  }
  const languages = new Set(texts.map(({ language }) => language)).size;
  return { texts: texts.length, languages, summaries, tooLong, empty, wrongRanges };
}

function hasWrongRange({ summary, sentences }: Summary, text: string): boolean {
  return sentences.some(
    ({ text: sentence, startIndex, endIndex, source }) =>
      summary.slice(startIndex, endIndex) !== sentence ||
      (source !== undefined &&
        !(0 <= source.startIndex && source.startIndex < source.endIndex && source.endIndex <= text.length)),
  );
}
