export { LlmClient, type LlmClientOptions, type PostJson } from './llm-client.ts';
export { LlmError, type LlmErrorCode } from './llm-error.ts';
export { type FetchBytes, mozillaRegistryUrl } from './model-downloader.ts';
export { parseTargetLanguage } from './parse-target-language.ts';
export { TranslationError, type TranslationErrorCode } from './translation-error.ts';
export {
  type TranslationRequest,
  type TranslationResult,
  Translator,
  type TranslatorOptions,
} from './translator.ts';
export { type EngineTranslation, type SentenceTranslator, withLlmFallback } from './with-llm-fallback.ts';
