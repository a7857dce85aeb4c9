import type { Lexicon } from '../../lexicon/lexicon.ts';
import { readHanNumber } from '../../numeric/read-han-number.ts';
import { expandYear, isoDate, isoMonth } from '../calendar/calendar-arithmetic.ts';
import { monthNumber } from '../calendar/calendar-words.ts';

/** The groups of a matched date template, by slot name. */
export type DateGroups = Readonly<Record<string, string | undefined>>;

/**
 * Reads the value of a matched date template.
 *
 * @param referenceYear the year of dates without one
 * @returns ISO 8601, `198X` for decades and `19XX` for centuries (ISO 8601-2); undefined for a date that does not exist;
 *   '' for one without a value, such as a season
 */
export function readDate(
  groups: DateGroups,
  lexicon: Lexicon,
  referenceYear: number | undefined,
): string | undefined {
  const period = readPeriod(groups, lexicon, referenceYear);
  if (period !== undefined) return period;
  const year = readYear(groups, lexicon) ?? referenceYear;
  const month = readMonth(groups.month ?? groups.m ?? groups.rm, lexicon);
  if (month === undefined) return readYears(groups, lexicon);
  const day = readDay(groups.d, lexicon);
  if (day === undefined) return isoMonth(year, month);
  const last = isoDate(year, month, day);
  if (groups.from === undefined) return last;
  const firstMonth = readMonth(groups.month1 ?? groups.m1, lexicon) ?? month;
  const first = isoDate(year, firstMonth, readDay(groups.from, lexicon) ?? 0);
  return last === undefined || first === undefined ? undefined : `${first}/${last}`;
}

function readYears(groups: DateGroups, lexicon: Lexicon): string {
  const year = readYear(groups, lexicon);
  if (year === undefined) return '';
  const until = groups.until ?? (groups.until2 && `${String(year).slice(0, 2)}${groups.until2}`);
  if (until === undefined) return String(year);
  return Number(until) < year ? '' : `${year}/${until}`;
}

function readPeriod(
  groups: DateGroups,
  lexicon: Lexicon,
  referenceYear: number | undefined,
): string | undefined {
  const { q, half, week, decade, decadeName, century } = groups;
  const year = readYear(groups, lexicon);
  const prefix = year === undefined ? '' : `${year}-`;
  if (q !== undefined) return `${prefix}Q${readRank(q, lexicon)}`;
  if (half !== undefined) return `${prefix}H${readRank(half, lexicon)}`;
  if (decade?.endsWith('00') === true) return `${decade.slice(0, 2)}XX`;
  if (decade !== undefined) return decade.length > 2 ? `${decade.slice(0, 3)}X` : `19${decade[0]}X`;
  if (week !== undefined) return `${year ?? referenceYear ?? 'XXXX'}-W${week.padStart(2, '0')}`;
  if (decadeName !== undefined) return `19${lexicon.periods.decades[decadeName.toLowerCase()]}X`;
  if (century === undefined) return undefined;
  const rank = readRank(century, lexicon);
  return rank > 0 && rank < 31 ? `${String(rank - 1).padStart(2, '0')}XX` : undefined;
}

function readRank(text: string, lexicon: Lexicon): number {
  if (/^\d+$/.test(text)) return Number(text);
  return (
    lexicon.numbers.ordinals[text.toLowerCase()] ??
    readHanNumber(text) ??
    readRomanNumeral(text.toUpperCase())
  );
}

function readYear({ y, yy, era, ey }: DateGroups, lexicon: Lexicon): number | undefined {
  if (y !== undefined) return /^\d+$/.test(y) ? Number(y) : readHanNumber(y);
  if (yy !== undefined) return expandYear(yy);
  if (era === undefined || ey === undefined) return undefined;
  const ofEra = ey === '元' ? 1 : /^\d+$/.test(ey) ? Number(ey) : readHanNumber(ey);
  const start = lexicon.calendar.eras[era.toLowerCase()];
  return start === undefined || ofEra === undefined ? undefined : start + ofEra;
}

function readMonth(text: string | undefined, lexicon: Lexicon): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  return monthNumber(text, lexicon.calendar) ?? readHanNumber(text) ?? romanMonth(text);
}

function romanMonth(text: string): number | undefined {
  return /^[IVX]+$/.test(text) ? readRomanNumeral(text) : undefined;
}

function readDay(text: string | undefined, lexicon: Lexicon): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  return lexicon.calendar.dayWords[text.toLowerCase()] ?? readHanNumber(text);
}

/** Reads a Roman numeral of X, V and I in capitals. */
export function readRomanNumeral(letters: string): number {
  let total = 0;
  const values = [...letters].map((letter) => ({ X: 10, V: 5, I: 1 })[letter] ?? 0);
  for (const [at, value] of values.entries()) total += value < (values[at + 1] ?? 0) ? -value : value;
  return total;
}
