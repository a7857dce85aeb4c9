import { primaryLanguage } from '@quern/text/language/primary-language';
import { isContentTerm, readWords, type Word } from '../words/terms.ts';
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

/** Marks that separate a negation from words that it does not apply to. */
const clauseEnd = /[,;:()[\]–—]|\.\s/u;

/** "Up to 100" stands for "does not exceed 100". */
const upperBound =
  /(?<![\p{L}])(?:up to|at most|no more than|bis zu|höchstens|maximal|jusqu['’]à|au plus|hasta|como máximo|até|no máximo|fino a|al massimo|hoogstens|co najwyżej|не более|upp till|op til|opptil)(?=\s+[\p{Sc}]?\s?\d)/giu;

/** Compounds in which 不, 无 and others are not negations. */
const neutralCompounds =
  /不仅|不但|不断|不过|不少|不久|不同|不管|不论|无论|非常|未来|未必|不得不|別の|特别|分别|区别|別|差不多|要不/gu;

/** Finds the negations of a sentence; none in a language without a list. */
export function findNegations(sentence: string, language: string): Negations {
  const code = primaryLanguage(language);
  const signs = eastAsian[code];
  return signs === undefined ? findWords(sentence, code) : findSigns(sentence, signs);
}

/** "Ne … que" without another negation is "only". */
const frenchOnly =
  /(?<![\p{L}])(?:ne\s|n['’])(?:(?!pas|plus|jamais|rien|aucun|personne|point)[^,;:.!?]){1,30}?\s(?:que\s|qu['’])/giu;

function findWords(written: string, code: string): Negations {
  const sentence =
    code === 'fr' ? written.replace(frenchOnly, (only) => only.replace(/^n(?:e\s|['’])/iu, '  ')) : written;
  const words = readWords(sentence);
  const negatives = strong.get(code === 'nb' || code === 'nn' ? 'no' : code);
  const isNegative = words.map(({ text }) => isNegativeWord(text.toLowerCase().replace('’', "'"), negatives));
  const scopes = words.flatMap((_, at) => (isNegative[at] === true ? [scopeOf(sentence, words, at)] : []));
  const bounds = [...sentence.matchAll(upperBound)].map(([bound]) => bound);
  return {
    scopes,
    weak: [...words.flatMap(({ text, term }) => (isWeak(text.toLowerCase()) ? [term] : [])), ...bounds],
  };
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

/** The content terms around a negation within its clause, nearest first. */
function scopeOf(sentence: string, words: readonly Word[], at: number): string[] {
  const read = (step: 1 | -1): string[] => {
    const found: string[] = [];
    for (let next = at + step; found.length < scopeTerms; next += step) {
      const [left, right] = step > 0 ? [words[next - 1], words[next]] : [words[next], words[next + 1]];
      if (left === undefined || right === undefined) break;
      if (clauseEnd.test(sentence.slice(left.startIndex + left.text.length, right.startIndex))) break;
      const { term } = step > 0 ? right : left;
      if (isContentTerm(term)) found.push(term);
    }
    return found;
  };
  const before = read(-1).reverse();
  return [...read(1), ...before];
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
