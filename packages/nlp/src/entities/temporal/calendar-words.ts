import { memoize } from '../../memoize.ts';
import { lexicons } from '../lexicon/lexicons.ts';
import { alternation } from '../rules/regex-builder.ts';
import type { LexiconLanguage } from '../rules/rule-context.ts';

/** Calendar vocabulary of one language. */
export interface CalendarWords {
  /** Names of the twelve months; `~` stands for an optional period. */
  readonly months: readonly (readonly string[])[];
  /** Names of the seven weekdays, from Monday. */
  readonly weekdays: readonly (readonly string[])[];
  /** Words for days, with their distance from the reference day. */
  readonly days: Readonly<Record<string, number>>;
  readonly seasons: readonly string[];
  readonly of: readonly string[];
  readonly yearWords: readonly string[];
  readonly next: readonly string[];
  readonly last: readonly string[];
  readonly this: readonly string[];
  readonly ago: readonly string[];
  readonly agoBefore: readonly string[];
  readonly ahead: readonly string[];
  readonly units: Readonly<Record<string, string>>;
  readonly clock: readonly string[];
  readonly noon: readonly string[];
  readonly midnight: readonly string[];
  /** Words after a unit that add half or a quarter of it: "heure et demie". */
  readonly halfAfter: readonly string[];
  readonly quarterAfter: readonly string[];
  /** Fixed phrases and their ISO 8601 durations. */
  readonly durations: Readonly<Record<string, string>>;
  /** Dates that depend on earlier text: "the previous year". */
  readonly vague: readonly string[];
  readonly weekdayAdverbs: readonly string[];
}

/** Returns the calendar vocabulary of a language. */
export function calendarWords(language: LexiconLanguage): CalendarWords {
  return lexicons[language].calendar;
}

/** Returns the number of a month (1 to 12), or undefined. */
export function monthNumber(text: string, words: CalendarWords): number | undefined {
  return indexIn(text, words.months);
}

/** Returns the number of a weekday, 1 (Monday) to 7 (ISO 8601), or undefined. */
export function weekdayNumber(text: string, words: CalendarWords): number | undefined {
  return indexIn(text, words.weekdays);
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
