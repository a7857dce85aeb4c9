/** Summaries of texts and documents. */
export {
  type FittedSentence,
  type FittedSentences,
  fitSentences,
} from './extractive/selection/fit-sentences.ts';
export {
  type SummarizeTextInput,
  type Summary,
  type SummarySentence,
  sentenceSeparator,
  summarizeText,
} from './extractive/summarize-text.ts';
