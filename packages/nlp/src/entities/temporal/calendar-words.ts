import tables from '../lexicon/calendar-words.data.json' with { type: 'json' };
import { alternation } from '../regex-builder.ts';
import type { LexiconLanguage } from '../rule-context.ts';

export interface CalendarWords {
  /** Twelve lists; `~` stands for an optional full stop. */
  readonly months: readonly (readonly string[])[];
  /** Seven lists from Monday. */
  readonly weekdays: readonly (readonly string[])[];
  /** Days from the reference day. */
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
  /** What halves and quarters a unit after it: "heure et demie". */
  readonly halfAfter: readonly string[];
  readonly quarterAfter: readonly string[];
  /** Fixed phrases and their ISO 8601 durations. */
  readonly durations: Readonly<Record<string, string>>;
  /** Dates that only the text before tells. */
  readonly vague: readonly string[];
  readonly weekdayAdverbs: readonly string[];
}

export function calendarWords(language: LexiconLanguage): CalendarWords {
  return tables[language];
}

/** 1 to 12, or undefined. */
export function monthNumber(text: string, words: CalendarWords): number | undefined {
  return placeOf(text, words.months);
}

/** 1 (Monday) to 7 (ISO 8601), or undefined. */
export function weekdayNumber(text: string, words: CalendarWords): number | undefined {
  return placeOf(text, words.weekdays);
}

function placeOf(text: string, lists: readonly (readonly string[])[]): number | undefined {
  const plain = text.toLowerCase().replace(/\.$/, '');
  const at = lists.findIndex((names) => names.some((name) => name.replace('~', '').toLowerCase() === plain));
  return at < 0 ? undefined : at + 1;
}

const units = new Map<CalendarWords, { source: string; values: ReadonlyMap<string, string> }>();

/** The source that matches a unit's name, and what each name stands for. */
function unitsOf(words: CalendarWords) {
  const known = units.get(words);
  if (known !== undefined) return known;
  const values = Object.entries(words.units).map(
    ([name, unit]) => [name.replace('~', '').toLowerCase(), unit] as const,
  );
  const made = { source: alternation(Object.keys(words.units)), values: new Map(values) };
  units.set(words, made);
  return made;
}

/** A group that matches any unit of time. */
export function timeUnitSource(words: CalendarWords): string {
  return unitsOf(words).source;
}

export function parseTimeUnit(text: string, words: CalendarWords): string | undefined {
  const plain = text.toLowerCase().replace(/\.$/, '');
  return unitsOf(words).values.get(plain);
}
