import { memoize } from '@quern/runtime/caching/memoize';
import { lexiconOf } from '../lexicon/lexicons.ts';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import type { Numeral } from './find-numerals.ts';
import { isIdentifierNumber } from './is-identifier-number.ts';

/** Finds NUMBER entities in digits and words, except digits that identify something ("room 204"). */
export function findNumbers(
  text: string,
  numerals: readonly Numeral[],
  context: RuleContext,
): EntityCandidate[] {
  return numerals.flatMap((numeral) => {
    const { startIndex, endIndex, value, upperBound, form, language } = numeral;
    if (
      form === 'article' ||
      form === 'sign' ||
      form === 'pronoun' ||
      form === 'half' ||
      upperBound !== undefined
    )
      return [];
    if (form === 'digits' && isIdentifierNumber(text, startIndex, endIndex, context)) return [];
    if (form === 'words' && (isAnotherWord(text, numeral) || hasLabelBefore(text, startIndex, language)))
      return [];
    return [{ startIndex, endIndex, type: 'NUMBER' as const, confidence: 0.85, value }];
  });
}

/**
 * Numerals that are also other words, each with the pattern that must follow it for the reading as a number. The
 * patterns are grammar, such as the endings of plurals, and no list of words.
 */
const requiredAfter = new Map<string, RegExp>([
  ['neuf', /^[ \u00a0](?:cents?|mille|millions?|\p{L}+[sx])(?!\p{L})/iu],
  ['sei', /^[ \u00a0](?:mila|\p{Ll}{3,}[ei])(?!\p{L})/u],
  ['acht', /^[ \u00a0](?:\p{Lu}|\p{L}+(?:en|s)(?!\p{L}))/u],
  ['once', /^[ \u00a0]\p{L}+s(?!\p{L})/iu],
  ['null', /^[ \u00a0](?:Grad|Uhr|Prozent|Punkte|Tore)/u],
]);

function isAnotherWord(text: string, { startIndex, endIndex }: Numeral): boolean {
  const required = requiredAfter.get(text.slice(startIndex, endIndex).toLowerCase());
  return required !== undefined && !required.test(text.slice(endIndex, endIndex + 30));
}

const labelBefore = memoize(
  (language: string) => `${alternation(lexiconOf(language).numbers.labelsBefore)}[ \\u00a0]$`,
);

function hasLabelBefore(text: string, startIndex: number, language: string | undefined): boolean {
  const before = text.slice(Math.max(0, startIndex - 12), startIndex);
  return language !== undefined && cachedRegex(labelBefore(language), 'iu').test(before);
}
