import { abortable } from '@quern/runtime/deadline';
import type { FetchErrorCode } from '../../fetch/fetch-error.ts';
import type { OutcomeFetch } from '../politeness/throttled-fetch.ts';
import { disallowAll, fetchHostRobots, type HostRobots } from './fetch-host-robots.ts';

/** The robots.txt rules of all hosts of a map. */
export interface RobotsRules {
  allows(url: string): Promise<boolean>;
  /** Whether the host's robots.txt could not be read, so that only URLs that a user asked for should be fetched. */
  isUnreachable(url: string): Promise<boolean>;
  /** Why the host did not respond to the request for robots.txt; undefined if it did. */
  failure(url: string): Promise<FetchErrorCode | undefined>;
  /** Absolute URLs of the `Sitemap:` lines of the host's robots.txt. */
  sitemaps(url: string): Promise<readonly string[]>;
}

/** The fetch of a `RobotsCache`, and how it applies the rules it reads. */
export interface RobotsCacheOptions {
  readonly fetch: OutcomeFetch;
  readonly userAgent: string;
  /** With `ignore`, everything is allowed; sitemaps are still read. */
  readonly mode: 'obey' | 'ignore';
  /** Called once per host with a `Crawl-delay`. */
  readonly onDelay: (host: string, delayMs: number) => void;
}

/** Maximum number of characters of all files of one map; those of ordinary sites have a few thousand. */
const lengthMax = 16 * 1024 * 1024;

/** Reads the robots.txt of each host once (RFC 9309). */
export class RobotsCache implements RobotsRules {
  readonly #options: RobotsCacheOptions;
  readonly #rules = new Map<string, Promise<HostRobots>>();
  #length = 0;

  constructor(options: RobotsCacheOptions) {
    this.#options = options;
  }

  async allows(url: string): Promise<boolean> {
    return this.#options.mode === 'ignore' || (await this.#rulesOf(url)).allows(url);
  }

  async isUnreachable(url: string): Promise<boolean> {
    return (await this.#rulesOf(url)).isUnreachable;
  }

  async failure(url: string): Promise<FetchErrorCode | undefined> {
    return (await this.#rulesOf(url)).failure;
  }

  async sitemaps(url: string): Promise<readonly string[]> {
    return (await this.#rulesOf(url)).sitemaps;
  }

  #rulesOf(url: string): Promise<HostRobots> {
    const { origin } = new URL(url);
    const rules = this.#rules.get(origin) ?? this.#fetchRules(origin);
    this.#rules.set(origin, rules);
    return rules;
  }

  async #fetchRules(origin: string): Promise<HostRobots> {
    const { fetch, userAgent, mode, onDelay } = this.#options;
    // Hundreds of hosts with huge files are an attack on the memory and are not crawled.
    if (this.#length > lengthMax) return disallowAll;
    const rules = await fetchHostRobots(origin, fetch, userAgent);
    this.#length += rules.length;
    if (mode === 'obey' && rules.delayMs > 0) onDelay(new URL(origin).host, rules.delayMs);
    return rules;
  }
}

/**
 * Limits the rules to a phase that ends before the map does. After `signal` is aborted, nothing is allowed and no
 * robots.txt is waited for; files that are being fetched are kept for the next phase.
 */
export function withAbortSignal(rules: RobotsRules, signal: AbortSignal): RobotsRules {
  return {
    allows: (url) => unlessAborted(rules.allows(url), signal, false),
    isUnreachable: (url) => unlessAborted(rules.isUnreachable(url), signal, true),
    failure: (url) => unlessAborted(rules.failure(url), signal, undefined),
    sitemaps: (url) => unlessAborted(rules.sitemaps(url), signal, []),
  };
}

async function unlessAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
  fallback: Value,
): Promise<Value> {
  try {
    return await abortable(work, signal);
  } catch (error) {
    if (signal.aborted) return fallback;
    throw error;
  }
}
