import type { EntityCandidate } from '../entity-candidate.ts';
import ibanLengths from './iban-lengths.data.json' with { type: 'json' };

const lengths = new Map<string, number>(Object.entries(ibanLengths));
const card = /(?<![\p{L}\p{N}_]|\d[ .-])\d{4}(?:[ -]?\d){8,15}(?![\p{L}\p{N}_])/gu;
const iban = /(?<![\p{L}\p{N}_])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}/giu;

/** CREDIT_CARD (an issuer's prefix and length, Luhn's check digit) and IBAN (ISO 13616: country's length, mod 97). */
export function findPaymentNumbers(text: string): EntityCandidate[] {
  return [...cards(text), ...ibans(text)];
}

function* cards(text: string): Generator<EntityCandidate> {
  for (const match of text.matchAll(card)) {
    const digits = match[0].replace(/[ -]/g, '');
    if (!isIssued(digits) || !passesLuhn(digits)) continue;
    yield {
      startIndex: match.index,
      endIndex: match.index + match[0].length,
      type: 'CREDIT_CARD',
      confidence: /[ -]/.test(match[0]) ? 0.98 : 0.93,
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

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const weighted = at % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits);
}

function* ibans(text: string): Generator<EntityCandidate> {
  for (const match of text.matchAll(iban)) {
    const length = lengths.get(match[0].slice(0, 2).toUpperCase());
    const written = length === undefined ? undefined : firstSigns(match[0], length);
    if (written === undefined) continue;
    const value = written.replace(/[ -]/g, '').toUpperCase();
    const after = text[match.index + written.length] ?? '';
    if (/[\p{L}\p{N}]/u.test(after) || !passesMod97(value)) continue;
    yield {
      startIndex: match.index,
      endIndex: match.index + written.length,
      type: 'IBAN',
      confidence: 0.99,
      value,
    };
  }
}

/** As much of the text as holds that many letters and digits. */
function firstSigns(text: string, length: number): string | undefined {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!/[ -]/.test(text[at] ?? '')) count += 1;
    if (count === length) return text.slice(0, at + 1);
  }
  return undefined;
}

/** ISO/IEC 7064 mod 97-10 over the rearranged number, letters as 10 to 35. */
function passesMod97(value: string): boolean {
  let rest = 0;
  for (const sign of value.slice(4) + value.slice(0, 4)) {
    const number = Number.parseInt(sign, 36);
    rest = (number > 9 ? rest * 100 + number : rest * 10 + number) % 97;
  }
  return rest === 1;
}
