import type { Opening } from '../features/language-words.ts';
import type { Outline, SummaryUnit } from '../outline/summary-unit.ts';

/** The unit can be selected alone. */
export const noAntecedent = -1;
/** The unit is never selected, except where a summary would be empty without it. */
export const notSelectable = -2;

/** Terms of the shortest unit that says something; shorter ones are greetings, labels and interjections. */
const termsMin = 4;
/** Share of units with final punctuation from which a unit without it is a fragment. */
const punctuatedShareMin = 0.6;

const endPattern = /[\p{Sentence_Terminal}…。！？]["'”’»」』)\]]*$/u;
const leadInPattern = /[:：]["'”’»)\]]*$/u;
const lowerCasePattern = /^["'“‘«(]*\p{Ll}/u;

/**
 * Finds the unit that each unit cannot be understood without: a sentence that begins with a pronoun or a connective
 * refers to the one before it. A sentence whose antecedent is missing, a fragment, and a lead-in ("For example:") cannot
 * be selected.
 *
 * @param openings how each unit begins
 * @param termCounts number of terms of each unit
 * @returns for each unit the index of its antecedent, `noAntecedent` or `notSelectable`
 */
export function findAntecedents(
  { units }: Outline,
  openings: readonly Opening[],
  termCounts: readonly number[],
): Int32Array {
  const isPunctuated = shareOf(units, ({ text }) => endPattern.test(text)) > punctuatedShareMin;
  const isCapitalized = shareOf(units, ({ text }) => lowerCasePattern.test(text)) < 1 - punctuatedShareMin;
  return Int32Array.from(units, (unit, index) => {
    const isFragment =
      (termCounts[index] ?? 0) < termsMin ||
      leadInPattern.test(unit.text) ||
      (isPunctuated && !endPattern.test(unit.text)) ||
      (isCapitalized && lowerCasePattern.test(unit.text));
    if (isFragment) return notSelectable;
    if (openings[index] === 'independent' || index === 0) return noAntecedent;
    return isAntecedent(units[index - 1], unit) ? index - 1 : notSelectable;
  });
}

/** A sentence refers to the one before it in its paragraph, or to the end of the paragraph before. */
function isAntecedent(before: SummaryUnit | undefined, unit: SummaryUnit): boolean {
  return before !== undefined && before.section === unit.section && before.role === unit.role;
}

function shareOf(units: readonly SummaryUnit[], test: (unit: SummaryUnit) => boolean): number {
  return units.filter(test).length / Math.max(1, units.length);
}
