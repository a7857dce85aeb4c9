import { memoize } from '@quern/runtime/caching/memoize';
import allLanguages from '../lexicon/all-languages.data.json' with { type: 'json' };
import { lexiconOf } from '../lexicon/lexicons.ts';
import { alternation, matchAt, wordEnd } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';

const signs: ReadonlySet<string> = new Set(allLanguages.identifierSymbols);
const labelWords = memoize(
  (language: string): ReadonlySet<string> => new Set(lexiconOf(language).identifierNouns),
);
/** Source of a word after a number that makes it a name: "204 numaralı", 号. */
const wordAfter = memoize((language: string): string => {
  const { numbers, isUnspaced } = lexiconOf(language);
  return `[ \\u00a0]${isUnspaced ? '?' : ''}${alternation(numbers.identifierAfter)}${wordEnd}`;
});

/**
 * Returns whether digits only identify something: room 204, § 15, Windows 11, 4021-88, 3:1. Decided by the preceding word
 * or symbol (a label, or a capitalized word that does not begin a sentence) and by the characters attached to the digits.
 */
export function isIdentifierNumber(
  text: string,
  startIndex: number,
  endIndex: number,
  context: RuleContext,
): boolean {
  const after = text.slice(endIndex, endIndex + 24);
  if (
    /^(?:[-–/:_]\p{N}|[-_]?[^\P{L}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]|[ \u00a0]?§)/u.test(
      after,
    )
  )
    return true;
  const [own = ''] = context.lexiconLanguages;
  // Turkish separates case endings by an apostrophe.
  if (own !== 'tr' && /^['’]\p{L}/u.test(after)) return true;
  if (matchAt(text, endIndex, wordAfter(own)) !== null) return true;
  const before = text.slice(Math.max(0, startIndex - 40), startIndex);
  // "1. First point" in a list.
  if (/(?:^|\n)[ \t]*$/.test(before) && /^[.)][ \t]/.test(after)) return true;
  if (/[§#№][ \u00a0]?$/u.test(before)) return true;
  // Words without spaces: ノード7.
  const { isUnspaced, identifierNouns } = lexiconOf(own);
  if (isUnspaced && identifierNouns.some((noun) => noun.length > 1 && before.endsWith(noun))) return true;
  if (!/[ \u00a0]$/.test(before)) return false;
  const last = /([^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、，。]+)[ \u00a0]$/u
    .exec(before)?.[1]
    ?.replace(/^[("'«“„[]+|^\p{L}{1,2}['’]/gu, '');
  if (last === undefined) return false;
  const plain = last.toLowerCase();
  if (signs.has(plain) || context.lexiconLanguages.some((language) => labelWords(language).has(plain)))
    return true;
  return hasCapitalizedLabel(before, last, after, context);
}

function hasCapitalizedLabel(before: string, last: string, after: string, context: RuleContext): boolean {
  if (/[,.;:!?)"'»”]$/u.test(last)) return false;
  // RFC 2119, BA 2490, iPhone 15
  if (/^(?=.*\p{L})[\p{Lu}\p{N}&-]{2,8}$/u.test(last) || /^\p{Ll}{1,2}\p{Lu}/u.test(last)) return true;
  if (!/^\p{Lu}\p{Ll}/u.test(last)) return false;
  // German nouns are always capitalized; a number followed by a noun counts that noun.
  if (context.lexiconLanguages[0] === 'de' && /^[ \u00a0]\p{Lu}/u.test(after)) return false;
  const lead = before.slice(0, before.length - last.length - 1).trimEnd();
  return lead !== '' && !/[.!?:\n"“„«(]$/u.test(lead);
}
