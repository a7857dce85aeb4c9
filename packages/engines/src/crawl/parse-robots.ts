import { canonicalEscapes } from './normalise-url.ts';

/** What a robots.txt says to one crawler. */
export interface ParsedRobots {
  readonly sitemaps: readonly string[];
  /** Seconds; 0 without one. */
  readonly crawlDelay: number;
  /** @param path with its query */
  allows(path: string): boolean;
}

interface Rule {
  readonly allow: boolean;
  /** How specific the rule is: its length as written. */
  readonly length: number;
  /** What stands between its wildcards. */
  readonly pieces: readonly string[];
  readonly toEnd: boolean;
}

interface Group {
  readonly rules: Rule[];
  crawlDelay: number;
}

/** RFC 9309 asks crawlers to read at least 500 KiB; what comes after is not read. */
const lengthMax = 512 * 1024;
const ruleLengthMax = 2000;
const sitemapsMax = 1000;

/**
 * Reads robots.txt (RFC 9309) for a crawler of the given product token: the groups that name it, else those
 * for `*`; of the rules that match the longest wins, of equals `Allow`. Reading is linear, and so is judging an
 * address in the number of rules, whatever wildcards they hold.
 */
export function parseRobots(text: string, token: string): ParsedRobots {
  const own: Group = { rules: [], crawlDelay: 0 };
  const general: Group = { rules: [], crawlDelay: 0 };
  const sitemaps: string[] = [];
  let groups = new Set<Group>();
  let named = false;
  let naming = false;
  for (const [field, value] of fieldsOf(text.slice(0, lengthMax))) {
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
  return { sitemaps, crawlDelay, allows: (path) => judge(rules, path) };
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
  const pattern = canonicalEscapes(escapeForeign(rooted));
  return { allow, length: value.length, pieces: pattern.split(/\*+/), toEnd };
}

/** Characters outside ASCII are compared as the bytes that an address would carry. */
function escapeForeign(text: string): string {
  return text.replace(/[^\0-\x7f]+/gu, (piece) => encodeURIComponent(piece.toWellFormed()));
}

function judge(rules: readonly Rule[], address: string): boolean {
  const path = canonicalEscapes(address);
  if (path === '/robots.txt') return true;
  let best: Rule | undefined;
  for (const rule of rules) {
    const weaker = best && (rule.length < best.length || (rule.length === best.length && !rule.allow));
    if (!weaker && matches(rule, path)) best = rule;
  }
  return best?.allow ?? true;
}

/** Wildcards match as little as they can, which finds a match whenever there is one. */
function matches({ pieces, toEnd }: Rule, path: string): boolean {
  const [first = '', ...others] = pieces;
  if (!path.startsWith(first)) return false;
  if (others.length === 0) return !toEnd || path.length === first.length;
  let at = first.length;
  const last = toEnd ? (others.pop() ?? '') : '';
  for (const piece of others) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return !toEnd || (path.length - last.length >= at && path.endsWith(last));
}
