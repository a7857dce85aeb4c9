import { FetchError } from '../../fetch/fetch-error.ts';
import type { GuardedFetch } from '../../fetch/fetched-resource.ts';
import type { ThrottledFetcher } from '../politeness/throttled-fetch.ts';
import { fetchHostRobots, type HostRobots } from './robots-cache.ts';

/** Answers for single pages what a map's crawl asks for a whole site. */
export interface RobotsChecker {
  /**
   * False when robots.txt of the host disallows the address. A host that cannot say its rules is open here:
   * one page that a user names is no crawl.
   */
  allows(url: string, signal?: AbortSignal): Promise<boolean>;
}

/** RFC 9309 lets rules be kept for a day; sites that change theirs expect it to show sooner. */
const keptMs = 60 * 60 * 1000;
const hostsMax = 2000;
/** Characters of all files that are kept. */
const lengthMax = 8 * 1024 * 1024;
const timeoutMs = 10_000;

interface Kept {
  readonly rules: Promise<HostRobots>;
  readonly until: number;
  /** Characters of the file, once it was read. */
  length: number;
}

export function createRobotsChecker(options: {
  readonly fetch: GuardedFetch;
  readonly userAgent: string;
  readonly now: () => number;
}): RobotsChecker {
  const known = new Map<string, Kept>();
  let length = 0;
  const forget = (origin: string) => {
    length -= known.get(origin)?.length ?? 0;
    known.delete(origin);
  };
  const requester: ThrottledFetcher = {
    fetch: async (url, request) => {
      try {
        return { ok: true, resource: await options.fetch(url, { ...request, timeoutMs }) };
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        return { ok: false, code: error.code, error };
      }
    },
  };
  // The oldest entry goes first: a Map keeps the order of insertion.
  const forgetOldest = () => {
    for (const oldest of known.keys()) {
      if (known.size <= hostsMax && length <= lengthMax) break;
      forget(oldest);
    }
  };
  const rulesOf = (origin: string): Promise<HostRobots> => {
    const kept = known.get(origin);
    if (kept && kept.until > options.now()) return kept.rules;
    forget(origin);
    const rules = fetchHostRobots(origin, requester, options.userAgent);
    const entry: Kept = { rules, until: options.now() + keptMs, length: 0 };
    known.set(origin, entry);
    forgetOldest();
    void rules.then(
      (read) => {
        if (known.get(origin) !== entry) return;
        entry.length = read.length;
        length += read.length;
        forgetOldest();
      },
      () => forget(origin),
    );
    return rules;
  };
  return {
    allows: async (url, signal) => {
      const origin = URL.parse(url)?.origin;
      if (!origin || signal?.aborted) return true;
      const rules = await rulesOf(origin);
      return rules.unreachable || rules.allows(url);
    },
  };
}
