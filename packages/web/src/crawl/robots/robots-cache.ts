import { decodeCharset } from '@quern/runtime/decode-charset';
import type { ThrottledFetcher } from '../politeness/throttled-fetch.ts';
import { parseRobots, robotsLengthMax } from './parse-robots.ts';

/** robots.txt of every host that is met, read once each (RFC 9309). */
export interface RobotsCache {
  allows(url: string): Promise<boolean>;
  /** True when the host could not say its rules, so that nothing beyond what a user asked for should be fetched. */
  unreachable(url: string): Promise<boolean>;
  /** Its `Sitemap:` lines, absolute. */
  sitemaps(url: string): Promise<readonly string[]>;
}

export interface HostRobots {
  readonly unreachable: boolean;
  readonly allows: (url: string) => boolean;
  readonly sitemaps: readonly string[];
  /** Its `Crawl-delay`, capped; 0 without one. */
  readonly delayMs: number;
  /** Characters of the file; its rules take about six times as much memory. */
  readonly length: number;
}

/** Of a file that is larger than anybody needs the beginning counts; one that is larger still says nothing. */
const robotsBytesMax = 8 * 1024 * 1024;
/** Characters of all files that one map reads; those of ordinary sites have some thousands. */
const lengthMax = 16 * 1024 * 1024;
const delayMaxMs = 5000;
const robotsTimeoutMs = 8000;
const open: HostRobots = { unreachable: false, allows: () => true, sitemaps: [], delayMs: 0, length: 0 };
/** A server that fails to say its rules is not crawled (RFC 9309, 2.3.1.4). */
const closed: HostRobots = { unreachable: true, allows: () => false, sitemaps: [], delayMs: 0, length: 0 };

export function createRobotsCache(
  requester: ThrottledFetcher,
  options: {
    readonly userAgent: string;
    readonly mode: 'obey' | 'ignore';
    /** Called once for each host whose delay is known now. */
    readonly onDelay?: (host: string, delayMs: number) => void;
  },
): RobotsCache {
  const known = new Map<string, Promise<HostRobots>>();
  let length = 0;
  const readFirst = async (origin: string): Promise<HostRobots> => {
    // Hundreds of hosts with files of the largest size are made to fill the memory, and not crawled.
    if (length > lengthMax) return closed;
    const rules = await fetchHostRobots(origin, requester, options.userAgent);
    length += rules.length;
    if (options.mode === 'obey' && rules.delayMs > 0) options.onDelay?.(new URL(origin).host, rules.delayMs);
    return rules;
  };
  const rulesOf = (url: string): Promise<HostRobots> => {
    const origin = new URL(url).origin;
    const rules = known.get(origin) ?? readFirst(origin);
    known.set(origin, rules);
    return rules;
  };
  return {
    allows: async (url) => options.mode === 'ignore' || (await rulesOf(url)).allows(url),
    unreachable: async (url) => (await rulesOf(url)).unreachable,
    sitemaps: async (url) => (await rulesOf(url)).sitemaps,
  };
}

/**
 * The same rules, for work that ends before the map does: when the signal aborts, nobody waits for a robots.txt any
 * more (and nothing further is allowed), but what is being read is kept for the work that follows.
 */
export function withAbortSignal(rules: RobotsCache, signal: AbortSignal): RobotsCache {
  return {
    allows: (url) => unlessAborted(rules.allows(url), signal, false),
    unreachable: (url) => unlessAborted(rules.unreachable(url), signal, true),
    sitemaps: (url) => unlessAborted(rules.sitemaps(url), signal, []),
  };
}

async function unlessAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
  otherwise: Value,
): Promise<Value> {
  if (signal.aborted) return otherwise;
  let leave = (): void => undefined;
  const aborted = new Promise<Value>((resolve) => {
    leave = () => resolve(otherwise);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** The product token that robots.txt knows a crawler by: `Quern` of `Mozilla/5.0 (compatible; Quern/0.1; +url)`. */
export function parseProductToken(userAgent: string): string {
  return /\(compatible;\s*([\w-]+)/i.exec(userAgent)?.[1] ?? /^[\w-]+/.exec(userAgent)?.[0] ?? userAgent;
}

/** Reads the rules of one host. */
export async function fetchHostRobots(
  origin: string,
  requester: ThrottledFetcher,
  userAgent: string,
): Promise<HostRobots> {
  const url = `${origin}/robots.txt`;
  const answer = await requester.fetch(url, {
    bytesMax: robotsBytesMax,
    timeoutMs: robotsTimeoutMs,
    accept: 'text/plain,*/*;q=0.5',
  });
  if (!answer.ok) return answer.code === 'too_large' ? open : closed;
  const { resource } = answer;
  if (resource.status >= 500 || resource.status === 429) return closed;
  if (resource.status >= 400) return open;
  const { text } = await decodeCharset({ ...resource, body: resource.body.subarray(0, robotsLengthMax) });
  if (/^\s*</.test(text)) return open;
  const parsed = parseRobots(text, parseProductToken(userAgent));
  return {
    unreachable: false,
    allows: (address) => {
      const { pathname, search } = new URL(address);
      return parsed.allows(pathname + search);
    },
    sitemaps: parsed.sitemaps.flatMap((href) => URL.parse(href, resource.url)?.href ?? []),
    delayMs: Math.min(delayMaxMs, parsed.crawlDelaySeconds * 1000),
    length: text.length,
  };
}
