import { normalizePercentEncoding } from '../urls/normalize-url.ts';

/** What a robots.txt says to one crawler. */
export interface ParsedRobots {
  readonly sitemaps: readonly string[];
  /** Seconds; 0 without one. */
  readonly crawlDelaySeconds: number;
  /** @param path with its query */
  allows(path: string): boolean;
}

interface Rule {
  readonly allow: boolean;
  /** How specific the rule is: its length as written. */
  readonly length: number;
  /** Without the `$` at its end; kept whole, since a file may have tens of thousands of rules. */
  readonly pattern: string;
  readonly toEnd: boolean;
}

interface Group {
  readonly rules: Rule[];
  crawlDelay: number;
}

/** RFC 9309, 2.5 asks crawlers to parse at least 500 KiB; what comes after is not read. */
export const robotsLengthMax = 500 * 1024;
const ruleLengthMax = 2000;
const sitemapsMax = 1000;

/**
 * Reads robots.txt (RFC 9309) for a crawler of the given product token: the groups that name it, else those
 * for `*`; of the rules that match the longest wins, of equals `Allow`. Reading is linear, and judging a URL takes
 * time in proportion to the rules and, for each that has wildcards, the URL, however many wildcards it has.
 */
export function parseRobots(text: string, token: string): ParsedRobots {
  const own: Group = { rules: [], crawlDelay: 0 };
  const general: Group = { rules: [], crawlDelay: 0 };
  const sitemaps: string[] = [];
  let groups = new Set<Group>();
  let named = false;
  let naming = false;
  for (const [field, value] of fieldsOf(text.slice(0, robotsLengthMax))) {
    if (field === 'user-agent') {
      if (!naming) groups = new Set();
      naming = true;
      if (value === '*') groups.add(general);
      else if (agentOf(value) === token.toLowerCase()) {
        groups.add(own);
        named = true;
      }
    } else if (field === 'sitemap') {
      if (value !== '' && sitemaps.length < sitemapsMax) sitemaps.push(value);
    } else {
      naming = false;
      for (const group of groups) takeIn(group, field, value);
    }
  }
  const { rules, crawlDelay } = named ? own : general;
  // The first that matches decides.
  rules.sort((left, right) => right.length - left.length || Number(right.allow) - Number(left.allow));
  return { sitemaps, crawlDelaySeconds: crawlDelay, allows: (path) => judge(rules, path) };
}

function* fieldsOf(text: string): Generator<readonly [string, string]> {
  for (const line of text.split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const comment = line.indexOf('#');
    if (comment >= 0 && comment < colon) continue;
    const field = line.slice(0, colon).replace('\uFEFF', '').trim().toLowerCase();
    // An address may hold a '#', but a comment is set off.
    const value = line.slice(colon + 1);
    const plain = comment < 0 ? value : value.replace(field === 'sitemap' ? /\s#.*/ : /#.*/, '');
    yield [field, plain.trim()];
  }
}

/** `Quern/1.0` in a robots.txt means `Quern`. */
function agentOf(value: string): string {
  return (/^[^/\s]+/.exec(value)?.[0] ?? '').toLowerCase();
}

function takeIn(group: Group, field: string, value: string): void {
  if (field === 'crawl-delay') {
    const seconds = Number(value);
    if (seconds > 0 && Number.isFinite(seconds)) group.crawlDelay = seconds;
  } else if (field === 'allow' || field === 'disallow') {
    // An empty `Disallow:` forbids nothing, an over-long pattern is nobody's address.
    if (value === '' || value.length > ruleLengthMax) return;
    group.rules.push(ruleOf(value, field === 'allow'));
  }
}

function ruleOf(value: string, allow: boolean): Rule {
  const toEnd = value.endsWith('$');
  const written = value.slice(0, toEnd ? -1 : undefined);
  const rooted = /^[/*]/.test(written) ? written : `/${written}`;
  const pattern = normalizePercentEncoding(escapeForeign(rooted));
  return { allow, length: value.length, pattern, toEnd };
}

/** Characters outside ASCII are compared as the bytes that an address would carry. */
function escapeForeign(text: string): string {
  return text.replace(/[^\0-\x7f]+/gu, (piece) => encodeURIComponent(piece.toWellFormed()));
}

function judge(rules: readonly Rule[], address: string): boolean {
  const path = normalizePercentEncoding(address);
  if (path === '/robots.txt') return true;
  for (const rule of rules) if (matches(rule, path)) return rule.allow;
  return true;
}

/** Wildcards match as little as they can, which finds a match whenever there is one, and nothing is looked at twice. */
function matches({ pattern, toEnd }: Rule, path: string): boolean {
  let star = pattern.indexOf('*');
  if (star < 0) return toEnd ? path === pattern : path.startsWith(pattern);
  if (!path.startsWith(pattern.slice(0, star))) return false;
  let at = star;
  for (;;) {
    const from = star + 1;
    star = pattern.indexOf('*', from);
    const piece = pattern.slice(from, star < 0 ? undefined : star);
    if (star < 0 && toEnd) return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    if (star < 0) return true;
    at = found + piece.length;
  }
}
