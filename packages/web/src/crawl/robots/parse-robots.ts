import { normalizePercentEncoding } from '../urls/normalize-url.ts';

/** The rules of a robots.txt for one crawler. */
export interface ParsedRobots {
  /** Values of the `Sitemap:` lines, which may be relative. */
  readonly sitemaps: readonly string[];
  /** 0 without a `Crawl-delay`. */
  readonly crawlDelaySeconds: number;
  /** @param path path and query of a URL */
  allows(path: string): boolean;
}

interface Rule {
  readonly allow: boolean;
  /** Length as written; the longest matching rule wins. */
  readonly length: number;
  /** Without the `$` at its end. Not compiled, since a file may have tens of thousands of rules. */
  readonly pattern: string;
  /** Whether the rule ends with `$`. */
  readonly matchesEnd: boolean;
}

interface Group {
  readonly rules: Rule[];
  crawlDelay: number;
}

/** RFC 9309, 2.5 requires crawlers to parse at least 500 KiB; the rest is ignored. */
export const robotsLengthMax = 500 * 1024;
const ruleLengthMax = 2000;
const sitemapsMax = 1000;

/**
 * Parses a robots.txt (RFC 9309): the groups for the crawler's product token, else those for `*`. The longest rule that
 * matches decides; of equally long ones, `Allow`. Parsing takes linear time. Checking a URL takes time proportional to
 * the number of rules and, for rules with wildcards, the length of the URL, for any number of wildcards.
 *
 * @param token product token of the crawler, case-insensitive
 */
export function parseRobots(text: string, token: string): ParsedRobots {
  const own: Group = { rules: [], crawlDelay: 0 };
  const general: Group = { rules: [], crawlDelay: 0 };
  const sitemaps: string[] = [];
  let groups = new Set<Group>();
  let hasOwnGroup = false;
  let isGroupHeader = false;
  for (const [field, value] of fieldsOf(text.slice(0, robotsLengthMax))) {
    if (field === 'user-agent') {
      if (!isGroupHeader) groups = new Set();
      isGroupHeader = true;
      if (value === '*') groups.add(general);
      else if (agentOf(value) === token.toLowerCase()) {
        groups.add(own);
        hasOwnGroup = true;
      }
    } else if (field === 'sitemap') {
      if (value !== '' && sitemaps.length < sitemapsMax) sitemaps.push(value);
    } else {
      isGroupHeader = false;
      for (const group of groups) addDirective(group, field, value);
    }
  }
  const { rules, crawlDelay } = hasOwnGroup ? own : general;
  // Sorted so that the first rule that matches decides.
  rules.sort((left, right) => right.length - left.length || Number(right.allow) - Number(left.allow));
  return { sitemaps, crawlDelaySeconds: crawlDelay, allows: (path) => evaluateRules(rules, path) };
}

function* fieldsOf(text: string): Generator<readonly [string, string]> {
  for (const line of text.split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const comment = line.indexOf('#');
    if (comment >= 0 && comment < colon) continue;
    const field = line.slice(0, colon).replace('\uFEFF', '').trim().toLowerCase();
    // A URL may contain '#', so its comment must follow white space.
    const value = line.slice(colon + 1);
    const plain = comment < 0 ? value : value.replace(field === 'sitemap' ? /\s#.*/ : /#.*/, '');
    yield [field, plain.trim()];
  }
}

/** The product token of a `User-agent:` line, without a version: `quern` for `Quern/1.0`. */
function agentOf(value: string): string {
  return (/^[^/\s]+/.exec(value)?.[0] ?? '').toLowerCase();
}

function addDirective(group: Group, field: string, value: string): void {
  if (field === 'crawl-delay') {
    const seconds = Number(value);
    if (seconds > 0 && Number.isFinite(seconds)) group.crawlDelay = seconds;
  } else if (field === 'allow' || field === 'disallow') {
    // An empty `Disallow:` allows everything. A pattern that is too long matches no URL that we crawl.
    if (value === '' || value.length > ruleLengthMax) return;
    group.rules.push(ruleOf(value, field === 'allow'));
  }
}

function ruleOf(value: string, allow: boolean): Rule {
  const matchesEnd = value.endsWith('$');
  const written = value.slice(0, matchesEnd ? -1 : undefined);
  const rooted = /^[/*]/.test(written) ? written : `/${written}`;
  const pattern = normalizePercentEncoding(escapeNonAscii(rooted));
  return { allow, length: value.length, pattern, matchesEnd };
}

/** Percent-encodes characters outside ASCII, as they are in a parsed URL. */
function escapeNonAscii(text: string): string {
  return text.replace(/[^\0-\x7f]+/gu, (piece) => encodeURIComponent(piece.toWellFormed()));
}

function evaluateRules(rules: readonly Rule[], text: string): boolean {
  const path = normalizePercentEncoding(text);
  if (path === '/robots.txt') return true;
  for (const rule of rules) if (matches(rule, path)) return rule.allow;
  return true;
}

/** Matches wildcards lazily, which finds a match if there is one and needs no backtracking. */
function matches({ pattern, matchesEnd }: Rule, path: string): boolean {
  let star = pattern.indexOf('*');
  if (star < 0) return matchesEnd ? path === pattern : path.startsWith(pattern);
  if (!path.startsWith(pattern.slice(0, star))) return false;
  let at = star;
  for (;;) {
    const from = star + 1;
    star = pattern.indexOf('*', from);
    const piece = pattern.slice(from, star < 0 ? undefined : star);
    if (star < 0 && matchesEnd) return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    if (star < 0) return true;
    at = found + piece.length;
  }
}
