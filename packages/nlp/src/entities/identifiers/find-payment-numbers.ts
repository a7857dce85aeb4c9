import { findCue } from '../addresses/words/find-cue.ts';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { eastAsianLetter, wordEnd } from '../rules/regex-builder.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import type { WordStarts } from '../rules/word-starts.ts';
import ibanLengths from './iban-lengths.data.json' with { type: 'json' };

const lengths = new Map<string, number>(Object.entries(ibanLengths));
const card = new WordPattern(`(?<![0-9][ .-])[0-9]{4}(?:[ -]?[0-9]){8,15}${wordEnd}(?!-[0-9])`);
const iban = new WordPattern('[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]){11,30}');

/** Finds CREDIT_CARD (issuer prefix and length, Luhn checksum) and IBAN (ISO 13616: length by country, mod 97) entities. */
export function findPaymentNumbers(starts: WordStarts): EntityCandidate[] {
  return [...cards(starts), ...ibans(starts)];
}

function* cards(starts: WordStarts): Generator<EntityCandidate> {
  const { text } = starts;
  for (const match of card.matchAll(starts)) {
    const digits = match[0].replace(/[ -]/g, '');
    // Cards of 13 digits are rare; other numbers of that length are not.
    const isKnown = isIssued(digits) && passesLuhn(digits) && digits.length !== 13;
    if (!isKnown && !isAnnounced(text, match.index, digits)) continue;
    yield {
      startIndex: match.index,
      endIndex: match.index + match[0].length,
      type: 'CREDIT_CARD',
      confidence: !isKnown ? 0.8 : /[ -]/.test(match[0]) ? 0.98 : 0.93,
      value: digits,
    };
  }
}

/** Issuer ranges of ISO/IEC 7812: Visa, Mastercard, American Express, Discover, Diners, JCB, UnionPay, Maestro. */
const issuers: readonly RegExp[] = [
  /^4(\d{12}|\d{15}|\d{18})$/,
  /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)\d*$(?<=^\d{16})/,
  /^3[47]\d{13}$/,
  /^(6011|65|64[4-9]|622)\d*$(?<=^\d{16,19})/,
  /^3(0[0-5]|[689])\d*$(?<=^\d{14,19})/,
  /^35(2[89]|[3-8]\d)\d{12,15}$/,
  /^62\d{14,17}$/,
  /^(5018|5020|5038|6304|6759|676[1-3])\d{8,15}$/,
];

function isIssued(digits: string): boolean {
  return issuers.some((issuer) => issuer.test(digits));
}

/** Whether a cue word announces a card whose issuer is unknown, or with a checksum that is wrong for 16 digits. */
function isAnnounced(text: string, index: number, digits: string): boolean {
  if (digits.length < 12 || !(passesLuhn(digits) || digits.length === 16)) return false;
  return findCue(text, index)?.kinds.includes('card') === true;
}

/** Luhn algorithm, ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const weighted = at % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits);
}

function* ibans(starts: WordStarts): Generator<EntityCandidate> {
  const { text } = starts;
  for (const match of iban.matchAll(starts)) {
    const length = lengths.get(match[0].slice(0, 2).toUpperCase());
    const written = length === undefined ? undefined : takeCharacters(match[0], length);
    if (written === undefined) continue;
    const value = written.replace(/[ -]/g, '').toUpperCase();
    const after = text[match.index + written.length] ?? '';
    if (/[\p{L}\p{N}]/u.test(after) && !eastAsianLetter.test(after)) continue;
    if (!passesMod97(value)) continue;
    yield {
      startIndex: match.index,
      endIndex: match.index + written.length,
      type: 'IBAN',
      confidence: 0.99,
      value,
    };
  }
}

/** Returns the shortest prefix with `length` letters and digits. */
function takeCharacters(text: string, length: number): string | undefined {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!/[ -]/.test(text[at] ?? '')) count += 1;
    if (count === length) return text.slice(0, at + 1);
  }
  return undefined;
}

/** ISO/IEC 7064 mod 97-10 over the rearranged number, with letters as 10 to 35. */
function passesMod97(value: string): boolean {
  let remainder = 0;
  for (const character of value.slice(4) + value.slice(0, 4)) {
    const number = Number.parseInt(character, 36);
    remainder = (number > 9 ? remainder * 100 + number : remainder * 10 + number) % 97;
  }
  return remainder === 1;
}
