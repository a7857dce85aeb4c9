import type { LlmClient } from './llm-client.ts';
import { LlmError } from './llm-error.ts';
import { TranslationError } from './translation-error.ts';
import type { TranslationRequest, TranslationResult, Translator } from './translator.ts';

/** A translation, with the engine that made it. */
export interface EngineTranslation extends TranslationResult {
  readonly engine: 'bergamot' | 'llm';
}

/** Anything that translates sentences. */
export interface SentenceTranslator {
  /** @throws TranslationError or LlmError when no engine can translate; the signal's reason when aborted */
  translate(request: TranslationRequest): Promise<EngineTranslation>;
}

/**
 * Combines the local models with a language model, which translates language pairs without a local model.
 *
 * @param llm without it, only the local models are used
 */
export function withLlmFallback(
  local: Pick<Translator, 'translate'>,
  llm: Pick<LlmClient, 'translate'> | undefined,
): SentenceTranslator {
  return {
    translate: async (request) => {
      try {
        return { ...(await local.translate(request)), engine: 'bergamot' };
      } catch (error) {
        if (llm === undefined || !(error instanceof TranslationError)) throw error;
      }
      const { sentences, from, to, signal } = request;
      try {
        return { sentences: await llm.translate(sentences, from, to, signal), language: to, engine: 'llm' };
      } catch (cause) {
        signal?.throwIfAborted();
        throw new LlmError(
          'The endpoint of the language model (baseUrl) does not respond as expected, and no other engine translates this.',
          { cause },
        );
      }
    },
  };
}
