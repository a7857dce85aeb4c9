import { LlmError, type LlmErrorCode } from '../llm-error.ts';
import { StatusError } from './response-failure.ts';

/** A failed attempt, and what follows from it. */
export interface AttemptFailure {
  readonly error: LlmError;
  /** Whether repeating the same request may succeed. */
  readonly isRetryable: boolean;
  /** Whether it counts as a failure of the endpoint, rather than of the request. */
  readonly isOutage: boolean;
  /** Value of the header `Retry-After`. */
  readonly retryAfter?: string | undefined;
}

const retryableStatuses = new Set([408, 409, 425, 429]);

/**
 * Classifies what a request threw.
 *
 * @throws what was thrown, if it is no expected failure
 */
export function classifyFailure(thrown: unknown): AttemptFailure {
  if (thrown instanceof LlmError) return { error: thrown, isRetryable: false, isOutage: false };
  if (thrown instanceof StatusError) return classifyStatus(thrown);
  // fetch throws a TypeError, and reading a body that is cut off one with a cause.
  if (!(thrown instanceof TypeError) && !(thrown instanceof Error && 'code' in thrown)) throw thrown;
  const error = new LlmError('unavailable', 'The connection to the language model endpoint failed.', {
    cause: thrown,
  });
  return { error, isRetryable: true, isOutage: true };
}

function classifyStatus({ status, retryAfter }: StatusError): AttemptFailure {
  const code = codeOfStatus(status);
  return {
    error: new LlmError(code, `The language model endpoint responded with status ${status}.`),
    isRetryable: status >= 500 || retryableStatuses.has(status),
    isOutage: code === 'unavailable',
    retryAfter,
  };
}

function codeOfStatus(status: number): LlmErrorCode {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'rate_limited';
  return status >= 500 || retryableStatuses.has(status) ? 'unavailable' : 'rejected';
}
