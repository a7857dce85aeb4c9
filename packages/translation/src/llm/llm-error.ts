import { EngineError } from '@quern/runtime/engine-error';

/** `unavailable`: the endpoint failed or did not return a usable translation. */
export type LlmErrorCode = 'unavailable';

/** A language model endpoint that failed. */
export class LlmError extends EngineError<'llm', LlmErrorCode> {
  override readonly name = 'LlmError';

  constructor(message: string, options?: ErrorOptions) {
    super('llm', 'unavailable', message, options);
  }
}
