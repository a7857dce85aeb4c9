import { LanguageWords, type Opening } from '../features/language-words.ts';
import type { Outline, SummaryUnit } from '../outline/summary-unit.ts';

/** The unit can be selected alone. */
export const noAntecedent = -1;
/** The unit is never selected, except where a summary would be empty without it. */
export const notSelectable = -2;

/** Terms of the shortest unit that says something; shorter ones are greetings, labels and interjections. */
const termsMin = 4;
/** Sentences of up to this many terms that refer readers to another place say nothing else. */
const pointerTermsMax = 14;
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
 * @param language BCP 47 tag of the text
 * @returns for each unit the index of its antecedent, `noAntecedent` or `notSelectable`
 */
export function findAntecedents(
  { units }: Outline,
  openings: readonly Opening[],
  language: string,
): Int32Array {
  const words = LanguageWords.of(language);
  const bodies = units.map(({ text, bodyIndex }) => text.slice(bodyIndex));
  const isPunctuated = shareOf(bodies, (body) => endPattern.test(body)) > regularShareMin;
  const isCapitalized = shareOf(bodies, (body) => !lowerCasePattern.test(body)) > regularShareMin;
  return Int32Array.from(units, (unit, index) => {
    const body = bodies[index] ?? '';
    const terms = countWords(body);
    const isFragment =
      terms < termsMin ||
      leadInPattern.test(body) ||
      (isPunctuated && !endPattern.test(body)) ||
      (isCapitalized && lowerCasePattern.test(body) && unit.speaker === undefined) ||
      letterShare(body) < letterShareMin ||
      hasOpenQuotation(body) ||
      (terms <= pointerTermsMax && words.isPointer(body));
    if (isFragment) return notSelectable;
    if (openings[index] === 'independent' || index === 0) return noAntecedent;
    return isAntecedent(units[index - 1], unit) ? index - 1 : notSelectable;
  });
}

/** A sentence refers to the one before it, in the same section. */
function isAntecedent(before: SummaryUnit | undefined, unit: SummaryUnit): boolean {
  return before !== undefined && before.section === unit.section && before.role === unit.role;
}

/** Whether a quotation starts or ends in the sentence, but not both. */
function hasOpenQuotation(text: string): boolean {
  const straight = text.match(/(?<!\p{N})"/gu)?.length ?? 0;
  if (straight % 2 === 1) return true;
  const opening = text.match(/[“„«「『]/gu)?.length ?? 0;
  const closing = text.match(/[”»」』]/gu)?.length ?? 0;
  // German quotations end with the mark that opens English ones, and Swedish ones begin with the closing mark.
  return (opening === 0) !== (closing === 0) && (opening + closing) % 2 === 1;
}

/** Words, or characters of scripts that do not separate words, two of which count as one. */
function countWords(text: string): number {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  const unspaced =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu) ?? [];
  return words.length + Math.floor(unspaced.length / 2);
}

function letterShare(text: string): number {
  const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  return letters / Math.max(1, text.replace(/\s/g, '').length);
}

function shareOf(bodies: readonly string[], test: (body: string) => boolean): number {
  return bodies.filter(test).length / Math.max(1, bodies.length);
}
