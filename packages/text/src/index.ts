/**
 * Language detection, sentence segmentation, blocks of texts and token counts. Importing this module is cheap: the classifier and its
 * weights load on the first call of `detectLanguage`, the vocabulary on the first call of `countTokens`.
 */
export { type DetectedLanguage, detectLanguage } from './language/detect-language.ts';
export { detectLanguageRanges, type LanguageRange } from './language/detect-language-ranges.ts';
export { isSameLanguage } from './language/same-language.ts';
export { splitSentences } from './sentences/split-sentences.ts';
export type { Span, TextRange } from './span.ts';
export { type DocumentPart, readDocumentBlocks } from './structure/readers/read-document-blocks.ts';
export { type ReadTextBlocksOptions, readTextBlocks } from './structure/readers/read-text-blocks.ts';
export {
  type CleanText,
  type SourceRun,
  sourceRangeOf,
  type TextBlock,
  type TextRole,
} from './structure/text-block.ts';
export { countTokens, countTokensAsync } from './tokens/count-tokens.ts';
