import { memoize } from '@quern/runtime/caching/memoize';
import { primaryLanguage } from '@quern/text/language/primary-language';
import { WordStarts } from './word-starts.ts';

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
  /** Returns the starts of words of a text; those of the last text are kept. */
  readonly wordStarts: (text: string) => WordStarts;
}

/** Returns whether a language, or its region, writes a decimal comma (Unicode CLDR). */
const usesDecimalCommaIn = memoize((language: string): boolean => {
  const known = Intl.NumberFormat.supportedLocalesOf([language]).length > 0;
  const parts = new Intl.NumberFormat(known ? language : 'en', { numberingSystem: 'latn' }).formatToParts(
    0.5,
  );
  return parts.some(({ type, value }) => type === 'decimal' && value === ',');
});

/** The source of the conventions. */
export interface RuleContextInput {
  /** BCP 47 tag; `und` applies the lexicons of the languages that are written in the text's scripts. */
  readonly language: string;
  /** Further languages of the text, the most frequent first; two of them count. */
  readonly otherLanguages?: readonly string[] | undefined;
  /** Day that relative dates are resolved against (its UTC day). */
  readonly referenceDate?: Date | undefined;
  /** Decides which lexicons apply when the language is undetermined. */
  readonly text?: string;
}

/** Each lexicon costs time. */
const otherLanguagesMax = 2;

/** Derives the conventions of a text's language. */
export function createRuleContext({
  language,
  otherLanguages = [],
  referenceDate,
  text = '',
}: RuleContextInput): RuleContext {
  const usesDecimalComma = language !== 'und' && usesDecimalCommaIn(language);
  const own = lexiconsOf(language, text);
  const others = new Set(otherLanguages.map(lexiconLanguage)).difference(new Set(own));
  const lexiconLanguages = [...own, ...[...others].slice(0, otherLanguagesMax).sort()];
  return { language, lexiconLanguages, usesDecimalComma, referenceDate, wordStarts: keepWordStarts() };
}

function keepWordStarts(): RuleContext['wordStarts'] {
  let last: WordStarts | undefined;
  return (text) => {
    if (last?.text !== text) last = new WordStarts(text);
    return last;
  };
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

/** The code of a language's lexicon. */
function lexiconLanguage(language: string): string {
  const primary = primaryLanguage(language);
  return lexiconOfCode.get(primary) ?? primary;
}

function lexiconsOf(language: string, text: string): readonly string[] {
  const own = lexiconLanguage(language);
  if (own === 'und') {
    const found = languagesByScript.flatMap(([script, languages]) => (script.test(text) ? languages : []));
    return found.includes('en') ? found : [...found, 'en'];
  }
  return own === 'en' ? ['en'] : [own, 'en'];
}
