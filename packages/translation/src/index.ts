export type { GlossaryTerm } from './glossary/glossary.ts';
export { LlmTranslator } from './llm/llm-translator.ts';
export { type EngineTranslation, type SentenceTranslator, withLlmFallback } from './llm/with-llm-fallback.ts';
export { type FetchBytes, mozillaRegistryUrl } from './models/model-downloader.ts';
export { parseTargetLanguage } from './parse-target-language.ts';
export { applyGlossary } from './plan/apply-glossary.ts';
export { type AssembledTranslation, assembleTranslation } from './plan/assemble-translation.ts';
export { planTranslation, readBlocks, type TranslationPlan } from './plan/plan-translation.ts';
export { type TextTranslation, translateText } from './translate-text.ts';
export { TranslationError, type TranslationErrorCode } from './translation-error.ts';
export {
  type TranslationRequest,
  type TranslationResult,
  Translator,
  type TranslatorOptions,
} from './translator.ts';
