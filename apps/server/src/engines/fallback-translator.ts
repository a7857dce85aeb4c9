import { ServiceError } from '../errors/service-error.ts';
import type { SentenceTranslator, TranslatedSentences, TranslateRequest } from './engines.ts';

/** Translates with a language model, in the form of `LlmClient.translate`. */
export interface LlmTranslator {
  translate(sentences: string[], from: string, to: string, signal: AbortSignal): Promise<string[]>;
}

/** Translates with local models, in the form of `Translator.translate`. */
export interface LocalTranslator {
  translate(request: TranslateRequest): Promise<{ sentences: string[]; language: string }>;
}

/** Codes of errors of the local translator for which a language model is tried. */
const fallbackCodes = new Set(['unsupported_pair', 'model_unavailable']);
const retryAfterSeconds = 10;

/** Translates with local models, and with a language model where those cannot, if there is one. */
export class FallbackTranslator implements SentenceTranslator {
  readonly #local: LocalTranslator;
  readonly #llm: LlmTranslator | undefined;

  constructor(local: LocalTranslator, llm: LlmTranslator | undefined) {
    this.#local = local;
    this.#llm = llm;
  }

  /** @throws {ServiceError} `engine_unavailable` if the language model fails; and the errors of the local translator */
  async translate(request: TranslateRequest): Promise<TranslatedSentences> {
    try {
      return { ...(await this.#local.translate(request)), engine: 'bergamot' };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (this.#llm === undefined || !fallbackCodes.has(code)) throw error;
      return translateWithLlm(this.#llm, request);
    }
  }
}

async function translateWithLlm(
  llm: LlmTranslator,
  { sentences, from, to, signal }: TranslateRequest,
): Promise<TranslatedSentences> {
  try {
    return { sentences: await llm.translate(sentences, from, to, signal), language: to, engine: 'llm' };
  } catch (cause) {
    signal.throwIfAborted();
    throw new ServiceError(
      'engine_unavailable',
      'the language model at QUERN_LLM_BASE_URL failed, and no other engine supports this translation',
      { cause, retryAfterSeconds },
    );
  }
}
