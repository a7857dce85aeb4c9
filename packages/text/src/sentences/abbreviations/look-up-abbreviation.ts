import { toLower } from '../rules/lower-case.ts';
import type { AbbreviationClass, SentenceRules } from '../rules/sentence-rules.ts';

/** The parts of an abbreviation before its last one: `z. ` of `z. B`. */
const partsPattern = /(?:(?<![\p{L}\p{M}.])[\p{L}\p{M}]{1,5}\.\s?){1,4}$/u;
const partsLengthMax = 24;

/**
 * Looks up the word before a period in the lists of a language, with its preceding parts if it has some (`z. B`, `и т. д`),
 * else alone, else its part after a hyphen (`Mo.-Fr`).
 *
 * @param next the text after the period
 */
export function lookUpAbbreviation(
  textBefore: string,
  word: string,
  next: string,
  rules: SentenceRules,
): AbbreviationClass | undefined {
  const lower = toLower(word);
  const before = textBefore
    .slice(0, textBefore.length - word.length)
    .slice(-partsLengthMax)
    .trimEnd();
  if (rules.lastParts.has(lower) && before.endsWith('.')) {
    let parts = partsPattern.exec(before)?.[0];
    while (parts) {
      const found = lookUpWord(parts.replace(/\s/gu, '') + word, next, rules);
      if (found) return found;
      parts = parts.slice(parts.indexOf('.') + 1).trimStart();
    }
  }
  // An abbreviation at the beginning is rarely a whole sentence: `Max. Leistung`.
  const found = lookUpWord(word, next, rules) ?? (before === '' ? rules.abbreviations.get(lower) : undefined);
  if (found) return found;
  const lastPart = /[\p{Pd}/](\p{L}{2,})$/u.exec(word)?.[1];
  return lastPart === undefined ? undefined : lookUpWord(lastPart, next, rules);
}

function lookUpWord(
  word: string,
  next: string,
  { abbreviations, ordinaryWords }: SentenceRules,
): AbbreviationClass | undefined {
  const exact = abbreviations.get(word);
  if (exact !== undefined) return exact;
  const found = abbreviations.get(toLower(word));
  // A capital letter is an initial more often than the abbreviation in lower case.
  if (found === undefined || ordinaryWords.has(word) || /^\p{Lu}$/u.test(word)) return undefined;
  // An acronym is not the abbreviation in lower case, except among capitals.
  return /^\p{Lu}{2,}$/u.test(word) && !/^(?:\p{N}|\p{Lu}{2})/u.test(next) ? undefined : found;
}
