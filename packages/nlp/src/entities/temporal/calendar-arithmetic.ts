/** `2024-03-15`, checked: the 30th of February is undefined. Without a year `--03-15` (XML Schema gMonthDay). */
export function isoDate(year: number | undefined, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year ?? 2000, month)) return undefined;
  const tail = `${zeroPad(month)}-${zeroPad(day)}`;
  return year === undefined ? `--${tail}` : `${zeroPad(year, 4)}-${tail}`;
}

export function isoMonth(year: number | undefined, month: number): string {
  return year === undefined ? `--${zeroPad(month)}` : `${zeroPad(year, 4)}-${zeroPad(month)}`;
}

/** Two digits are the nearest century as POSIX strptime has it: 69 to 99 in the 1900s, 00 to 68 in the 2000s. */
export function expandYear(text: string): number {
  const year = Number(text.replace(/^['’]/, ''));
  return text.replace(/^['’]/, '').length > 2 ? year : year + (year >= 69 ? 1900 : 2000);
}

export type DateUnit = 'D' | 'W' | 'MO' | 'Y';

/** The date that many units from the reference, cut to the unit: a year gives `2025`, a week `2025-W07`. */
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

/** The day named (1 Monday) in the week before (−1), of (0) or after (1) the reference. */
export function resolveWeekday(reference: Date, weekday: number, week: -1 | 0 | 1): string {
  const today = reference.getUTCDay() === 0 ? 7 : reference.getUTCDay();
  let ahead = weekday - today;
  if (week === 1 && ahead <= 0) ahead += 7;
  if (week === -1 && ahead >= 0) ahead -= 7;
  return shiftDate(reference, ahead, 'D', true);
}

function isoWeek(date: Date): string {
  const thursday = new Date(date);
  thursday.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() === 0 ? 7 : date.getUTCDay()));
  const start = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - start) / 86_400_000 / 7) + 1;
  return `${thursday.getUTCFullYear()}-W${zeroPad(week)}`;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function zeroPad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}
