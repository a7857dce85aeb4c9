import { memoize } from '@quern/runtime/caching/memoize';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import type { AddressSpan } from './address-span.ts';
import { findCodedAddresses, findCodesWithTowns } from './find-coded-addresses.ts';
import { findCorners } from './find-corners.ts';
import { findJoinedAddresses } from './find-joined-addresses.ts';
import { findLots } from './find-lots.ts';
import { findStreetsAt, type Street } from './find-streets.ts';
import { findUnnumberedStreets } from './find-unnumbered-streets.ts';
import { readTail } from './grow-address.ts';
import { readHead } from './read-head.ts';
import type { Part } from './read-parts.ts';
import { localEvidence, startInAlley, withPeriod } from './street-evidence.ts';
import { collectWords } from './words/address-words.ts';
import { findCue } from './words/find-cue.ts';

/** Evidence that is enough for an address. */
const scoreMin = 3;
const streetScores: Readonly<Record<Street['type'], number>> = { strong: 3, weak: 1.5, none: 0 };
const cueScore = 1.5;
/** Two numbers around a name. */
const secondNumberScore = 2;

/**
 * Finds ADDRESS entities of all countries in a text of any language: a street with its number, a post office box, or a
 * postal code with its town, and the parts around them. The value is one line.
 *
 * @param text folded text
 * @param original the text before folding, for the values
 */
export function findPostalAddresses(text: string, context: RuleContext, original = text): EntityCandidate[] {
  const found: EntityCandidate[] = [];
  const isCovered = new Uint8Array(text.length);
  const add = (spans: Iterable<AddressSpan>): void => {
    for (const span of spans) {
      if (isCovered.subarray(span.startIndex, span.endIndex).includes(1)) continue;
      isCovered.fill(1, span.startIndex, span.endIndex);
      found.push(candidateOf(original, span));
    }
  };
  const isTaken = (at: number) => isCovered[at] === 1;
  add(findCorners(text));
  add(findUnnumberedStreets(text));
  add(findLots(text));
  if (/[0-9]/.test(text)) add(findByNumber(text, context.language));
  if (!/[0-9]/.test(text)) return found;
  add(findJoinedAddresses(text));
  add(findCodedAddresses(text, isTaken));
  add(findCodesWithTowns(text, isTaken, (at) => isLikelyCode(text, at, context)));
  return found;
}

/** Addresses with the number of a building or of a box. */
function* findByNumber(text: string, language: string): Generator<AddressSpan> {
  let end = 0;
  for (const { index } of text.matchAll(/(?<![0-9])[0-9]/g)) {
    const span = index < end ? undefined : readAddress(text, index, end, language);
    if (span === undefined) continue;
    yield span;
    end = span.endIndex;
  }
}

function candidateOf(text: string, { startIndex, endIndex, score, hasCode }: AddressSpan): EntityCandidate {
  const confidence = score >= 5 ? 0.95 : hasCode ? 0.88 : score >= 4 ? 0.85 : 0.75;
  const value = oneLine(text.slice(startIndex, endIndex));
  return { startIndex, endIndex, type: 'ADDRESS', confidence, value };
}

function oneLine(written: string): string {
  return written
    .replace(/[ \t>]*,?[ \t]*\r?\n[\s>?}|*]*,?\s*/g, ', ')
    .replace(/[ \u00a0]+/g, ' ')
    .replace(/ ?,(?: ?,)+/g, ',');
}

/** The best address whose house number or box is at an offset. */
function readAddress(
  text: string,
  index: number,
  minimum: number,
  language: string,
): AddressSpan | undefined {
  const box = readBox(text, index);
  if (box !== undefined && box.startIndex >= minimum) return box;
  let best: AddressSpan | undefined;
  for (const street of findStreetsAt(text, index)) {
    const span = growStreet(text, street, minimum, language);
    if (span !== undefined && (best === undefined || span.score > best.score)) best = span;
  }
  return best;
}

function growStreet(
  text: string,
  street: Street,
  minimum: number,
  language: string,
): AddressSpan | undefined {
  const tail = readTail(text, street.endIndex, street.type !== 'none');
  const inFront = numberInFront(text, street);
  const start = startInAlley(text, inFront ?? street.startIndex);
  const isPlain = street.type === 'none' && tail.parts.length === 0 && inFront === undefined;
  const head = isPlain ? undefined : readHead(text, start);
  const parts = [...(head?.parts ?? []), ...tail.parts];
  if (parts.length === 0 && isYear(text, street)) return undefined;
  const evidence = localEvidence(text, street, tail.parts, language);
  const score =
    streetScores[street.type] + (inFront === undefined ? 0 : secondNumberScore) + scoreOf(parts) + evidence;
  const startIndex = [head?.startIndex ?? start, start, street.startIndex].find((at) => at >= minimum);
  if (startIndex === undefined) return undefined;
  const hasCue = score < scoreMin && hasAddressCue(text, startIndex);
  if (score + (hasCue ? cueScore : 0) < scoreMin) return undefined;
  if (street.type === 'none' && evidence === 0 && !isSupported(parts, hasCue)) return undefined;
  const endIndex = withPeriod(text, street, tail.endIndex);
  return { startIndex, endIndex, score, hasCode: parts.some(hasPostalCode) };
}

