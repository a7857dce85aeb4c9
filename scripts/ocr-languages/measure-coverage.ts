import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseUnicodeSet } from './parse-unicode-set.ts';

/** The alphabet of a language. */
export interface Alphabet {
  readonly tag: string;
  readonly name: string;
  readonly script: string;
  /** The letters in the notation of CLDR, without capitals. */
  readonly letters: string;
}

/** A language with the letters that each recognizer does not know. */
export interface Coverage extends Alphabet {
  readonly count: number;
  /** Letters that the first and the second recognizer do not know. */
  readonly missing: readonly [base: readonly string[], scripts: readonly string[]];
}

/** Letters that look like another character, which is read in their place, and characters without a shape. */
const equivalents: Readonly<Record<string, string>> = { ʼ: '’', ʻ: '‘', '\u200c': '', '\u200d': '' };

/** Compares the alphabets with the characters of the recognizers. */
export function measureCoverages(): { readonly source: string; readonly coverages: readonly Coverage[] } {
  const { source, languages } = readJson<{ source: string; languages: Alphabet[] }>(
    join(import.meta.dirname, 'alphabets.data.json'),
  );
  const [base, scripts] = [readCharacters('recognition'), readCharacters('recognition-scripts')];
  const coverages = languages.map((language): Coverage => {
    const letters = [...new Set(parseUnicodeSet(language.letters))];
    const missingOf = (known: ReadonlySet<string>) => findMissing(letters, language.tag, known);
    return { ...language, count: letters.length, missing: [missingOf(base), missingOf(scripts)] };
  });
  return { source, coverages };
}

function findMissing(letters: readonly string[], tag: string, known: ReadonlySet<string>): string[] {
  return letters.filter((letter) =>
    [letter, letter.toLocaleUpperCase(tag)]
      .flatMap((form) => [...form.normalize()])
      .some((character) => !known.has(character) && !isEquivalent(character, known)),
  );
}

function isEquivalent(character: string, known: ReadonlySet<string>): boolean {
  const equivalent = equivalents[character];
  return equivalent === '' || (equivalent !== undefined && known.has(equivalent));
}

function readCharacters(recognizer: string): ReadonlySet<string> {
  const models = join(import.meta.dirname, '../../packages/ocr/src/models');
  return new Set(readJson<string[]>(join(models, `${recognizer}.characters.json`)).join(''));
}

function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(path, 'utf8')) as Value;
}
