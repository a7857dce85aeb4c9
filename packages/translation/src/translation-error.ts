/**
 * Why a translation is not possible. `unsupported_pair`: no model is known for these languages;
 * `model_unavailable`: there is one, but it could not be had now; `unknown_language`: not a language's tag or name.
 */
export type TranslationErrorCode = 'unsupported_pair' | 'model_unavailable' | 'unknown_language';

/** An expected failure: the message says what is at hand and what can be done. */
export class TranslationError extends Error {
  readonly code: TranslationErrorCode;

  constructor(code: TranslationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TranslationError';
    this.code = code;
  }
}