/** Whether the number of a street may be a year: "... Straße 1939". */
function isYear(text: string, { startIndex, endIndex, isNumberFirst }: Street): boolean {
  if (isNumberFirst) return /^(?:19|20)[0-9]{2} /.test(text.slice(startIndex, startIndex + 5));
  return /(?<![0-9])(?:1[5-9]|20)[0-9]{2}$/.test(text.slice(endIndex - 5, endIndex));
}

/** The number in front of a street that has a number already: "147 Kantstrasse 40", "4093 110 Main Street". */
function numberInFront(text: string, { startIndex, type }: Street): number | undefined {
  const match = /(?<![\p{L}\p{N}.,$€£:/-])([0-9]{1,6})[ ]$/u.exec(
    text.slice(Math.max(0, startIndex - 10), startIndex),
  );
  const number = match?.[1];
  if (match === null || number === undefined || (number.length < 3 && type !== 'strong')) return undefined;
  return /^(?:19|20)[0-9]{2}$/.test(number) ? undefined : startIndex - match[0].length;
}

function hasPostalCode({ kind }: Part): boolean {
  return kind === 'code' || kind === 'codeAndTown' || kind === 'regionAndCode';
}

/** Each kind of evidence counts once. */
function scoreOf(parts: readonly Part[]): number {
  const byKind = new Map<Part['kind'], number>();
  for (const { kind, weight } of parts) byKind.set(kind, Math.max(byKind.get(kind) ?? 0, weight));
  return [...byKind.values()].reduce((sum, weight) => sum + weight, 0);
}

/** Without a street type, a list of towns is not enough: a unit, code or district must be among the parts. */
function isSupported(parts: readonly Part[], hasCue: boolean): boolean {
  return (
    hasCue || parts.some((part) => part.kind === 'unit' || part.kind === 'district' || hasPostalCode(part))
  );
}

function hasAddressCue(text: string, index: number): boolean {
  return findCue(text, index)?.kinds.includes('address') === true;
}

const boxes = memoize(
  (_: 'all') =>
    `(?<![\\p{L}\\p{N}])(?:${alternation(collectWords((words) => words.postBoxes))})[ \\u00a0]?(?:n[.º°]{1,3}[ ]?|No\\.?[ ]?|№[ ]?|#[ ]?|[:][ ]?)?$`,
);

/** "PO Box 482, Leeds LS1 4AP", "Postfach 10 02 03, 50442 Köln". */
function readBox(text: string, index: number): AddressSpan | undefined {
  const from = Math.max(0, index - 34);
  const label = cachedRegex(boxes('all'), 'u').exec(text.slice(from, index))?.[0];
  if (label === undefined) return undefined;
  const number = /^[0-9]{1,4}(?:[ ]?[0-9]{2,3}){0,3}(?![\p{L}\p{N}.:/%-]*[0-9])/u.exec(
    text.slice(index, index + 20),
  )?.[0];
  if (number === undefined) return undefined;
  const startIndex = index - label.length;
  const tail = readTail(text, index + number.length, true);
  const isWeak =
    /^\P{L}*(?:\p{L}[^\p{L}]*){1,4}$/u.test(label.replace(/[ºn№#:]/g, '')) ||
    /^(?:Box|Boks|Apartado|Casilla)/.test(label);
  const score = (isWeak ? 1 : 3) + scoreOf(tail.parts);
  if (score < scoreMin) return undefined;
  const head = readHead(text, startIndex);
  return {
    startIndex: head.startIndex,
    endIndex: tail.endIndex,
    score: score + 1,
    hasCode: tail.parts.some(hasPostalCode),
  };
}

const beforePlace = memoize(
  (_: 'all') =>
    `(?:^|[\\s(])${alternation(collectWords(({ prepositions }) => prepositions))}[ ]$|(?:^|\\n)[ \\t>]*$`,
);

/** Whether a code with an unlisted town is likely: after a cue or a preposition, or at the start of a line. */
function isLikelyCode(text: string, index: number, context: RuleContext): boolean {
  const cue = findCue(text, index);
  if (cue?.isAdjacent === true && (cue.kinds.includes('address') || cue.kinds.includes('postalCode')))
    return true;
  const isFive = /^(?:[0-9]{5}|[0-9]{3}[ ][0-9]{2})(?![0-9])/.test(text.slice(index, index + 7));
  const usesCodeBeforeTown = !/^(?:en|zh|ja|ko|hi|vi|id)/.test(context.language);
  return (
    isFive &&
    usesCodeBeforeTown &&
    cachedRegex(beforePlace('all'), 'iu').test(text.slice(Math.max(0, index - 8), index))
  );
}
