/** Summaries of texts and documents. */

export {
  type CheckSentencesInput,
  type CheckSentencesOptions,
  checkSentences,
} from './abstractive/checking/check-sentences.ts';
export type { ProblemKind, SentenceCheck, SentenceProblem } from './abstractive/checking/sentence-check.ts';
export { type AbstractiveSummary, summarizeAbstractively } from './abstractive/summarize-abstractively.ts';
export type { SummaryWarning, SummaryWarningCode } from './abstractive/summary-warning.ts';
export {
  type SentenceCounts,
  type WriteSummaryInput,
  type WriteSummaryOptions,
  type WrittenSummary,
  writeSummary,
} from './abstractive/write-summary.ts';
export {
  type FittedSentence,
  type FittedSentences,
  fitSentences,
} from './extractive/selection/fit-sentences.ts';
export {
  type SectionCoverage,
  type SummarizeTextInput,
  type Summary,
  type SummarySentence,
  sentenceSeparator,
  summarizeText,
} from './extractive/summarize-text.ts';
