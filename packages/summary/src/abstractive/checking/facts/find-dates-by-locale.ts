import type { DateFact } from './fact.ts';

/** A date with its position. */
export interface FoundDate extends DateFact {
  readonly startIndex: number;
  readonly endIndex: number;
}

const eastAsian =
  /(?:(\d{4})\s?[年년]\s?)(?:(\d{1,2})\s?[月월]\s?)?(?:(\d{1,2})\s?[日号號일])?|(\d{1,2})\s?[月월]\s?(?:(\d{1,2})\s?[日号號일])?/gu;

const monthNames = new Map<string, ReadonlyMap<string, number>>();

/** The month names of a language as `Intl` writes them, alone and after a day. */
function monthsOf(language: string): ReadonlyMap<string, number> {
  const known = monthNames.get(language);
  if (known !== undefined) return known;
  const names = new Map<string, number>();
  for (const options of [{ month: 'long' }, { month: 'long', day: 'numeric' }] as const) {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC', calendar: 'gregory' });
    for (let month = 0; month < 12; month++) {
      const parts = format.formatToParts(Date.UTC(2001, month, 15));
      const name = parts.find((part) => part.type === 'month')?.value.toLowerCase();
      if (name !== undefined && /^\p{L}[\p{L}\p{M}.]{2,}$/u.test(name)) names.set(name, month + 1);
    }
  }
  monthNames.set(language, names);
  return names;
}

/**
 * Finds dates with the month names of any language that `Intl` knows, and dates of Chinese, Japanese and Korean.
 *
 * @param text with ASCII digits
 * @param language BCP 47 tag
 */
export function findDatesByLocale(text: string, language: string): FoundDate[] {
  const found: FoundDate[] = [];
  for (const match of text.matchAll(eastAsian)) {
    const [whole, year, month, day, otherMonth, otherDay] = match;
    const parts = { year: number(year), month: number(month ?? otherMonth), day: number(day ?? otherDay) };
    // "12个月" and "3月" without a day are durations or vague.
    if (parts.month !== undefined && parts.month > 12) continue;
    found.push({ kind: 'date', ...parts, other: undefined, text: whole, ...rangeOf(match) });
  }
  const months = monthsOf(language);
  for (const match of text.matchAll(
    /(?:(\d{1,2})\.?\s+(?:de\s+)?)?(\p{L}[\p{L}\p{M}]{2,})\.?(?:[\s,]+(?:de\s+)?(\d{4})(?!\d))?/gu,
  )) {
    const month = months.get((match[2] ?? '').toLowerCase());
    if (month === undefined) continue;
    const parts = { year: number(match[3]), month, day: number(match[1]) };
    found.push({ kind: 'date', ...parts, other: undefined, text: match[0], ...rangeOf(match) });
  }
  return found;
}

function rangeOf(match: RegExpExecArray) {
  return { startIndex: match.index, endIndex: match.index + match[0].length };
}

function number(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
