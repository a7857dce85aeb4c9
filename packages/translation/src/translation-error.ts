import { EngineError } from '@quern/runtime/engine-error';

/**
 * Why a translation is not possible. `unsupported_pair`: there is no model for these languages; `model_unavailable`:
 * there is one, but it is neither installed nor could it be downloaded.
 */
export type TranslationErrorCode = 'unsupported_pair' | 'model_unavailable';

/** A translation that is not possible. The message lists the installed models or the remedy. */
export class TranslationError extends EngineError<'translation', TranslationErrorCode> {
  override readonly name = 'TranslationError';

  constructor(code: TranslationErrorCode, message: string, options?: ErrorOptions) {
    super('translation', code, message, options);
  }
}
