import { detectLanguage } from '@quern/text/language/detect-language';
import { primaryLanguage } from '@quern/text/language/primary-language';
import { isSameLanguage } from '@quern/text/language/same-language';
import { findNames, type TagNames } from './names/find-names.ts';
import type { SentenceCheck } from './sentence-check.ts';
import { SentenceChecker } from './sentence-checker.ts';
import { SourceIndex } from './source-index.ts';
import { readSourceSentences, type SummarySource } from './source-sentences.ts';

/** Sentences of a summary, and the text that has to support them. */
export interface CheckSentencesInput {
  readonly source: SummarySource;
  readonly title: string;
  /** Of the text, BCP 47. */
  readonly language: string;
  readonly sentences: readonly string[];
  /** Of the sentences, BCP 47. */
  readonly summaryLanguage: string;
}

/**
 * Returns the similarity, −1..1, of each of the sentences to each of the source sentences; undefined for a sentence that
 * cannot be compared, such as one in an unknown script.
 */
export type SentenceSimilarity = (
  sentences: readonly string[],
  sources: readonly string[],
) => Promise<readonly (readonly number[] | undefined)[]>;

/** Models that make the checks stricter, and a point of interruption. */
export interface CheckSentencesOptions {
  readonly tagNames?: TagNames | undefined;
  readonly similarity?: SentenceSimilarity | undefined;
  /** Awaited between sentences; may throw to stop. */
  readonly yieldIfDue?: (() => Promise<void> | undefined) | undefined;
}

/**
 * Checks each sentence of a summary against the text: names, numbers with their units, dates, negations, quotations,
 * addresses and the language must be supported, and the sentence must be about something that the text says.
 *
 * Numbers and dates have to be in the sentences that support the summary's sentence, not just anywhere. In another
 * language, names may be spelled differently, and a sentence needs a name, a number, a date, a similar word in common with
 * the text, or a similar sentence in it.
 */
export async function checkSentences(
  { source, title, language, sentences, summaryLanguage }: CheckSentencesInput,
  { tagNames, similarity, yieldIfDue }: CheckSentencesOptions = {},
): Promise<SentenceCheck[]> {
  const index = new SourceIndex(readSourceSentences(source, language), language, title);
  await yieldIfDue?.();
  const sourceTexts = index.sentences.map(({ text }) => text);
  const matrix = await similarity?.(sentences, sourceTexts);
  await yieldIfDue?.();
  const otherLanguage = await findOtherLanguage(sentences.join(' '), summaryLanguage, language);
  const checks: SentenceCheck[] = [];
  for (const [number, sentence] of sentences.entries()) {
    await yieldIfDue?.();
    const names = await findNames(sentence, summaryLanguage, {
      tagNames,
      isKnown: (word) => index.names.hasWord(word, summaryLanguage),
    });
    checks.push(
      await new SentenceChecker({
        index,
        sentence,
        names,
        language: summaryLanguage,
        similarities: matrix?.[number],
        tagNames,
      }).check(),
    );
  }
  if (otherLanguage === undefined) return checks;
  const problem = { kind: 'wrong_language', text: otherLanguage } as const;
  return checks.map((check) => ({ ...check, problems: [...check.problems, problem] }));
}

/** Shortest text whose language is reliably detected, in UTF-16 code units. */
const detectableLength = 60;
/** A model that ignores the requested language mostly writes that of the text, which needs less evidence. */
const confidenceMin = { ofText: 0.75, other: 0.9 };

/** Returns the language of a summary if it is not the requested one. Sentences alone may be too short to detect it. */
async function findOtherLanguage(
  text: string,
  requested: string,
  ofText: string,
): Promise<string | undefined> {
  if (requested === 'und' || text.length < detectableLength) return undefined;
  const { language, confidence } = await detectLanguage(text);
  const least =
    primaryLanguage(language) === primaryLanguage(ofText) ? confidenceMin.ofText : confidenceMin.other;
  if (language === 'und' || confidence < least) return undefined;
  return primaryLanguage(language) === primaryLanguage(requested) || isSameLanguage(language, requested)
    ? undefined
    : language;
}
