import { parse } from 'tldts';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { eastAsianLetters, wordEnd, wordStart } from '../rules/regex-builder.ts';

/** Bounded by RFC 5321 (local part of 64 octets) and RFC 1035 (domain of 253). */
const letter = `(?![${eastAsianLetters}])\\p{L}`;
const label = `(?:${letter}|\\p{N})`;
const email = new RegExp(
  `(?<![\\p{N}._%+-])${wordStart}(?:${label}|[._%+'-]){1,64}@((?:${label}(?:(?:${label}|-){0,61}${label})?\\.){1,8}(?:${letter}){2,24})${wordEnd}(?![@_-])`,
  'uy',
);
const localPart = new RegExp(`(?:${label}|[._%+'-]){1,64}$`, 'u');
const schemes = /(?:https?|ftp|wss?)$/i;
const innerPeriod = /\.(?<=[\p{L}\p{N}]\.)(?=[\p{L}\p{N}])/gu;
const firstLabel = new RegExp(`(?:${label}|-){1,63}$`, 'u');
/** Letters of scripts without spaces belong to an address where they begin a part of it: /wiki/東京, not "…/saleへ". */
const pathCharacter = `(?:[^\\s<>"'\`{}|\\\\^\\u3000-\\u303f\\uff00-\\uffef${eastAsianLetters}]|(?<=[/=_${eastAsianLetters}-])[${eastAsianLetters}])`;
const absolute = new RegExp(`${wordStart}(?:https?|ftp|wss?)://${pathCharacter}{2,2048}`, 'iuy');
const bare = new RegExp(
  `${wordStart}(?<![@._/:]|(?<!\\p{Script=Hebrew})-)((?:${label}(?:(?:${label}|-){0,61}${label})?\\.){1,8}(?:${letter}){2,24})${wordEnd}(?![@_-])(?::\\d{2,5})?(?:[/?#]${pathCharacter}{0,2048})?`,
  'iuy',
);

/** Finds EMAIL (value in lowercase) and URL entities (value absolute; `https://` for bare domains of the public suffix list). */
export function findUrlsAndEmails(text: string): EntityCandidate[] {
  return [...emails(text), ...absoluteUrls(text), ...bareDomains(text)];
}

/**
 * Matches a pattern around the signs that each of its matches has, from left to right.
 *
 * @param lead matches all that a match may have in front of its first sign, up to 64 characters
 * @param pattern sticky
 */
function* matchAround(text: string, sign: RegExp, lead: RegExp, pattern: RegExp): Generator<RegExpExecArray> {
  let end = 0;
  for (const { index } of text.matchAll(sign)) {
    const before = lead.exec(text.slice(Math.max(end, index - 64), index))?.[0] ?? '';
    for (let start = index - before.length; start < index; start += 1) {
      pattern.lastIndex = start;
      const match = pattern.exec(text);
      if (match === null) continue;
      yield match;
      end = match.index + match[0].length;
      break;
    }
  }
}

function* emails(text: string): Generator<EntityCandidate> {
  for (const match of matchAround(text, /@/g, localPart, email)) {
    const skipped = /^[.'-]+/.exec(match[0])?.[0].length ?? 0;
    const address = match[0].slice(skipped);
    if (/\.\.|\.@/.test(address) || address.startsWith('@')) continue;
    const startIndex = match.index + skipped;
    yield {
      startIndex,
      endIndex: startIndex + address.length,
      type: 'EMAIL',
      confidence: 0.99,
      value: address.toLowerCase(),
    };
  }
}

function* absoluteUrls(text: string): Generator<EntityCandidate> {
  for (const match of matchAround(text, /:\/\//g, schemes, absolute)) {
    const address = trimEnd(match[0]);
    const parsed = URL.parse(address);
    if (parsed === null || parsed.hostname === '') continue;
    yield {
      startIndex: match.index,
      endIndex: match.index + address.length,
      type: 'URL',
      confidence: 0.99,
      value: parsed.href,
    };
  }
}

function* bareDomains(text: string): Generator<EntityCandidate> {
  for (const match of matchAround(text, innerPeriod, firstLabel, bare)) {
    const host = match[1] ?? '';
    if (!isPublic(host) && !/^www\./i.test(host)) continue;
    const address = trimEnd(match[0]);
    const isPlain = !/^www\./i.test(host) && address.length === host.length;
    // Without a path, a domain is lowercase and has a common ending: not "Hello.This" or "Node.js".
    if (isPlain && (/\p{Lu}/u.test(host.slice(1)) || !isLikelyDomain(host))) continue;
    const parsed = URL.parse(`https://${address}`);
    if (parsed === null) continue;
    const endIndex = match.index + address.length;
    yield {
      startIndex: match.index,
      endIndex,
      type: 'URL',
      confidence: isPlain ? 0.85 : 0.95,
      value: parsed.href,
    };
  }
}

/** File name extensions that are also top-level domains. */
const fileEndings =
  /\.(js|ts|py|rs|md|sh|pl|cc|so|zip|mov|app|ps|java|name|id|is|it|at|in|be|me|my|no|to|am|pm|as|so|us|do|la)$/i;
const common =
  /\.(com|org|net|edu|gov|io|co|ai|dev|info|app|eu|de|fr|es|pt|it|nl|uk|ch|at|be|br|mx|ar|ca|au|jp|in|us)$/i;

function isLikelyDomain(host: string): boolean {
  const labels = host.split('.');
  if (fileEndings.test(host) && labels.length === 2 && !/\.(it|at|be|app|in|us)$/i.test(host)) return false;
  const name = labels[0] ?? '';
  return name.length >= 2 && (common.test(host) || labels.length > 2 || name.length >= 4);
}

function isPublic(host: string): boolean {
  const { isIcann, domain } = parse(host, { allowPrivateDomains: false });
  return isIcann === true && domain !== null;
}

/** Removes trailing punctuation of the sentence and closing brackets that the URL does not open. */
function trimEnd(address: string): string {
  let end = address.length;
  for (;;) {
    const last = address[end - 1] ?? '';
    const open = { ')': '(', ']': '[' }[last];
    const unbalanced = open !== undefined && countUntil(address, last, end) > countUntil(address, open, end);
    if (!unbalanced && !/[.,;:!?*_~'"”’»…]/.test(last)) return address.slice(0, end);
    end -= 1;
  }
}

function countUntil(text: string, character: string, end: number): number {
  let found = 0;
  for (let at = 0; at < end; at += 1) if (text[at] === character) found += 1;
  return found;
}
