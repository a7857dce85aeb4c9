import tables from './calendar-words.data.json' with { type: 'json' };
import type { RuleLanguage } from './candidate.ts';

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
  readonly century: readonly string[];
}

export function calendarWords(language: RuleLanguage): CalendarWords {
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

export function unitOf(text: string, words: CalendarWords): string | undefined {
  const plain = text.toLowerCase().replace(/\.$/, '');
  return Object.entries(words.units).find(([name]) => name.replace('~', '').toLowerCase() === plain)?.[1];
}
