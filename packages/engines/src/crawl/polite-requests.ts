import { FetchError, type FetchErrorCode } from '../web/fetch/fetch-error.ts';
import type { FetchedResource, FetchOptions } from '../web/fetch/fetched-resource.ts';
import type { MapContext } from './crawl-context.ts';
import type { HostPacer } from './host-pacer.ts';

export type Answer =
  | { readonly ok: true; readonly resource: FetchedResource }
  | { readonly ok: false; readonly code: FetchErrorCode; readonly error: FetchError };

/** Asks for addresses within a host's pace; failures are values. */
export interface Requester {
  get(url: string, options: Omit<FetchOptions, 'signal'>): Promise<Answer>;
}

const retriesMax = 2;
const pauseDefaultMs = 1000;
const pauseMaxMs = 10_000;
const requestTimeoutMs = 15_000;

/** 429 and 503 are asked again after `Retry-After` (capped), the whole host waiting. */
export function createRequester(context: MapContext, pacer: HostPacer, signal: AbortSignal): Requester {
  const ask = async (url: string, options: Omit<FetchOptions, 'signal'>): Promise<Answer> => {
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
    get: async (url, options) => {
      const host = URL.parse(url)?.host ?? '';
      for (let attempt = 0; ; attempt++) {
        const answer = await pacer.run(host, () => ask(url, options));
        const status = answer.ok ? answer.resource.status : 0;
        if (!answer.ok || (status !== 429 && status !== 503) || attempt >= retriesMax || signal.aborted)
          return answer;
        const stated = answer.resource.headers['retry-after'];
        if (status === 503 && stated === undefined) return answer;
        pacer.pause(host, retryAfterMs(stated, context.now()));
      }
    },
  };
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(value: string | undefined, now: number): number {
  const wait = /^\d+$/.test(value ?? '') ? Number(value) * 1000 : Date.parse(value ?? '') - now;
  return Math.min(pauseMaxMs, Math.max(0, Number.isNaN(wait) ? pauseDefaultMs : wait));
}
