import type { Fact } from './fact.ts';

const weekdaysByLanguage = new Map<string, ReadonlySet<string>>();

/**
 * Whether a fact is a day of the week that one of the texts mentions, perhaps within a date, as in "Wednesday" and
 * "Wednesday, 4 March".
 *
 * @param language BCP 47 tag of the fact and the texts
 */
export function isWeekdayIn(fact: Fact, language: string, texts: readonly string[]): boolean {
  if (fact.kind !== 'date' || fact.other === undefined) return false;
  const weekdays = weekdaysOf(language);
  const weekday = wordsOf(fact.text).find((word) => weekdays.has(word));
  return weekday !== undefined && texts.some((text) => wordsOf(text).includes(weekday));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}

function weekdaysOf(language: string): ReadonlySet<string> {
  const known = weekdaysByLanguage.get(language);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const days = new Set(
    Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2001, 0, day + 1)).toLowerCase()),
  );
  weekdaysByLanguage.set(language, days);
  return days;
}
