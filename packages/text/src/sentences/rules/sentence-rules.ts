import { memoize } from '@quern/runtime/caching/memoize';
import { primaryLanguage } from '../../language/primary-language.ts';
import languageGroups from './language-groups.data.json' with { type: 'json' };
import { toLower } from './lower-case.ts';
import { type SentenceLanguageFile, sentenceLanguageFiles } from './sentence-language-files.ts';

const classes = ['beforeNumber', 'neverFinal', 'possiblyFinal', 'oftenFinal', 'usuallyFinal'] as const;

/** Where an abbreviation may end a sentence, see `SentenceLanguageFile`. */
export type AbbreviationClass = (typeof classes)[number];

/** How periods are used in a language. Words are without their final period. */
export interface SentenceRules {
  /** Primary subtag, in lower case. */
  readonly language: string;
  readonly abbreviations: ReadonlyMap<string, AbbreviationClass>;
  /** The last parts of abbreviations with several, in lower case: `b` of `z.b`. */
  readonly lastParts: ReadonlySet<string>;
  readonly units: ReadonlySet<string>;
  readonly ordinaryWords: ReadonlySet<string>;
  readonly shortWords: ReadonlySet<string>;
  /** Abbreviations of what has a number or a letter: `Kap`. */
  readonly numberedWords: ReadonlySet<string>;
  readonly finalConsonants: ReadonlySet<string>;
  readonly speechVerbs: readonly string[];
  readonly letterLabels: ReadonlySet<string>;
  readonly numberedEndings: readonly string[];
  readonly cardinalCues: ReadonlySet<string>;
  readonly ordinalCues: ReadonlySet<string>;
  /** Absent for a language without a file, in which short words begin sentences. */
  readonly sentenceStarters: ReadonlySet<string> | undefined;
  /** Whether ordinal numbers are written with a period (Unicode CLDR, date formats with `d.`): `3. Oktober`. */
  readonly hasDottedOrdinals: boolean;
  /** Whether words after ordinal numbers often have a capital, as nouns have in German. */
  readonly hasCapitalsAfterOrdinals: boolean;
  readonly hasCapitalizedNouns: boolean;
  /** Whether `l` and `r` can be the only vowel of a word: `prst`. */
  readonly hasSyllabicLiquids: boolean;
}

/** Languages that are written like one with a file. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['ms', 'id'],
  // A text of unknown language is most often English.
  ['und', 'en'],
  ['', 'en'],
]);

/**
 * Returns the rules of a language. Those of a language without a file have only the abbreviations of all languages.
 *
 * @param language BCP 47 tag
 */
export function sentenceRules(language: string): SentenceRules {
  return rulesOf(primaryLanguage(language));
}

const rulesOf = memoize((language: string): SentenceRules => {
  const shared = sentenceLanguageFiles.get('und') ?? {};
  const own = sentenceLanguageFiles.get(aliases.get(language) ?? language);
  const files = own === undefined ? [shared] : [shared, own];
  const wordsOf = (name: keyof SentenceLanguageFile) => new Set(files.flatMap((file) => file[name] ?? []));
  const abbreviations = new Map<string, AbbreviationClass>();
  for (const file of files) {
    for (const word of file.ordinaryWords ?? []) abbreviations.delete(word);
    for (const name of classes) for (const word of file[name] ?? []) abbreviations.set(word, name);
  }
  return {
    language,
    abbreviations,
    lastParts: new Set([...abbreviations.keys()].flatMap((word) => lastPartsOf(toLower(word)))),
    units: wordsOf('afterNumber'),
    ordinaryWords: wordsOf('ordinaryWords'),
    shortWords: wordsOf('shortWords'),
    numberedWords: new Set([...wordsOf('beforeNumber')].map(toLower)),
    finalConsonants: wordsOf('finalConsonants'),
    speechVerbs: own?.speechVerbs ?? [],
    letterLabels: wordsOf('letterLabels'),
    numberedEndings: own?.numberedEndings ?? [],
    cardinalCues: wordsOf('cardinalCues'),
    ordinalCues: wordsOf('ordinalCues'),
    sentenceStarters: own?.sentenceStarters && new Set(own.sentenceStarters),
    hasDottedOrdinals: languageGroups.dottedOrdinals.includes(language),
    hasCapitalsAfterOrdinals: languageGroups.capitalsAfterOrdinals.includes(language),
    hasCapitalizedNouns: languageGroups.capitalizedNouns.includes(language),
    hasSyllabicLiquids: languageGroups.syllabicLiquids.includes(language),
  };
});

/** `b` for `z.b`, and `j.-c` too for `apr.j.-c`. */
function lastPartsOf(word: string): string[] {
  const parts = word.split('.');
  return parts.slice(1).map((_, at) => parts.slice(at + 1).join('.'));
}
