import { memoize } from '@quern/runtime/caching/memoize';
import { CueIndex, type FoundCue } from '../../addresses/words/cue-index.ts';
import { type CueKind, cueEntries } from '../../addresses/words/find-cue.ts';
import type { EntityCandidate } from '../../rules/entity-candidate.ts';
import type { RuleContext } from '../../rules/rule-context.ts';
import { type Checksum, loadChecksums } from './checksums.ts';
import { formatsOf, type NumberFormat, type NumberType, numberFormats, typeOfCue } from './number-formats.ts';
import { type NumberToken, readTokens } from './read-tokens.ts';

type CueValue = CueKind | NumberFormat;

const cues = memoize((_: 'all') => new CueIndex<CueValue>(allCues()));

function* allCues(): Generator<readonly [string, CueValue]> {
  for (const format of numberFormats) for (const cue of format.cues) yield [cue, format];
  yield* cueEntries();
}

/**
 * Finds numbers that countries and banks issue to people and companies: NATIONAL_ID, TAX_ID, PASSPORT_NUMBER,
 * DRIVER_LICENSE, LICENSE_PLATE and BANK_ACCOUNT. A number is known by its form and its checksum, or by a cue word in
 * front of it; the value is the number without separators.
 *
 * @param text folded text
 */
export async function findPersonalNumbers(text: string, context: RuleContext): Promise<EntityCandidate[]> {
  const found: EntityCandidate[] = [];
  let checksumOf: ((name: string) => Checksum) | undefined;
  let end = 0;
  for (const token of readTokens(text)) {
    if (token.startIndex < end || !isPossible(text, token)) continue;
    const cue = cues('all').find(text, token.startIndex);
    const needsChecksum = token.ends.some((at) => formatsOf(text.slice(token.startIndex, at)).length > 0);
    if (needsChecksum) checksumOf ??= await loadChecksums();
    const candidate =
      (checksumOf && bestKnown(text, token, cue, checksumOf, context.language)) ??
      announced(text, token, cue);
    if (candidate === undefined) continue;
    found.push(candidate);
    end = candidate.endIndex;
  }
  return found;
}

/** Shorter numbers are counts and years. */
const lengthMin = 4;

/** Whether a run is not a part of an amount, a decimal number, an international phone number or a path. */
function isPossible(text: string, { startIndex, ends }: NumberToken): boolean {
  const longest = text.slice(startIndex, ends.at(-1));
  if (longest.length < lengthMin || (longest.length === lengthMin && /^[0-9]+$/.test(longest))) return false;
  return !/(?:[+$€£¥@=&]|[0-9)][.,:/-]?)[ ]?$/.test(text.slice(Math.max(0, startIndex - 3), startIndex));
}

/** Whether decimals or a sign of an amount follow. */
function isDecimal(text: string, index: number): boolean {
  return /^(?:,[0-9]|[ \u00a0]?[%\p{Sc}])/u.test(text.slice(index, index + 2));
}

/** The most confident reading of a run as a known number, the longest run first. */
function bestKnown(
  text: string,
  { startIndex, ends }: NumberToken,
  cue: FoundCue<CueValue> | undefined,
  checksumOf: (name: string) => Checksum,
  language: string,
): EntityCandidate | undefined {
  for (const endIndex of ends.toReversed()) {
    if (isDecimal(text, endIndex)) continue;
    const written = text.slice(startIndex, endIndex);
    let best: EntityCandidate | undefined;
    for (const format of formatsOf(written)) {
      if (format.pattern?.test(written) === false) continue;
      if (format.type === 'LICENSE_PLATE' && isDigits(written)) continue;
      const value = compactOf(written);
      const isValid =
        format.check === undefined ? undefined : checksumOf(format.check)(value, written.toUpperCase());
      const rated = rate(format, isValid, written, cue, language);
      if (rated === undefined || (best !== undefined && best.confidence >= rated.confidence)) continue;
      best = { startIndex, endIndex, value, ...rated };
    }
    if (best !== undefined) return best;
  }
  return undefined;
}

function isDigits(written: string): boolean {
  return /^[0-9]+$/.test(written);
}

