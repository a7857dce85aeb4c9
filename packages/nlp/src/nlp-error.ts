import { EngineError } from '@quern/runtime/engine-error';

/** Why a text was not analyzed. `too_complex`: the analysis takes more work than allowed. */
export type NlpErrorCode = 'too_complex';

/** A text that is not analyzed. */
export class NlpError extends EngineError<'nlp', NlpErrorCode> {
  override readonly name = 'NlpError';

  constructor(code: NlpErrorCode, message: string, options?: ErrorOptions) {
    super('nlp', code, message, options);
  }
}
