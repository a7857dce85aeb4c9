import { eastAsianLetter } from '../../rules/regex-builder.ts';

/** A run of characters that may be a number of a person or a document. */
export interface NumberToken {
  readonly startIndex: number;
  /** Ends of one, two … space-separated parts from the start, the longest last. */
  readonly ends: readonly number[];
}

const partsMax = 7;
const lengthMax = 40;
const tokenLengthMax = 28;
const tokenCharacter = /[\p{L}\p{N}./()·№&+\u2010-\u2013-]/u;
const letterOrDigit = /[\p{L}\p{M}\p{N}]/u;

/**
 * Finds runs that contain a digit: `12.345.678-9`, `QQ 12 34 56 C`. Letters of scripts without spaces bound them, except
 * in license plates (`京A12345`, `12가 3456`).
 */
export function* readTokens(text: string): Generator<NumberToken> {
  let scanned = -1;
  for (const { index } of text.matchAll(/[0-9]+/g)) {
    if (index < scanned) continue;
    const first = startOf(text, index);
    scanned = endOf(text, index);
    for (const startIndex of startsBefore(text, first)) {
      const ends = endsFrom(text, startIndex);
      if (ends.length > 0) yield { startIndex, ends };
    }
  }
}

function isTokenCharacter(character: string): boolean {
  return tokenCharacter.test(character) && !eastAsianLetter.test(character);
}

function startOf(text: string, index: number): number {
  let start = index;
  while (start > 0 && index - start < tokenLengthMax && isTokenCharacter(text[start - 1] ?? '')) start -= 1;
  while (start < index && !letterOrDigit.test(text[start] ?? '')) start += 1;
  return start;
}

function endOf(text: string, index: number): number {
  let end = index;
  while (end < text.length && end - index < tokenLengthMax && isTokenCharacter(text[end] ?? '')) end += 1;
  // The syllable or ideograph inside a plate: "12가 3456".
  if (eastAsianLetter.test(text[end] ?? '') && /^.[ ]?[0-9]/u.test(text.slice(end, end + 3))) end += 1;
  return end;
}

/** Starts of the run: with the letters in front of it ("AB 123 CD"), with an ideograph ("京A1"), and without. */
function* startsBefore(text: string, start: number): Generator<number> {
  const lead = /(?<![\p{L}\p{N}])[\p{Lu}]{1,4}(?:[ \u00a0-]\p{Lu}{1,2})?[ \u00a0]$/u.exec(
    text.slice(Math.max(0, start - 9), start),
  );
  if (lead !== null) yield start - lead[0].length;
  if (/[A-Z]/.test(text[start] ?? '') && /\p{Script=Han}/u.test(text[start - 1] ?? '')) yield start - 1;
  if (!/[\p{L}\p{M}\p{N}_@]/u.test(text[start - 1] ?? '') || eastAsianLetter.test(text[start - 1] ?? ''))
    yield start;
}

function endsFrom(text: string, start: number): number[] {
  const ends: number[] = [];
  let at = start;
  for (let part = 0; part < partsMax; part += 1) {
    const isPlateStart = part === 0 && eastAsianLetter.test(text[at] ?? '');
    const end = endOf(text, isPlateStart ? at + 1 : at);
    if (end === at || end - start > lengthMax) break;
    if (part > 0 && !isNumberPart(text.slice(at, end))) break;
    const trimmed = trimEnd(text, at, end);
    if (trimmed > at) ends.push(trimmed);
    if (trimmed < end || !/[ \u00a0\u202f]/.test(text[end] ?? '')) break;
    at = end + 1;
  }
  return ends;
}

/** Whether a further part belongs to a number: it has a digit, or is a few capitals. */
function isNumberPart(part: string): boolean {
  return /[0-9]|^(?:\p{Lu}{1,3}|№|nr)[.!?)]{0,2}$|^(?:MWST|TVA|IVA|MVA)/u.test(part);
}

/** Removes punctuation that ends a sentence, and a bracket that the run does not open. */
function trimEnd(text: string, start: number, end: number): number {
  let trimmed = end;
  while (trimmed > start) {
    const last = text[trimmed - 1] ?? '';
    if (letterOrDigit.test(last)) break;
    if (last === ')' && text.slice(start, trimmed).includes('(')) break;
    trimmed -= 1;
  }
  return trimmed;
}
