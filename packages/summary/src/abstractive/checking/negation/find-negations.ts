import { primaryLanguage } from '@quern/text/language/primary-language';
import { isContentTerm, readWords } from '../words/terms.ts';
import table from './negations.data.json' with { type: 'json' };

/** The negations of a sentence. */
export interface Negations {
  /** For each negation, the content terms around it, nearest first. */
  readonly scopes: readonly (readonly string[])[];
  /** Terms of words such as "refuse" or "without", which may express a negation too. */
  readonly weak: readonly string[];
}

/** Content terms on each side of a negation that it may apply to. */
const scopeTerms = 3;
/** The same in scripts without spaces, in characters. */
const scopeCharacters = 3;

const strong = new Map(Object.entries(table.strong).map(([language, words]) => [language, new Set(words)]));
const weak = new Set(table.weak);
const eastAsian: Readonly<Record<string, readonly string[]>> = table.eastAsian;

/** Compounds in which 不, 无 and others are not negations. */
const neutralCompounds =
  /不仅|不但|不断|不过|不少|不久|不同|不管|不论|无论|非常|未来|未必|不得不|別の|特别|分别|区别|別|差不多|要不/gu;

/** Finds the negations of a sentence; none in a language without a list. */
export function findNegations(sentence: string, language: string): Negations {
  const code = primaryLanguage(language);
  const signs = eastAsian[code];
  return signs === undefined ? findWords(sentence, code) : findSigns(sentence, signs);
}

function findWords(sentence: string, code: string): Negations {
  const words = readWords(sentence);
  const negatives = strong.get(code === 'nb' || code === 'nn' ? 'no' : code);
  const isNegative = words.map(({ text }) => isNegativeWord(text.toLowerCase().replace('’', "'"), negatives));
  const scopes = words.flatMap((_, at) =>
    isNegative[at] === true
      ? [
          scopeOf(
            words.map(({ term }) => term),
            at,
          ),
        ]
      : [],
  );
  return { scopes, weak: words.flatMap(({ text, term }) => (isWeak(text.toLowerCase()) ? [term] : [])) };
}

function isNegativeWord(word: string, negatives: ReadonlySet<string> | undefined): boolean {
  if (negatives === undefined) return false;
  return negatives.has(word) || (word.startsWith("n'") && negatives.has("n'"));
}

function isWeak(word: string): boolean {
  return (
    weak.has(word) ||
    /^(?:un|im|in|non|anti|ab)\p{L}{5,}$/u.test(word) ||
    /^\p{L}{4,}(?:los|lose|losen|less|frei|freie)$/u.test(word)
  );
}

function scopeOf(terms: readonly string[], at: number): string[] {
  const after = terms
    .slice(at + 1)
    .filter(isContentTerm)
    .slice(0, scopeTerms);
  const before = terms.slice(0, at).filter(isContentTerm).slice(-scopeTerms);
  return [...after, ...before];
}

function findSigns(sentence: string, signs: readonly string[]): Negations {
  const text = sentence.replace(neutralCompounds, (compound) => '　'.repeat(compound.length));
  const scopes: string[][] = [];
  for (const sign of signs) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) {
      const after = text.slice(at + sign.length, at + sign.length + scopeCharacters);
      const before = text.slice(Math.max(0, at - scopeCharacters), at);
      scopes.push([after, before].flatMap((part) => readWords(part).map(({ term }) => term)));
    }
  }
  return { scopes, weak: table.eastAsianWeak.filter((word) => sentence.includes(word)) };
}