/** Type and confidence of a number; undefined where neither its checksum nor a cue supports it. */
function rate(
  format: NumberFormat,
  isValid: boolean | undefined,
  written: string,
  cue: FoundCue<CueValue> | undefined,
  language: string,
): { type: NumberType; confidence: number } | undefined {
  const { type } = format;
  const values = cue?.values ?? [];
  if (values.includes(format)) {
    const confidence = isValid === true ? 0.98 : isValid === false ? 0.72 : 0.9;
    return { type, confidence: cue?.isAdjacent === true ? confidence : confidence - 0.1 };
  }
  const cueType = cue && announcedTypeOf(cue);
  // Digits alone after "number" are anything but a plate.
  const announcedType = cueType === 'LICENSE_PLATE' && isDigits(written) ? undefined : cueType;
  if (announcedType !== undefined && cue?.isAdjacent === true) {
    if (isValid === true) return { type: announcedType, confidence: announcedType === type ? 0.94 : 0.8 };
    if (announcedType === type && isValid === undefined) return { type, confidence: 0.82 };
    if (announcedType !== type) return undefined;
  }
  // The digits belong to another kind of number: "Tel. 12345678901", "order 20240315998".
  const isOther = cue?.isAdjacent === true && values.length > 0 && announcedType === undefined;
  const isDistinctive = /\p{L}/u.test(written) || /[0-9][./-][0-9]/.test(written);
  if (isOther && !isDistinctive) return undefined;
  if (format.bare === undefined || written !== written.toUpperCase()) return undefined;
  if (isDigits(written)) {
    const confidence = bareDigits(format.bare, written, format.country, language);
    return confidence === undefined || isValid === false ? undefined : { type, confidence };
  }
  if (isValid === false)
    return format.unverified === undefined ? undefined : { type, confidence: format.unverified };
  return { type, confidence: isOther ? format.bare - 0.25 : format.bare };
}

/** Digits without separators may be any number: only long ones, or those of the language's country, are likely. */
function bareDigits(bare: number, written: string, country: string, language: string): number | undefined {
  if (written.length >= 15) return bare;
  const isLocal = new Intl.Locale(`und-${country}`).maximize().language === language.split('-')[0];
  return isLocal && written.length >= 10 ? Math.min(bare, 0.6) : undefined;
}

/** Minimum digits of a number that only a cue word announces. */
const digitsMin: Readonly<Record<NumberType, number>> = {
  NATIONAL_ID: 5,
  TAX_ID: 5,
  PASSPORT_NUMBER: 5,
  DRIVER_LICENSE: 4,
  LICENSE_PLATE: 1,
  BANK_ACCOUNT: 5,
};
const date =
  /^(?:(?:19|20)[0-9]{2}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12][0-9]|3[01])|(?:0?[1-9]|[12][0-9]|3[01])[-/.](?:0?[1-9]|[12][0-9]|3[01])[-/.](?:[0-9]{2}|(?:19|20)[0-9]{2}))$/;

/** A number of unknown form directly after a cue word: "passport no. X1234567". */
function announced(
  text: string,
  { startIndex, ends }: NumberToken,
  cue: FoundCue<CueValue> | undefined,
): EntityCandidate | undefined {
  if (cue === undefined) return undefined;
  const type = announcedTypeOf(cue);
  // Short names of numbers are also words of other languages, unless in capitals.
  const isAmbiguous = cue.word.length < (cue.isAdjacent ? 3 : 6) && /\p{Ll}/u.test(cue.word);
  if (type === undefined || isAmbiguous) return undefined;
  for (const endIndex of ends.toReversed()) {
    if (isDecimal(text, endIndex)) continue;
    const written = text.slice(startIndex, endIndex);
    const digits = written.match(/[0-9]/g)?.length ?? 0;
    const parts = written.split(/[ \u00a0]/);
    if (digits < digitsMin[type] || date.test(written) || !parts.every(isNumberPart)) continue;
    const value = compactOf(written);
    if (value.length < 4 || (type === 'LICENSE_PLATE' && (value.length > 9 || !/\p{L}/u.test(value))))
      continue;
    if (!cue.isAdjacent && (digits < 6 || type === 'LICENSE_PLATE')) continue;
    const confidence = cue.isAdjacent ? 0.8 : 0.6;
    return { startIndex, endIndex, type, confidence, value };
  }
  return undefined;
}

function announcedTypeOf({ values }: FoundCue<CueValue>): NumberType | undefined {
  const types = values.map((value) => (typeof value === 'string' ? typeOfCue[value] : value.type));
  return types.find((type) => type !== undefined);
}

/** Whether a space-separated part consists of digits and capitals: not "1234 for". */
function isNumberPart(part: string): boolean {
  return /^[\p{Lu}\p{Lo}0-9./()·-]+$/u.test(part) && (/[0-9]/.test(part) || part.length <= 3);
}

/** Letters and digits in uppercase. */
function compactOf(written: string): string {
  return written.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}
