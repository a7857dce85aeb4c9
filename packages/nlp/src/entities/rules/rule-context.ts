import { memoize } from '../../memoize.ts';

/** The language of a text and the conventions that follow from it, as the finders use them. */
export interface RuleContext {
  /** BCP 47 tag, or `und`. */
  readonly language: string;
  /** Languages whose lexicons apply, the text's own first. */
  readonly lexiconLanguages: readonly string[];
  /** Whether `1,5` means one and a half. */
  readonly usesDecimalComma: boolean;
  /** The day that relative dates are resolved against; undefined leaves them without a value. */
  readonly referenceDate: Date | undefined;
}

/** Returns whether a language, or its region, writes a decimal comma (Unicode CLDR). */
const usesDecimalCommaIn = memoize((language: string): boolean => {
  const known = Intl.NumberFormat.supportedLocalesOf([language]).length > 0;
  const parts = new Intl.NumberFormat(known ? language : 'en', { numberingSystem: 'latn' }).formatToParts(
    0.5,
  );
  return parts.some(({ type, value }) => type === 'decimal' && value === ',');
});

/**
 * Derives the conventions of a language.
 *
 * @param language BCP 47 tag; `und` applies the lexicons of the languages that are written in the text's scripts
 * @param referenceDate day that relative dates are resolved against (its UTC day)
 * @param text decides which lexicons apply when the language is undetermined
 */
export function createRuleContext(language: string, referenceDate?: Date, text = ''): RuleContext {
  const usesDecimalComma = language !== 'und' && usesDecimalCommaIn(language);
  return { language, lexiconLanguages: lexiconsOf(language, text), usesDecimalComma, referenceDate };
}

/** Scripts and the languages whose lexicons apply to texts of an undetermined language. */
const languagesByScript: readonly (readonly [script: RegExp, languages: readonly string[]])[] = [
  [/\p{Script=Latin}/u, ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']],
  [/\p{Script=Cyrillic}/u, ['ru', 'uk']],
  [/\p{Script=Greek}/u, ['el']],
  [/\p{Script=Arabic}/u, ['ar']],
  [/\p{Script=Hebrew}/u, ['he']],
  [/\p{Script=Devanagari}/u, ['hi']],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ['ja']],
  [/\p{Script=Han}/u, ['zh']],
  [/\p{Script=Hangul}/u, ['ko']],
];

/** Codes of languages that share a lexicon. */
const lexiconOfCode = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['yue', 'zh'],
  ['in', 'id'],
  ['iw', 'he'],
]);

function lexiconsOf(language: string, text: string): readonly string[] {
  const primary = language.split('-')[0]?.toLowerCase() ?? 'und';
  if (primary === 'und') {
    const found = languagesByScript.flatMap(([script, languages]) => (script.test(text) ? languages : []));
    return found.includes('en') ? found : [...found, 'en'];
  }
  const own = lexiconOfCode.get(primary) ?? primary;
  return own === 'en' ? ['en'] : [own, 'en'];
}
