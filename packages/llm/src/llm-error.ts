import { EngineError } from '@quern/runtime/engine-error';

/**
 * - `unavailable`: no connection, a server error, or the circuit breaker is open
 * - `timeout`: no complete response within the time limit
 * - `unauthorized`: the endpoint refuses the key (401, 403)
 * - `rate_limited`: too many requests (429)
 * - `rejected`: the endpoint refuses the request, such as an unknown model or a prompt that is too long (other 4xx)
 * - `invalid_response`: not the JSON of a chat completion, too large, or without text
 * - `refused`: the model refuses, or a filter of the endpoint removed its text
 */
export type LlmErrorCode =
  | 'unavailable'
  | 'timeout'
  | 'unauthorized'
  | 'rate_limited'
  | 'rejected'
  | 'invalid_response'
  | 'refused';

/** A failure of a language model endpoint. Messages never contain prompts, responses or keys. */
export class LlmError extends EngineError<'llm', LlmErrorCode> {
  override readonly name = 'LlmError';

  constructor(code: LlmErrorCode, message: string, options?: ErrorOptions) {
    super('llm', code, message, options);
  }
}
