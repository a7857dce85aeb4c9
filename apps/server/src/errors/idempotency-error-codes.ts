import type { ErrorDefinition } from './error-definition.ts';

/** The error codes of requests with an Idempotency-Key. */
export const idempotencyErrorCodes = {
  idempotency_mismatch: {
    status: 409,
    title: 'Idempotency-Key reused',
    description: 'The same Idempotency-Key was sent earlier with a different request.',
    resolution: 'Use a new Idempotency-Key for each new request.',
  },
  idempotency_running: {
    status: 409,
    title: 'Request in progress',
    description: 'The first request with this Idempotency-Key is still running.',
    resolution: 'Wait for the number of seconds in Retry-After, then retry.',
  },
  idempotent_response_evicted: {
    status: 409,
    title: 'Stored response evicted',
    description:
      'The response to the first request with this Idempotency-Key was removed to free space (`QUERN_RESULTS_MAX`). The first request was charged; this retry was not.',
    resolution: 'Use a new Idempotency-Key to run the request again.',
  },
} as const satisfies Record<string, ErrorDefinition>;
