import { LlmError } from '@quern/llm/llm-error';
import type { EngineText } from '../sentences/engine-text.ts';
import { TranslationError } from '../translation-error.ts';
import type {
  OpenRequest,
  TextTranslator,
  TranslationRequest,
  TranslationResult,
  Translator,
} from '../translator.ts';
import type { LlmTranslator } from './llm-translator.ts';

/** Name of an engine. */
export type EngineName = 'bergamot' | 'llm';

/** A translation, with the engine that made it. */
export interface EngineTranslation extends TranslationResult {
  readonly engine: EngineName;
}

/** A translator between two languages, with the engine that it uses. */
export interface EngineTranslator extends TextTranslator {
  readonly engine: EngineName;
}

/** Anything that translates sentences. */
export interface SentenceTranslator {
  /** @throws TranslationError or LlmError when no engine can translate; the signal's reason when aborted */
  translate(request: TranslationRequest): Promise<EngineTranslation>;
  /** @throws TranslationError when no engine can translate; the signal's reason when aborted */
  open(request: OpenRequest): Promise<EngineTranslator>;
}

/**
 * Combines the local models with a language model, which translates language pairs without a local model.
 *
 * @param llm without it, only the local models are used
 */
export function withLlmFallback(
  local: Pick<Translator, 'translate' | 'open'>,
  llm: Pick<LlmTranslator, 'translate'> | undefined,
): SentenceTranslator {
  const translateByLlm = async (
    model: Pick<LlmTranslator, 'translate'>,
    sentences: readonly string[],
    { from, to, signal }: OpenRequest,
  ): Promise<string[]> => {
    try {
      return await model.translate(sentences, from, to, signal);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new LlmError(
        cause instanceof LlmError ? cause.code : 'unavailable',
        'The endpoint of the language model (baseUrl) does not respond as expected, and no other engine translates this.',
        { cause },
      );
    }
  };
  return {
    translate: async (request) => {
      try {
        return { ...(await local.translate(request)), engine: 'bergamot' };
      } catch (error) {
        if (llm === undefined || !(error instanceof TranslationError)) throw error;
      }
      const sentences = await translateByLlm(llm, request.sentences, request);
      return { sentences, language: request.to, engine: 'llm' };
    },
    open: async (request) => {
      try {
        return { ...(await local.open(request)), engine: 'bergamot' };
      } catch (error) {
        if (llm === undefined || !(error instanceof TranslationError)) throw error;
      }
      return {
        from: request.from,
        language: request.to,
        hasDownloaded: false,
        engine: 'llm',
        translate: (texts: readonly EngineText[]) =>
          translateByLlm(
            llm,
            texts.map(({ text }) => text),
            request,
          ),
      };
    },
  };
}
