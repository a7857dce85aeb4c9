import { FetchError, type FetchErrorCode } from '../../fetch/fetch-error.ts';
import type { FetchedResource, FetchOptions } from '../../fetch/fetched-resource.ts';
import type { MapContext } from '../map-context.ts';
import type { HostThrottle } from './host-throttle.ts';

export type FetchOutcome =
  | { readonly ok: true; readonly resource: FetchedResource }
  | { readonly ok: false; readonly code: FetchErrorCode; readonly error: FetchError };

/** Asks for addresses within a host's pace; failures are values. */
export interface ThrottledFetcher {
  fetch(url: string, options: Omit<FetchOptions, 'signal'>): Promise<FetchOutcome>;
}

const retriesMax = 2;
const pauseDefaultMs = 1000;
const pauseMaxMs = 10_000;
/** A host that wants to be left alone for longer is left alone: a map does not last so long. */
const waitMaxMs = 30_000;
const requestTimeoutMs = 15_000;
/** What tells of the host rather than of one address. */
const hostFailures: ReadonlySet<FetchErrorCode> = new Set(['connect', 'dns', 'timeout', 'tls']);

/**
 * 429 and 503 are asked again after `Retry-After` (capped), the whole host waiting; a host that still says 429,
 * or wants a long wait, is asked no more. Failures in a row slow down what the host is asked.
 */
export function createThrottledFetcher(
  context: MapContext,
  pacer: HostThrottle,
  signal: AbortSignal,
): ThrottledFetcher {
  const ask = async (url: string, options: Omit<FetchOptions, 'signal'>): Promise<FetchOutcome> => {
    try {
      return {
        ok: true,
        resource: await context.fetch(url, { timeoutMs: requestTimeoutMs, ...options, signal }),
      };
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      return { ok: false, code: error.code, error };
    }
  };
  return {
    fetch: async (url, options) => {
      const host = URL.parse(url)?.host ?? '';
      for (let attempt = 0; ; attempt++) {
        const answer = await pacer.run(
          host,
          async () => (pacer.isDisabled(host) ? left(url) : ask(url, options)),
          signal,
        );
        if (pacer.isDisabled(host) || signal.aborted) return answer;
        const pauseMs = statedPause(answer, context.now());
        const tooLong = pauseMs !== undefined && pauseMs > waitMaxMs;
        if (pauseMs === undefined || tooLong || attempt >= retriesMax) {
          const outcome = tooLong ? 'refused' : outcomeOf(answer);
          // The start page, which a user named, is asked for even where the rules are refused.
          pacer.reportOutcome(
            host,
            outcome === 'refused' && url.endsWith('/robots.txt') ? 'failed' : outcome,
          );
          return answer;
        }
        pacer.pause(host, Math.min(pauseMaxMs, pauseMs));
      }
    },
  };
}

function left(url: string): FetchOutcome {
  const error = new FetchError('connect', url, `${URL.parse(url)?.host} fails or refuses; it is left alone`);
  return { ok: false, code: error.code, error };
}

function outcomeOf(answer: FetchOutcome): 'served' | 'failed' | 'refused' {
  if (!answer.ok) return hostFailures.has(answer.code) ? 'failed' : 'served';
  if (answer.resource.status === 429) return 'refused';
  return answer.resource.status >= 500 ? 'failed' : 'served';
}

/** How long the host asks us to wait before we ask again; undefined when it does not. */
function statedPause(answer: FetchOutcome, now: number): number | undefined {
  const status = answer.ok ? answer.resource.status : 0;
  const stated = answer.ok ? answer.resource.headers['retry-after'] : undefined;
  const asks = status === 429 || (status === 503 && stated !== undefined);
  return asks ? retryAfterMs(stated, now) : undefined;
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(value: string | undefined, now: number): number {
  const wait = /^\d+$/.test(value ?? '') ? Number(value) * 1000 : Date.parse(value ?? '') - now;
  return Number.isNaN(wait) ? pauseDefaultMs : Math.max(0, wait);
}
