import { memoize } from '@quern/runtime/caching/memoize';
import type { CalendarWords } from '../../lexicon/lexicon.ts';
import { lexiconOf } from '../../lexicon/lexicons.ts';
import { alternation } from '../../rules/regex-builder.ts';

/** Returns the calendar vocabulary of a language. */
export function calendarWords(language: string): CalendarWords {
  return lexiconOf(language).calendar;
}

/** Returns the number of a month (1 to 12), or undefined. */
export function monthNumber(text: string, words: CalendarWords): number | undefined {
  return indexIn(text, words.months);
}

/** Returns the number of a weekday, 1 (Monday) to 7 (ISO 8601), or undefined. */
export function weekdayNumber(text: string, words: CalendarWords): number | undefined {
  return indexIn(text, words.weekdays) ?? indexIn(text, words.weekdayForms);
}

function indexIn(text: string, lists: readonly (readonly string[])[]): number | undefined {
  const plain = text.toLowerCase().replace(/\.$/, '');
  const at = lists.findIndex((names) => names.some((name) => name.replace('~', '').toLowerCase() === plain));
  return at < 0 ? undefined : at + 1;
}

/** The pattern of a language's time units, and the unit that each name stands for. */
const timeUnits = memoize((words: CalendarWords) => {
  const entries = Object.entries(words.units).map(
    ([name, unit]) => [name.replace('~', '').toLowerCase(), unit] as const,
  );
  return { source: alternation(Object.keys(words.units)), units: new Map(entries) };
});

/** Source of a group that matches any time unit. */
export function timeUnitSource(words: CalendarWords): string {
  return timeUnits(words).source;
}

/** Returns the unit (`S`, `M`, `H`, `D`, `W`, `MO`, `Y` …, with a count such as `2W`), or undefined. */
export function parseTimeUnit(text: string, words: CalendarWords): string | undefined {
  const plain = text.toLowerCase().replace(/\.$/, '');
  return timeUnits(words).units.get(plain);
}
