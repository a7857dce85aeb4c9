import { type SummarySentence, summarizeText } from '@quern/summary/extractive/summarize-text';
import { checkSummary, type Defect } from './check-summary.ts';
import type { ReadableText } from './collect-texts.ts';
import { sectionCoverage } from './find-sections.ts';

/** Length limits of the summaries that are looked at; undefined for the default length. */
export const lengthLimits = [undefined, 300, 700] as const;

/** A summary with what was found in it. */
export interface CheckedSummary {
  readonly maxLength: number | undefined;
  readonly summary: string;
  readonly sentences: readonly SummarySentence[];
  readonly truncated: boolean;
  /** For each sentence. */
  readonly defects: readonly (readonly Defect[])[];
  /** Where the last selected sentence starts, as a share of the text. */
  readonly lastPosition: number;
  /** Share of the sections that the sentences could cover. */
  readonly coverage: number;
}

/** Summarizes a text at each length and checks the sentences. */
export async function summarizeAndCheck(input: ReadableText): Promise<CheckedSummary[]> {
  const { text, language, title, blocks } = input;
  const known = { text, language, title, ...(blocks === undefined ? {} : { blocks }) };
  const checked: CheckedSummary[] = [];
  for (const maxLength of lengthLimits) {
    const limit = maxLength === undefined ? {} : { maxLength };
    const { summary, sentences, truncated } = await summarizeText({ ...known, ...limit });
    const positions = sentences.flatMap(({ source }) => source?.startIndex ?? []);
    checked.push({
      maxLength,
      summary,
      sentences,
      truncated,
      defects: checkSummary({
        source: text,
        language,
        sentences,
        truncated: truncated && sentences.length === 1,
      }),
      lastPosition: Math.max(0, ...positions) / Math.max(1, text.length),
      coverage: sectionCoverage(text, positions),
    });
  }
  return checked;
}
