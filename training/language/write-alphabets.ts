/**
 * Writes the letters of each language that shares its script with others, without a to z, from the exemplar characters of
 * CLDR (Unicode License):
 *
 *     node training/language/write-alphabets.ts PACKAGES/npm/cldr-misc-full
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const classifier = join(import.meta.dirname, '../../packages/text/src/language/classifier');

/** CLDR's names of languages that differ from ours, and of the scripts of one language. */
const locales: Readonly<Record<string, readonly string[]>> = { tl: ['fil'], sr: ['sr', 'sr-Latn'] };

/** Reads the letters that a locale uses, also in foreign words. */
function readLetters(folder: string, locale: string): string[] {
  const file = join(folder, 'main', locale, 'characters.json');
  if (!existsSync(file)) return [];
  const data = JSON.parse(readFileSync(file, 'utf8')) as {
    main: Record<string, { characters: { exemplarCharacters: string; auxiliary?: string } }>;
  };
  const { exemplarCharacters = '', auxiliary = '' } = data.main[locale]?.characters ?? {};
  return [...`${exemplarCharacters}${auxiliary}`.normalize('NFC').toLowerCase()].filter((letter) =>
    /^\p{L}$/u.test(letter),
  );
}

function main(): void {
  const [folder = ''] = process.argv.slice(2);
  const scripts = JSON.parse(readFileSync(join(classifier, 'script-languages.data.json'), 'utf8')) as Record<
    string,
    Record<string, number>
  >;
  const languages = Object.values(scripts)
    .map((priors) => Object.keys(priors))
    .filter(({ length }) => length > 1)
    .flat();
  const lines = [...new Set(languages)].sort().flatMap((language) => {
    const letters = (locales[language] ?? [language]).flatMap((locale) => readLetters(folder, locale));
    const special = [...new Set(letters)].filter((letter) => !/[a-z]/.test(letter)).sort();
    return letters.length === 0 ? [] : [`  ${JSON.stringify(language)}: ${JSON.stringify(special.join(''))}`];
  });
  writeFileSync(join(classifier, 'alphabets.data.json'), `{\n${lines.join(',\n')}\n}\n`);
}

main();
