import { memoize } from '@quern/runtime/caching/memoize';
import { matchAt } from '../rules/regex-builder.ts';
import type { AddressSpan } from './address-span.ts';
import { readTail } from './grow-address.ts';
import { isDistinctiveCode, isRoundCodeOf, regionWithCode } from './postal-codes.ts';
import { readCodeAndTown, readKnownTown } from './read-parts.ts';
import { isNameWord, streetWords } from './street-words.ts';

/** Codes that are precise enough to begin with: British, Irish and Canadian ones, and a state with its code. */
const anchor = memoize(
  (_: 'all') =>
    `(?<![\\p{L}\\p{N}])(?:${regionWithCode('all')}|(?:[A-Z]{1,2}[0-9][A-Z0-9]?[ ][0-9][A-Z]{2}|[A-Z][0-9][0-9W][ ][A-Z0-9]{4}|[A-Z][0-9][A-Z][ ][0-9][A-Z][0-9]))(?![\\p{L}\\p{N}])`,
);
const segmentsMax = 5;
const segmentBefore =
  /(?:^|[\s(>:,])((?:[\p{Lu}0-9][\p{L}\p{M}\p{N}'’.#/-]{0,30})(?:[ ](?:[\p{Lu}0-9][\p{L}\p{M}\p{N}'’.#/-]{0,30}|de|la|of|the|on|upon|under|and|le|in)){0,6})$/u;
const gapBefore = /[ \u00a0]*,?[ \u00a0]*(?:\r?\n[ \t>]{0,8})?,?[ ]?$/u;

/**
 * Finds addresses that end with a precise postal code and have no street with a number: "Rose Cottage, Mill Lane,
 * Ambridge BO1 2CD", and a town with a state and a code.
 */
export function* findCodedAddresses(
  text: string,
  isTaken: (index: number) => boolean,
): Generator<AddressSpan> {
  for (const match of findAnchors(text)) {
    if (isTaken(match.index)) continue;
    const segments = segmentsBefore(text, match.index);
    const [town] = segments;
    if (town === undefined) continue;
    const end = readTail(text, match.index + match[0].length, false);
    const country = end.parts[0]?.kind === 'country' ? end.parts[0].endIndex : match.index + match[0].length;
    const street = segments.findLastIndex((segment) => isStreetLike(segment.text));
    const first =
      street < 0 ? 0 : Math.min(segments.length - 1, street + (isHouseName(segments[street + 1]) ? 1 : 0));
    const startIndex = segments[first]?.startIndex ?? town.startIndex;
    yield { startIndex, endIndex: country, score: street < 0 ? 3.2 : 5, hasCode: true };
  }
}

/** Anchors at the digits of the text. */
function* findAnchors(text: string): Generator<RegExpExecArray> {
  let end = 0;
  for (const { index } of text.matchAll(/[0-9]+/g)) {
    const lead = /(?:[A-Z]{1,3}|[A-Z]{2,3}\.?,?\s{1,4}|(?:APO|FPO|DPO)[ ,]{1,2}A[AEP][ ,\n]{1,3})$/.exec(
      text.slice(Math.max(0, index - 14), index),
    );
    if (lead === null || index - lead[0].length < end) continue;
    const match = matchAt(text, index - lead[0].length, anchor('all'), 'uy');
    if (match === null) continue;
    end = match.index + match[0].length;
    yield match;
  }
}

interface Segment {
  readonly text: string;
  readonly startIndex: number;
}

/** Comma- or line-separated names in front of an offset, the nearest first. */
function segmentsBefore(text: string, index: number): Segment[] {
  const segments: Segment[] = [];
  let end = index;
  while (segments.length < segmentsMax) {
    const gap = gapBefore.exec(text.slice(Math.max(0, end - 12), end))?.[0] ?? '';
    if (gap === '' && segments.length > 0) break;
    end -= gap.length;
    if (segments.length > 0 && /^[ ]+$/.test(gap)) break;
    const from = Math.max(0, end - 70);
    const written = segmentBefore.exec(text.slice(from, end))?.[1];
    if (written === undefined || /[.!?]$/.test(written)) break;
    const trimmed = withoutLead(written);
    if (trimmed === '') break;
    segments.push({ text: trimmed, startIndex: end - trimmed.length });
    if (trimmed.length < written.length) break;
    end -= written.length;
  }
  return segments;
}

/** Removes the beginning of a sentence: "The London" is London; and all before the last sentence end. */
function withoutLead(written: string): string {
  const { leads, townStarts } = streetWords('all');
  const sentence = /^.*(?:[^.\s]{4,}[.!?])[ ]/u.exec(written)?.[0] ?? '';
  let rest = written.slice(sentence.length);
  for (;;) {
    const first = /^[^ ]+/.exec(rest)?.[0] ?? '';
    if (first === '' || !leads.has(first) || (townStarts.has(first) && rest.includes(' '))) return rest;
    rest = rest.slice(first.length).trimStart();
  }
}

function isStreetLike(segment: string): boolean {
  const { after } = streetWords('all');
  const words = segment.split(' ');
  const last = words.at(-1) ?? '';
  if (/^(?:PSC|CMR|Unit|USS|USNV|USCGC)[ ]/u.test(segment)) return true;
  return words.length > 1 && (after.has(last) || /^[0-9]{1,5}[A-Za-z]?$/.test(words[0] ?? ''));
}

function isHouseName(segment: Segment | undefined): boolean {
  return segment !== undefined && segment.text.split(' ').length <= 4 && isNameWord(segment.text);
}

/** The start of a code, with the sign of its country ("D-10115"); undefined inside other numbers and words. */
function startOfCode(text: string, index: number): number | undefined {
  const before = text.slice(Math.max(0, index - 4), index);
  const sign = /(?<![\p{L}\p{N}])[A-Z]{1,2}-$/u.exec(before);
  if (sign !== null) return index - sign[0].length;
  return /[\p{L}\p{N}.,$€£¥/-]$/u.test(before) ? undefined : index;
}

/** Finds a postal code with its town that belong to no street: "80331 München". */
export function* findCodesWithTowns(
  text: string,
  isTaken: (index: number) => boolean,
  isLikely: (index: number) => boolean,
): Generator<AddressSpan> {
  for (const run of text.matchAll(/[0-9]{2,}/g)) {
    const index = startOfCode(text, run.index);
    if (index === undefined || run[0].length > 5 || isTaken(index)) continue;
    const part = readCodeAndTown(text, index);
    if (part === undefined) continue;
    const code = /^[^ ]+(?:[ ][0-9A-Z]{2}(?=[ ]))?/.exec(text.slice(index, part.endIndex))?.[0] ?? '';
    const townAt = text.indexOf(' ', index + Math.max(0, code.length - 1)) + 1;
    const isRoundCode = isRoundCodeOf(code, text.slice(townAt, part.endIndex).replace(/ cedex.*$/i, ''));
    const isKnown = isRoundCode || (readKnownTown(text, townAt) !== undefined && code.length >= 4);
    const isPrecise =
      isDistinctiveCode(code.replace(/^[A-Z]{1,2}-/, '').replace(' ', '')) || /^[A-Z]/.test(code);
    const isYear = /^(?:1[89]|20)[0-9]{2}$/.test(code);
    const isCount = /000$/.test(code) && !isPrecise && !isRoundCode;
    if (isYear || isCount || !(isKnown || isPrecise || isLikely(index))) continue;
    const tail = readTail(text, part.endIndex, false);
    const next = tail.parts[0];
    const endIndex = next?.kind === 'country' || next?.kind === 'region' ? next.endIndex : part.endIndex;
    yield { startIndex: index, endIndex, score: 3, hasCode: true };
  }
}
