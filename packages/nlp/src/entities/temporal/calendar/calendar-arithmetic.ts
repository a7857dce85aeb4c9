/**
 * Formats a date as ISO 8601 (`2024-03-15`), or without a year as XML Schema gMonthDay (`--03-15`).
 *
 * @returns undefined for a date that does not exist, such as February 30
 */
export function isoDate(year: number | undefined, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year ?? 2000, month)) return undefined;
  const tail = `${zeroPad(month)}-${zeroPad(day)}`;
  return year === undefined ? `--${tail}` : `${zeroPad(year, 4)}-${tail}`;
}

/** Formats a month as ISO 8601 (`2024-03`), or without a year as XML Schema gMonth (`--03`). */
export function isoMonth(year: number | undefined, month: number): string {
  return year === undefined ? `--${zeroPad(month)}` : `${zeroPad(year, 4)}-${zeroPad(month)}`;
}

/** Expands a year of two digits as POSIX strptime does: 69 to 99 are in the 1900s, 00 to 68 in the 2000s. */
export function expandYear(text: string): number {
  const year = Number(text.replace(/^['’]/, ''));
  return text.replace(/^['’]/, '').length > 2 ? year : year + (year >= 69 ? 1900 : 2000);
}

/** Day, week, month, year. */
export type DateUnit = 'D' | 'W' | 'MO' | 'Y';

const dateUnits: ReadonlySet<string | undefined> = new Set(['D', 'W', 'MO', 'Y']);

/** Returns whether a unit is at least a day long. */
export function isDateUnit(unit: string | undefined): unit is DateUnit {
  return dateUnits.has(unit);
}

/**
 * Shifts a date by a number of units.
 *
 * @param exactDay returns the day; otherwise the result is truncated to the unit: `2025`, `2025-W07`
 * @returns ISO 8601, or '' when the result is outside the range of Date
 */
export function shiftDate(reference: Date, amount: number, unit: DateUnit, exactDay: boolean): string {
  const date = new Date(
    Date.UTC(reference.getUTCFullYear(), reference.getUTCMonth(), reference.getUTCDate()),
  );
  if (unit === 'D' || unit === 'W') date.setUTCDate(date.getUTCDate() + amount * (unit === 'W' ? 7 : 1));
  else {
    const months =
      reference.getUTCFullYear() * 12 + reference.getUTCMonth() + amount * (unit === 'Y' ? 12 : 1);
    const [year, month] = [Math.floor(months / 12), ((months % 12) + 12) % 12];
    date.setUTCFullYear(year, month, Math.min(reference.getUTCDate(), daysIn(year, month + 1)));
  }
  if (Number.isNaN(date.getTime())) return '';
  if (unit === 'D' || exactDay) return date.toISOString().slice(0, 10);
  if (unit === 'W') return isoWeek(date);
  return date.toISOString().slice(0, unit === 'MO' ? 7 : 4);
}

/**
 * Resolves a weekday relative to a day.
 *
 * @param weekday 1 (Monday) to 7
 * @param week −1 for the last such day before the reference, 0 for the one in its week, 1 for the next one
 * @returns ISO 8601 date
 */
export function resolveWeekday(reference: Date, weekday: number, week: -1 | 0 | 1): string {
  let ahead = weekday - isoWeekday(reference);
  if (week === 1 && ahead <= 0) ahead += 7;
  if (week === -1 && ahead >= 0) ahead -= 7;
  return shiftDate(reference, ahead, 'D', true);
}

/**
 * Returns a weekday of a week.
 *
 * @param weekday 1 (Monday) to 7
 * @param weeks distance of the week from that of the reference day
 * @returns ISO 8601 date
 */
export function weekdayOfWeek(reference: Date, weekday: number, weeks: number): string {
  return shiftDate(reference, weekday - isoWeekday(reference) + weeks * 7, 'D', true);
}

function isoWeek(date: Date): string {
  const thursday = new Date(date);
  thursday.setUTCDate(date.getUTCDate() + 4 - isoWeekday(date));
  const start = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - start) / 86_400_000 / 7) + 1;
  return `${thursday.getUTCFullYear()}-W${zeroPad(week)}`;
}

/** 1 (Monday) to 7. */
function isoWeekday(date: Date): number {
  return date.getUTCDay() === 0 ? 7 : date.getUTCDay();
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Pads a number with zeros. */
export function zeroPad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}
