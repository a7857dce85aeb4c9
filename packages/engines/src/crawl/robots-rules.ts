import robotsParser from 'robots-parser';
import { decodeText } from '../web/fetch/decode-text.ts';
import type { Requester } from './polite-requests.ts';

/** robots.txt of every host that is met, read once each (RFC 9309). */
export interface RobotsRules {
  allows(url: string): Promise<boolean>;
  /** True when the host could not say its rules, so that nothing beyond what a user asked for should be fetched. */
  unreachable(url: string): Promise<boolean>;
  /** Its `Sitemap:` lines. */
  sitemaps(url: string): Promise<readonly string[]>;
  /** Its `Crawl-delay` in milliseconds, capped; 0 without one. */
  delayMs(url: string): Promise<number>;
}

interface RobotsFile {
  isAllowed(url: string, userAgent: string): boolean | undefined;
  getCrawlDelay(userAgent: string): number | undefined;
  getSitemaps(): string[];
}

// The package is CommonJS whose types claim a default export: its default import is the function itself.
const parse: unknown = robotsParser;
const parseRobots = parse as (url: string, text: string) => RobotsFile;

export interface HostRules {
  readonly unreachable: boolean;
  readonly allows: (url: string) => boolean;
  readonly sitemaps: readonly string[];
  readonly delayMs: number;
}

/** RFC 9309 asks crawlers to read at least 500 KiB. */
const robotsBytesMax = 1024 * 1024;
const delayMaxMs = 5000;
const robotsTimeoutMs = 8000;
const open: HostRules = { unreachable: false, allows: () => true, sitemaps: [], delayMs: 0 };
/** A server that fails to say its rules is not crawled (RFC 9309, 2.3.1.4). */
const closed: HostRules = { unreachable: true, allows: () => false, sitemaps: [], delayMs: 0 };

export function createRobotsRules(
  requester: Requester,
  options: { readonly userAgent: string; readonly mode: 'obey' | 'ignore' },
): RobotsRules {
  const known = new Map<string, Promise<HostRules>>();
  const rulesOf = (url: string): Promise<HostRules> => {
    const origin = new URL(url).origin;
    const rules = known.get(origin) ?? readRules(origin, requester, options.userAgent);
    known.set(origin, rules);
    return rules;
  };
  return {
    allows: async (url) => options.mode === 'ignore' || (await rulesOf(url)).allows(url),
    unreachable: async (url) => (await rulesOf(url)).unreachable,
    sitemaps: async (url) => (await rulesOf(url)).sitemaps,
    delayMs: async (url) => (options.mode === 'ignore' ? 0 : (await rulesOf(url)).delayMs),
  };
}

/** The product token that robots.txt knows a crawler by: `Quern` of `Mozilla/5.0 (compatible; Quern/0.1; +url)`. */
export function productToken(userAgent: string): string {
  return /\(compatible;\s*([\w-]+)/i.exec(userAgent)?.[1] ?? /^[\w-]+/.exec(userAgent)?.[0] ?? userAgent;
}

/** Reads the rules of one host. */
export async function readRules(origin: string, requester: Requester, userAgent: string): Promise<HostRules> {
  const url = `${origin}/robots.txt`;
  const answer = await requester.get(url, {
    maxBytes: robotsBytesMax,
    timeoutMs: robotsTimeoutMs,
    accept: 'text/plain,*/*;q=0.5',
  });
  if (!answer.ok) return answer.code === 'too_large' ? open : closed;
  const { resource } = answer;
  if (resource.status >= 500 || resource.status === 429) return closed;
  if (resource.status >= 400) return open;
  const { text } = await decodeText(resource);
  if (/^\s*</.test(text)) return open;
  const token = productToken(userAgent);
  const parsed = parseRobots(url, text);
  return {
    unreachable: false,
    allows: (address) => parsed.isAllowed(address, token) !== false,
    sitemaps: parsed.getSitemaps(),
    delayMs: Math.min(delayMaxMs, Math.max(0, (parsed.getCrawlDelay(token) ?? 0) * 1000)),
  };
}
