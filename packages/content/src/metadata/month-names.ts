import { memoize } from '@quern/runtime/caching/memoize';

/** Languages whose names of months are read, the most frequent first; Arabic has three sets of names. */
const languages =
  'en de fr es pt it nl ru pl tr ar ar-LB ar-DZ id uk cs sv da nb fi hu ro el he hi th bg sr sr-Latn hr sk sl lt lv et ca gl eu fa ur bn ta te mr gu kn ml ms sw af is ga cy sq mk ka hy az kk be bs'.split(
    ' ',
  );
/** Common abbreviations that the CLDR does not have. */
const otherNames: ReadonlyMap<string, number> = new Map([
  ['sept', 9],
  ['mrz', 3],
  ['mrt', 3],
  ['juill', 7],
]);
const forms: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'long' },
  { month: 'long', day: 'numeric' },
  { month: 'short' },
];

/** Folds case and the marks of Latin, Greek and Cyrillic letters. */
export function foldMonth(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/**
 * Returns the month, 1 to 12, that a folded word names, in the given language before all others.
 *
 * @param language BCP 47 tag; '' if it is unknown
 */
export function monthOf(text: string, language: string): number | undefined {
  // In Hebrew the preposition is part of the word.
  const word = text.replace(/^ב/, '');
  if (word.length < 2) return undefined;
  const isLatin = /^\p{sc=Latin}/u.test(word);
  const [first = ''] = language.toLowerCase().split('-');
  for (const name of [first, ...languages]) {
    if (name === '' || isLatinScript(name) !== isLatin) continue;
    const month = monthNames(name).get(word);
    if (month !== undefined) return month;
  }
  return otherNames.get(word);
}

const isLatinScript = memoize((language: string) => new Intl.Locale(language).maximize().script === 'Latn');

const monthNames = memoize((language: string) => {
  const names = new Map<string, number>();
  for (const form of forms) {
    const format = new Intl.DateTimeFormat(language, {
      ...{ calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' },
      ...form,
    });
    for (let month = 1; month <= 12; month++) {
      const parts = format.formatToParts(Date.UTC(2026, month - 1, 15));
      const name = foldMonth(parts.find(({ type }) => type === 'month')?.value ?? '').replace(/\.$/, '');
      if (!/\d/.test(name) && !names.has(name)) names.set(name, month);
    }
  }
  return names;
});
