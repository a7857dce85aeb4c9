/**
 * Language detection, sentence segmentation and token counts. Importing this module is cheap: the classifier and its
 * weights load on the first call of `detectLanguage`, the vocabulary on the first call of `countTokens`.
 */
export { type DetectedLanguage, detectLanguage } from './language/detect-language.ts';
export { isSameLanguage } from './language/same-language.ts';
export { splitSentences } from './sentences/split-sentences.ts';
export type { Span, TextRange } from './span.ts';
export { countTokens, countTokensAsync } from './tokens/count-tokens.ts';
