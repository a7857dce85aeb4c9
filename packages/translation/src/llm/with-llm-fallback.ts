import { Semaphore } from '@quern/runtime/scheduling/semaphore';
import type { EngineText } from '../sentences/engine-text.ts';
import { TranslationError } from '../translation-error.ts';
import type {
  OpenRequest,
  TextTranslator,
  TranslationRequest,
  TranslationResult,
  Translator,
} from '../translator.ts';
import type { LlmClient } from './llm-client.ts';
import { LlmError } from './llm-error.ts';

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

/** Requests that the language model works on at the same time, over all translations. */
const llmRequestsMax = 4;

/**
 * Combines the local models with a language model, which translates language pairs without a local model.
 *
 * @param llm without it, only the local models are used
 */
export function withLlmFallback(
  local: Pick<Translator, 'translate' | 'open'>,
  llm: Pick<LlmClient, 'translate'> | undefined,
): SentenceTranslator {
  const slots = new Semaphore(llmRequestsMax);
  const translateByLlm = async (
    model: Pick<LlmClient, 'translate'>,
    sentences: readonly string[],
    { from, to, signal }: OpenRequest,
  ): Promise<string[]> => {
    try {
      return await slots.run(() => model.translate(sentences, from, to, signal), signal);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new LlmError(
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
