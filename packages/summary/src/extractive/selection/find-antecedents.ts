import { LanguageWords, type Opening } from '../features/language-words.ts';
import type { Outline, SummaryUnit } from '../outline/summary-unit.ts';

/** The unit can be selected alone. */
export const noAntecedent = -1;
/** The unit is never selected, except where a summary would be empty without it. */
export const notSelectable = -2;

/** Terms of the shortest unit that says something; shorter ones are salutations, labels and interjections. */
const termsMin = 4;
/** Salutations, and sentences that refer readers to another place, say nothing else if they have up to this many terms. */
const asideTermsMax = 14;
/** If at least this share of the units has a property of sentences, a unit without it is a fragment. */
const regularShareMin = 0.25;
/** Formulas, listings and rows of numbers have fewer letters among their characters. */
const letterShareMin = 0.6;

const endPattern = /[\p{Sentence_Terminal}…。！？]["'”’»」』)\]]*$/u;
const leadInPattern = /[:：]["'”’»)\]]*$/u;
const lowerCasePattern = /^["'“‘«(]*\p{Ll}/u;

/**
 * Finds the unit that each unit cannot be understood without: a sentence that begins with a pronoun or a connective
 * refers to the one before it. A sentence whose antecedent is missing, a fragment, and a lead-in ("For example:") cannot
 * be selected.
 *
 * @param openings how each unit begins
 * @param termCounts number of terms of each unit, without those of its speaker
 * @param language BCP 47 tag of the text
 * @returns for each unit the index of its antecedent, `noAntecedent` or `notSelectable`
 */
export function findAntecedents(
  { units }: Outline,
  openings: readonly Opening[],
  termCounts: readonly number[],
  language: string,
): Int32Array {
  const words = LanguageWords.of(language);
  const bodies = units.map(({ text, bodyIndex }) => text.slice(bodyIndex));
  const isPunctuated = shareOf(bodies, (body) => endPattern.test(body)) > regularShareMin;
  const isCapitalized = shareOf(bodies, (body) => !lowerCasePattern.test(body)) > regularShareMin;
  const isShouting = shareOf(bodies, isUpperCase) > regularShareMin;
  return Int32Array.from(units, (unit, index) => {
    const body = bodies[index] ?? '';
    const terms = termCounts[index] ?? 0;
    const isFragment =
      terms < termsMin ||
      leadInPattern.test(body) ||
      (isPunctuated && !endPattern.test(body)) ||
      (isCapitalized && index > 0 && lowerCasePattern.test(body) && unit.speaker === undefined) ||
      letterShare(body) < letterShareMin ||
      (!isShouting && isUpperCase(body)) ||
      hasOpenQuotation(body) ||
      (terms <= asideTermsMax && words.isAside(body));
    if (isFragment) return notSelectable;
    const opening = unit.speaker === undefined ? openings[index] : words.spokenOpeningOf(body);
    if (opening === 'independent' || index === 0) return noAntecedent;
    return isAntecedent(units[index - 1], unit) ? index - 1 : notSelectable;
  });
}

/** A sentence refers to the one before it, in the same section. */
function isAntecedent(before: SummaryUnit | undefined, unit: SummaryUnit): boolean {
  return before !== undefined && before.section === unit.section && before.role === unit.role;
}

/** Whether a quotation starts or ends in the sentence, but not both. */
function hasOpenQuotation(text: string): boolean {
  if (!/["“”„«»「」『』]/u.test(text)) return false;
  const straight = text.match(/(?<!\p{N})"/gu)?.length ?? 0;
  if (straight % 2 === 1) return true;
  const opening = text.match(/[“„«「『]/gu)?.length ?? 0;
  const closing = text.match(/[”»」』]/gu)?.length ?? 0;
  // German quotations end with the mark that opens English ones, and Swedish ones begin with the closing mark.
  return (opening === 0) !== (closing === 0) && (opening + closing) % 2 === 1;
}

/** Whether a sentence of several words is written in capital letters, as headings are. */
function isUpperCase(text: string): boolean {
  return text.length > 8 && text === text.toUpperCase() && text !== text.toLowerCase();
}

/** Share of letters among the characters other than white space. Outside of ASCII only punctuation and symbols are distinguished from letters. */
function letterShare(text: string): number {
  let letters = 0;
  let others = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= 0x20 || code === 0xa0) continue;
    const isLetter =
      code < 0x80
        ? (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
        : !(code < 0xaa || (code >= 0x2000 && code < 0x2c00) || (code >= 0x3000 && code < 0x3040));
    if (isLetter) letters++;
    else others++;
  }
  return letters / Math.max(1, letters + others);
}

function shareOf(bodies: readonly string[], test: (body: string) => boolean): number {
  return bodies.filter(test).length / Math.max(1, bodies.length);
}
