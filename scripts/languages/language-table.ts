import { hasPublishedModel } from '@quern/translation/models/pivot-route';
import { type Language, languageTableSchema } from '../../apps/server/src/languages/language-schema.ts';
import { Results } from '../../eval/scorecard/results.ts';
import translation from '../../packages/translation/src/models/translation-languages.data.json' with {
  type: 'json',
};
import { type Coverage, measureCoverages } from '../ocr-languages/measure-coverage.ts';
import {
  type Abilities,
  type Ability,
  readNames,
  readPages,
  readPatterns,
  readSentiment,
  readSummaries,
  readTranslations,
} from './language-figures.ts';

const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** A language of whose letters OCR knows less is not read. */
const knownLettersMin = 0.2;

/**
 * Reads the languages that a service supports from the results of `eval`.
 *
 * @throws ZodError if the table is not as the service expects it
 */
const readTable = () => languageTableSchema.parse(createLanguageTable(Results.read()));

/** Lists the languages, by name. */
export const readLanguages = (): readonly Language[] => readTable().languages;

/** Whether names, patterns or sentiment were measured in a language. */
export function isMeasured({ operations }: Language): boolean {
  const { 'extract-entities': entities, sentiment } = operations;
  return [entities.names, entities.patterns, sentiment].some(({ quality }) => quality !== undefined);
}

/** Renders the table of the languages as JSON, with a line for each. */
export function renderLanguageTable(): string {
  const { encoderScripts, languages } = readTable();
  const lines = languages.map((language) => `  ${JSON.stringify(language)}`);
  return `{\n "encoderScripts": ${JSON.stringify(encoderScripts)},\n "languages": [\n${lines.join(',\n')}\n ]\n}\n`;
}

function createLanguageTable(results: Results) {
  const measured = {
    names: readNames(results),
    sentiment: readSentiment(results),
    patterns: readPatterns(results),
    summaries: readSummaries(results),
    translations: readTranslations(results),
    pages: readPages(results),
  };
  const { coverages } = measureCoverages();
  const encoderScripts = findEncoderScripts([measured.names, measured.sentiment]);
  const tags = new Set([
    ...coverages.map(({ tag }) => tag),
    ...translation.mozilla.split(' '),
    ...Object.values(measured).flatMap((abilities) => [...abilities.keys()]),
  ]);
  const byText = (language: string, abilities: Abilities): Ability =>
    find(abilities, language) ?? {
      level: encoderScripts.includes(scriptOf(language)) ? 'untested' : 'unsupported',
    };
  const languages = [...tags].map(
    (language): Language => ({
      language,
      name: names.of(language) ?? language,
      operations: {
        'extract-entities': {
          supported: true,
          names: byText(language, measured.names),
          patterns: find(measured.patterns, language) ?? { level: 'untested' },
        },
        sentiment: withSupport(byText(language, measured.sentiment)),
        summarize: withSupport(find(measured.summaries, language) ?? { level: 'untested' }),
        translate: withSupport(
          find(measured.translations, language) ?? {
            level: hasPublishedModel(language) ? 'untested' : 'unsupported',
          },
        ),
        ocr: withSupport(find(measured.pages, language) ?? { level: levelByLetters(language, coverages) }),
      },
    }),
  );
  return {
    encoderScripts,
    languages: languages.sort((left, right) => left.name.localeCompare(right.name, 'en')),
  };
}

/** The vocabulary has all Han characters, also where only simplified Chinese was measured. */
const otherScripts: Readonly<Record<string, readonly string[]>> = { Hans: ['Hant'] };

/** The scripts of languages that were measured as better than chance, and those with the same characters. */
function findEncoderScripts(measured: readonly Abilities[]): string[] {
  const scripts = measured
    .flatMap((abilities) =>
      [...abilities].flatMap(([language, { level }]) =>
        level === 'unsupported' ? [] : [scriptOf(language)],
      ),
    )
    .flatMap((script) => [script, ...(otherScripts[script] ?? [])]);
  return [...new Set(scripts)].sort();
}

/** ISO 15924 code of the script that a language is written in. */
const scriptOf = (language: string): string => new Intl.Locale(language).maximize().script ?? '';

/** The measurement of a language; that of Norwegian is one of Bokmål. */
const find = (abilities: Abilities, language: string): Ability | undefined =>
  abilities.get(language) ?? (language === 'nb' ? abilities.get('no') : undefined);

const withSupport = ({ level, quality }: Ability) => ({
  supported: level !== 'unsupported',
  level,
  ...(quality === undefined ? {} : { quality }),
});

/** The level of a language that OCR was not measured in, by the letters that the better recognizer knows. */
function levelByLetters(language: string, coverages: readonly Coverage[]): Ability['level'] {
  const alias = language === 'no' ? 'nb' : language;
  const own = coverages.find(({ tag }) => tag === alias);
  if (own === undefined)
    return coverages.some((other) => scriptOf(other.tag) === scriptOf(language) && lettersOf(other) === 1)
      ? 'untested'
      : 'unsupported';
  const share = lettersOf(own);
  return share === 1 ? 'untested' : share >= knownLettersMin ? 'limited' : 'unsupported';
}

const lettersOf = ({ count, missing: [base, scripts] }: Coverage): number =>
  1 - Math.min(base.length, scripts.length) / count;
