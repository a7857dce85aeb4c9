import type { ErrorCode } from '../../errors/error-codes.ts';
import type { PageError } from '../crawl-pages.ts';

/** Errors that every further page would have as well, until the holder of the key changes something. */
const callerErrors: ReadonlySet<ErrorCode> = new Set([
  'insufficient_credits',
  'key_budget_exceeded',
  'unknown_key',
  'revoked_key',
  'expired_key',
  'account_disabled',
]);

/** Errors that concern the site rather than one page. */
const siteErrors: ReadonlySet<ErrorCode> = new Set(['fetch_failed', 'fetch_timeout']);
/** Consecutive failures after which a site is considered down, as for maps. */
const failuresMax = 16;

/** Whether an error ends a crawl, because every further page would have it. */
export const isCallerError = ({ code }: PageError): boolean => callerErrors.has(code);

/** Whether a site asks for fewer requests. */
export const isRateLimit = ({ targetStatus }: PageError): boolean =>
  targetStatus === 429 || targetStatus === 503;

/** Detects a site that no longer responds. */
export class SiteHealth {
  #consecutiveFailures = 0;

  get isDown(): boolean {
    return this.#consecutiveFailures >= failuresMax;
  }

  /** @param error of the last page that has ended; undefined if it was returned */
  record(error: PageError | undefined): void {
    if (error === undefined || !concernsSite(error)) this.#consecutiveFailures = 0;
    else this.#consecutiveFailures += 1;
  }
}

const concernsSite = ({ code, targetStatus = 0 }: PageError): boolean =>
  siteErrors.has(code) || targetStatus >= 500 || targetStatus === 429;
