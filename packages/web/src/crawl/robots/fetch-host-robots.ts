import { decodeCharset } from '@quern/runtime/decode-charset';
import type { FetchErrorCode } from '../../fetch/fetch-error.ts';
import type { OutcomeFetch } from '../politeness/throttled-fetch.ts';
import { parseRobots, robotsLengthMax } from './parse-robots.ts';

/** The robots.txt rules of one host for one crawler. */
export interface HostRobots {
  /** Whether robots.txt could not be read, so that only URLs that a user asked for should be fetched. */
  readonly isUnreachable: boolean;
  /** Why there is no response to the request for robots.txt; undefined if there is one. */
  readonly failure: FetchErrorCode | undefined;
  readonly allows: (url: string) => boolean;
  /** Absolute URLs of the `Sitemap:` lines. */
  readonly sitemaps: readonly string[];
  /** The `Crawl-delay`, at most 5,000 ms; 0 without one. */
  readonly delayMs: number;
  /** Characters of the file. Its rules use about six times as much memory. */
  readonly length: number;
}

/** A larger file has no rules. Of a smaller one, the first 500 KiB are parsed. */
const robotsBytesMax = 8 * 1024 * 1024;
const delayMaxMs = 5000;
const timeoutMs = 8000;

/** The rules of a host without robots.txt: everything is allowed. */
const allowAll: HostRobots = {
  isUnreachable: false,
  failure: undefined,
  allows: () => true,
  sitemaps: [],
  delayMs: 0,
  length: 0,
};

/** The rules of a host whose robots.txt fails: nothing is crawled (RFC 9309, 2.3.1.4). */
export const disallowAll: HostRobots = {
  isUnreachable: true,
  failure: undefined,
  allows: () => false,
  sitemaps: [],
  delayMs: 0,
  length: 0,
};

/** Fetches and parses the robots.txt of an origin. Does not throw FetchError. */
export async function fetchHostRobots(
  origin: string,
  fetch: OutcomeFetch,
  userAgent: string,
): Promise<HostRobots> {
  const outcome = await fetch(`${origin}/robots.txt`, {
    bytesMax: robotsBytesMax,
    timeoutMs,
    accept: 'text/plain,*/*;q=0.5',
  });
  if (!outcome.ok) {
    return outcome.code === 'too_large' ? allowAll : { ...disallowAll, failure: outcome.code };
  }
  const { resource } = outcome;
  if (resource.status >= 500 || resource.status === 429) return disallowAll;
  if (resource.status >= 400) return allowAll;
  const { text } = await decodeCharset({ ...resource, body: resource.body.subarray(0, robotsLengthMax) });
  // An HTML page in place of robots.txt.
  if (/^\s*</.test(text)) return allowAll;
  const parsed = parseRobots(text, parseProductToken(userAgent));
  return {
    isUnreachable: false,
    failure: undefined,
    allows: (url) => {
      const { pathname, search } = new URL(url);
      return parsed.allows(pathname + search);
    },
    sitemaps: parsed.sitemaps.flatMap((href) => URL.parse(href, resource.url)?.href ?? []),
    delayMs: Math.min(delayMaxMs, parsed.crawlDelaySeconds * 1000),
    length: text.length,
  };
}

/** The product token that robots.txt uses for a crawler: `Quern` for `Mozilla/5.0 (compatible; Quern/0.1; +url)`. */
export function parseProductToken(userAgent: string): string {
  return /\(compatible;\s*([\w-]+)/i.exec(userAgent)?.[1] ?? /^[\w-]+/.exec(userAgent)?.[0] ?? userAgent;
}
