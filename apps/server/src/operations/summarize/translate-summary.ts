import { fitSentences } from '@quern/summary/extractive/selection/fit-sentences';
import {
  type SectionCoverage,
  type Summary,
  type SummarySentence,
  sentenceSeparator,
} from '@quern/summary/extractive/summarize-text';
import { ServiceError } from '../../errors/service-error.ts';
import type { OperationContext } from '../define-operation.ts';

/** Languages and length of a translated summary. */
export interface TranslateSummaryInput {
  /** Language of the text (BCP 47); `und` if unknown. */
  readonly from: string;
  /** Language of the summary (BCP 47). */
  readonly to: string;
  /** Maximum length of the summary, in UTF-16 code units. */
  readonly maxLength: number | undefined;
}

/**
 * A translation may be shorter than its source, so the summary to be translated may exceed `maxLength` by this factor
 * and, in addition, by about one sentence (UTF-16 code units).
 */
const lengthFactor = 1.4;
const extraLength = 240;

/**
 * Summarizes a text, translates the summary sentence by sentence, and applies `maxLength` to the translation.
 *
 * @param summarize creates a summary of at most the given length
 * @throws ServiceError `unsupported_language` if the language of the text is unknown
 * @throws TranslationError if there is no translation between the languages
 */
export async function translateSummary(
  { from, to, maxLength }: TranslateSummaryInput,
  summarize: (maxLength: number | undefined) => Promise<Summary>,
  { engines, signal, progress }: OperationContext,
) {
  if (from === 'und') {
    throw new ServiceError(
      'unsupported_language',
      `the language of the text cannot be detected, so it cannot be translated into ${to}; set language, or send a longer text`,
    );
  }
  const sourceLengthMax =
    maxLength === undefined ? undefined : Math.ceil(maxLength * lengthFactor) + extraLength;
  const summary = await summarize(sourceLengthMax);
  progress(0.5, 'translating the summary');
  const translated = await engines.translator.translate({
    sentences: summary.sentences.map((sentence) => sentence.text),
    from,
    to,
    signal,
  });
  const joiner = sentenceSeparator(translated.language);
  const fitted = fitSentences(
    translated.sentences,
    summary.sentences.map((sentence) => sentence.score),
    maxLength ?? Number.POSITIVE_INFINITY,
    joiner,
  );
  let text = '';
  const sentences = fitted.sentences.map((sentence) => {
    if (text !== '') text += joiner;
    const startIndex = text.length;
    text += sentence.text;
    const source = summary.sentences[sentence.index]?.source;
    return {
      text: sentence.text,
      startIndex,
      endIndex: text.length,
      ...(source === undefined ? {} : { source }),
    };
  });
  return {
    summary: text,
    sentences,
    sections: countSelected(summary.sections, sentences),
    truncated: fitted.truncated || (maxLength !== undefined && summary.truncated),
    targetLanguage: translated.language,
    engine: `extractive+${translated.engine}`,
  };
}

/** Counts the sentences of each section that are left. */
function countSelected(
  sections: readonly SectionCoverage[],
  sentences: readonly Pick<SummarySentence, 'source'>[],
): SectionCoverage[] {
  const starts = sentences.flatMap(({ source }) => source?.startIndex ?? []);
  return sections.map((section) => ({
    ...section,
    selected: starts.filter((start) => start >= section.startIndex && start < section.endIndex).length,
  }));
}
