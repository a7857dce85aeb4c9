import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import { parseBearerToken } from '../../keys/parse-bearer-token.ts';
import { FailedAttempts } from '../../limits/failed-attempts.ts';

const wrongTokensPerMinuteMax = 20;

/** How bearer tokens of the operator are verified. */
export interface TokenCheckOptions {
  /** Returns the name of a token; undefined if the token is wrong. */
  readonly identify: (token: string) => string | undefined;
  /** Called with the client's address for each wrong token. */
  readonly onInvalidToken: (client: string) => void;
}

/**
 * Creates a function that finds out whose token a request has.
 *
 * @param kind of the tokens, for errors
 * @returns a function that returns the name of the token, or throws a ServiceError: `missing_key`, `unknown_key`, or
 *   `rate_limited` after too many wrong tokens from the client's address
 */
export function createTokenCheck(kind: 'admin' | 'metrics', { identify, onInvalidToken }: TokenCheckOptions) {
  const attempts = new FailedAttempts(wrongTokensPerMinuteMax);
  return (request: FastifyRequest): string => {
    // Check the token before the limit: behind a proxy, other clients may have exhausted the attempts of its address.
    const name = identify(parseBearerToken(request.headers.authorization));
    if (name !== undefined) return name;
    const retryAfterSeconds = attempts.retryAfterSeconds(request.ip);
    if (retryAfterSeconds > 0) {
      throw new ServiceError(
        'rate_limited',
        `too many wrong ${kind} tokens from ${request.ip}; try again in ${retryAfterSeconds} s`,
        { retryAfterSeconds },
      );
    }
    attempts.record(request.ip);
    onInvalidToken(request.ip);
    throw new ServiceError('unknown_key', `the ${kind} token is wrong`, {
      headers: { 'www-authenticate': `Bearer realm="quern-${kind}"` },
    });
  };
}
