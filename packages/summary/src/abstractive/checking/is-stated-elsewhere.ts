import { isFactSupported } from './facts/compare-facts.ts';
import type { Fact, NumberFact } from './facts/fact.ts';
import type { SourceIndex } from './source-index.ts';

/** Significant digits from which a number is unlikely to occur in two meanings. */
const specificDigits = 4;

/**
 * Whether a text states a number of a summary in a sentence that has little else in common with it: a number of many digits
 * as it is written, or one that is a label of the word before it ("Freezer 3").
 *
 * @param sentence of the summary
 */
export async function isStatedElsewhere(fact: Fact, sentence: string, index: SourceIndex): Promise<boolean> {
  if (fact.kind !== 'number' || fact.precision !== 'exact') return false;
  if (fact.unit === undefined) {
    const label = labelOf(fact, sentence);
    if (label !== undefined && index.findLiteral(label).length > 0) return true;
  }
  const digits = /\d[\d.,'\u00a0\u202f ]*\d/u.exec(fact.text)?.[0];
  if (digits === undefined || countSignificant(digits) < specificDigits || isPossibleYear(fact)) return false;
  const facts = await Promise.all(index.findLiteral(digits).map((at) => index.factsOf(at)));
  return isFactSupported(fact, facts.flat());
}

/** The number with the word before it, if no word follows that it could count. */
function labelOf({ text, isBare }: NumberFact, sentence: string): string | undefined {
  if (isBare === false && !/^\d+$/.test(text)) return undefined;
  for (let at = sentence.indexOf(text); at >= 0; at = sentence.indexOf(text, at + 1)) {
    if (/^[\d.,]*\d/.test(sentence.slice(at + text.length))) continue;
    const word = /(?<![\p{L}\p{M}])\p{L}[\p{L}\p{M}]{3,} $/u.exec(sentence.slice(0, at))?.[0];
    if (word !== undefined) return `${word}${text}`;
  }
  return undefined;
}

function countSignificant(digits: string): number {
  return digits.replace(/\D/g, '').replace(/^0+|0+$/g, '').length;
}

function isPossibleYear({ value, unit }: NumberFact): boolean {
  return unit === undefined && Number.isInteger(value) && value >= 1000 && value < 2100;
}
