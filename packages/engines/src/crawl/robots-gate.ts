import { FetchError } from '../web/fetch/fetch-error.ts';
import type { GuardedFetch } from '../web/fetch/fetched-resource.ts';
import type { Requester } from './polite-requests.ts';
import { type HostRules, readRules } from './robots-rules.ts';

/** Answers for single pages what a map's crawl asks for a whole site. */
export interface RobotsGate {
  /**
   * False when robots.txt of the host disallows the address. A host that cannot say its rules is open here:
   * one page that a user names is no crawl.
   */
  mayFetch(url: string, signal?: AbortSignal): Promise<boolean>;
}

/** RFC 9309 lets rules be kept for a day; sites that change theirs expect it to show sooner. */
const keptMs = 60 * 60 * 1000;
const hostsMax = 2000;
const timeoutMs = 10_000;

export function createRobotsGate(options: {
  readonly fetch: GuardedFetch;
  readonly userAgent: string;
  readonly now: () => number;
}): RobotsGate {
  const known = new Map<string, { readonly rules: Promise<HostRules>; readonly until: number }>();
  const requester: Requester = {
    get: async (url, request) => {
      try {
        return { ok: true, resource: await options.fetch(url, { ...request, timeoutMs }) };
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        return { ok: false, code: error.code, error };
      }
    },
  };
  const rulesOf = (origin: string): Promise<HostRules> => {
    const kept = known.get(origin);
    if (kept && kept.until > options.now()) return kept.rules;
    known.delete(origin);
    const rules = readRules(origin, requester, options.userAgent);
    known.set(origin, { rules, until: options.now() + keptMs });
    // The oldest entry goes first: a Map keeps the order of insertion.
    for (const oldest of known.keys()) {
      if (known.size <= hostsMax) break;
      known.delete(oldest);
    }
    return rules;
  };
  return {
    mayFetch: async (url, signal) => {
      const origin = URL.parse(url)?.origin;
      if (!origin || signal?.aborted) return true;
      const rules = await rulesOf(origin);
      return rules.unreachable || rules.allows(url);
    },
  };
}
