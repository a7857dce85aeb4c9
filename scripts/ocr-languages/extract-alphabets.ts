import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Extracts the letters of languages from CLDR (https://cldr.unicode.org/translation/core-data/exemplars) to
 * alphabets.data.json. Run it only for another version of CLDR:
 *
 *     npm pack cldr-misc-full@48.2.0 && tar xzf cldr-misc-full-48.2.0.tgz
 *     node scripts/ocr-languages/extract-alphabets.ts package
 */

/** Languages with a code of three letters that have many readers, and second scripts of others. */
const additions = ['fil', 'ceb', 'ckb', 'zh-Hant', 'sr-Latn', 'uz-Cyrl', 'pa-Arab'];
/** Constructed and liturgical languages, and a macrolanguage whose members are listed. */
const omissions = ['cu', 'ia', 'ie', 'io', 'pi', 'vo', 'no'];
/** Names of scripts where that of CLDR is short for another one. */
const scriptNames: Readonly<Record<string, string>> = {
  Hans: 'Han',
  Hant: 'Han',
  Jpan: 'Han and Kana',
  Kore: 'Hangul',
};
/** CLDR lists fewer letters for these. */
const lettersMin = 10;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node scripts/ocr-languages/extract-alphabets.ts FOLDER');

const names = new Intl.DisplayNames('en', { type: 'language' });
const scripts = new Intl.DisplayNames('en', { type: 'script' });
const languages = readdirSync(join(folder, 'main'))
  .filter((tag) => additions.includes(tag) || (/^[a-z]{2}$/.test(tag) && !omissions.includes(tag)))
  .map((tag) => {
    const file = JSON.parse(readFileSync(join(folder, 'main', tag, 'characters.json'), 'utf8'));
    const { script = '' } = new Intl.Locale(tag).maximize();
    const letters: string = file.main[tag].characters.exemplarCharacters;
    return { tag, name: names.of(tag), script: scriptNames[script] ?? scripts.of(script), letters };
  })
  .filter(({ letters }) => letters.length > 2 * lettersMin || letters.includes('-'))
  .toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en'));

const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const data = {
  source: `Unicode CLDR ${version}: exemplarCharacters of the npm package cldr-misc-full`,
  license: 'Unicode-3.0, © Unicode, Inc. (https://www.unicode.org/license.txt)',
  languages,
};
writeFileSync(join(import.meta.dirname, 'alphabets.data.json'), `${JSON.stringify(data, null, 1)}\n`);
console.log(`${languages.length} languages`);
