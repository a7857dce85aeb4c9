import { memoize } from '@quern/runtime/caching/memoize';

const gregorian = { calendar: 'gregory', timeZone: 'UTC' } as const;
const monthFormats = [
  { month: 'long' },
  { month: 'long', day: 'numeric' },
  { month: 'short', day: 'numeric' },
] as const;

/**
 * Returns the names of months and weekdays of a language from the Unicode CLDR, in lower case and without periods. The
 * argument is the primary language subtag.
 */
export const calendarWords = memoize((language: string): ReadonlySet<string> => {
  const isKnown =
    /^[a-z]{2,3}$/.test(language) && Intl.DateTimeFormat.supportedLocalesOf([language]).length > 0;
  const locale = isKnown ? language : 'en';
  const months = monthFormats.flatMap((options) => {
    const format = new Intl.DateTimeFormat(locale, { ...gregorian, ...options });
    return Array.from({ length: 12 }, (_, month) =>
      partOf(format.formatToParts(Date.UTC(2026, month, 15)), 'month'),
    );
  });
  const weekdays = (['long', 'short'] as const).flatMap((weekday) => {
    const format = new Intl.DateTimeFormat(locale, { ...gregorian, weekday });
    return Array.from({ length: 7 }, (_, day) =>
      partOf(format.formatToParts(Date.UTC(2026, 0, 5 + day)), 'weekday'),
    );
  });
  return new Set([...months, ...weekdays].filter((name) => name !== ''));
});

function partOf(parts: readonly Intl.DateTimeFormatPart[], type: 'month' | 'weekday'): string {
  const value = parts.find((part) => part.type === type)?.value ?? '';
  return value.toLowerCase().replace(/\.$/, '');
}
