import type { GuardedFetch } from '../../fetch/fetched-resource.ts';
import { type OutcomeFetch, tryFetch } from '../politeness/throttled-fetch.ts';
import { fetchHostRobots, type HostRobots } from './fetch-host-robots.ts';

/** Checks the robots.txt rules of single pages that users name. */
export interface RobotsChecker {
  /**
   * Whether the robots.txt of the host allows a URL. If it cannot be read, the URL is allowed: fetching one page that
   * a user names is not crawling.
   */
  allows(url: string, signal?: AbortSignal): Promise<boolean>;
}

/** The fetch, user agent and clock of a robots.txt checker. */
export interface RobotsCheckerOptions {
  readonly fetch: GuardedFetch;
  readonly userAgent: string;
  /** The current time in milliseconds since the epoch. */
  readonly now: () => number;
}

/** RFC 9309 allows caching for a day; site owners expect changes to take effect sooner. */
const cacheTtlMs = 60 * 60 * 1000;
const hostsMax = 2000;
/** Maximum number of characters of all cached files. */
const lengthMax = 8 * 1024 * 1024;
const timeoutMs = 10_000;

/** Creates a checker that caches the rules of each host for an hour. */
export function createRobotsChecker(options: RobotsCheckerOptions): RobotsChecker {
  return new CachingRobotsChecker(options);
}

interface CacheEntry {
  readonly rules: Promise<HostRobots>;
  readonly expiresAtMs: number;
  /** Characters of the file, once it has been read. */
  length: number;
}

class CachingRobotsChecker implements RobotsChecker {
  readonly #fetch: OutcomeFetch;
  readonly #userAgent: string;
  readonly #now: () => number;
  /** By origin, oldest first. */
  readonly #entries = new Map<string, CacheEntry>();
  #length = 0;

  constructor({ fetch, userAgent, now }: RobotsCheckerOptions) {
    this.#fetch = (url, request) => tryFetch(fetch, url, { ...request, timeoutMs });
    this.#userAgent = userAgent;
    this.#now = now;
  }

  async allows(url: string, signal?: AbortSignal): Promise<boolean> {
    const origin = URL.parse(url)?.origin;
    if (!origin || signal?.aborted) return true;
    const rules = await this.#rulesOf(origin);
    return rules.isUnreachable || rules.allows(url);
  }

  #rulesOf(origin: string): Promise<HostRobots> {
    const cached = this.#entries.get(origin);
    if (cached && cached.expiresAtMs > this.#now()) return cached.rules;
    this.#remove(origin);
    const rules = fetchHostRobots(origin, this.#fetch, this.#userAgent);
    const entry: CacheEntry = { rules, expiresAtMs: this.#now() + cacheTtlMs, length: 0 };
    this.#entries.set(origin, entry);
    this.#evict();
    void rules.then(
      ({ length }) => {
        if (this.#entries.get(origin) !== entry) return;
        entry.length = length;
        this.#length += length;
        this.#evict();
      },
      () => this.#remove(origin),
    );
    return rules;
  }

  #remove(origin: string): void {
    this.#length -= this.#entries.get(origin)?.length ?? 0;
    this.#entries.delete(origin);
  }

  /** Removes the oldest entries until the cache is within its limits. */
  #evict(): void {
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= hostsMax && this.#length <= lengthMax) break;
      this.#remove(oldest);
    }
  }
}
