import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import { parseBearerToken } from '../../keys/parse-bearer-token.ts';
import { FailedAttempts } from '../../limits/failed-attempts.ts';

const wrongTokensPerMinuteMax = 20;

/** How admin tokens are verified. */
export interface AdminTokenOptions {
  readonly isAdminToken: (token: string) => boolean;
  /** Called with the client's address for each wrong token. */
  readonly onInvalidToken: (client: string) => void;
}

/**
 * Creates a hook that rejects requests without the admin token.
 *
 * @returns a function that throws a ServiceError: `missing_key`, `unknown_key`, or `rate_limited` after too many wrong
 *   tokens from the client's address
 */
export function createAdminTokenHook({ isAdminToken, onInvalidToken }: AdminTokenOptions) {
  const attempts = new FailedAttempts(wrongTokensPerMinuteMax);
  return async (request: FastifyRequest): Promise<void> => {
    // Check the token before the limit: behind a proxy, other clients may have exhausted the attempts of its address.
    if (isAdminToken(parseBearerToken(request.headers.authorization))) return;
    const retryAfterSeconds = attempts.retryAfterSeconds(request.ip);
    if (retryAfterSeconds > 0) {
      throw new ServiceError(
        'rate_limited',
        `too many wrong admin tokens from ${request.ip}; try again in ${retryAfterSeconds} s`,
        { retryAfterSeconds },
      );
    }
    attempts.record(request.ip);
    onInvalidToken(request.ip);
    throw new ServiceError('unknown_key', 'the admin token is wrong', {
      headers: { 'www-authenticate': 'Bearer realm="quern-admin"' },
    });
  };
}
