import { foldMonth, monthOf } from './month-names.ts';

/** Longer texts are not dates. */
const lengthMax = 200;
const yearMin = 1500;
const yearMax = 2199;
/** Years of the Buddhist calendar, which is 543 years ahead, and of the eras of East Asia. */
const buddhistYearMin = 2400;
const buddhistOffset = 543;
const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925, 民國: 1911, 民国: 1911 };
/** Seconds since 1970 of 1990 and 2100: other numbers are not times. */
const epochMin = 631_152_000;
const epochMax = 4_102_444_800;

const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(Z|[+-]\d\d(?::?\d\d)?)| (\d\d:\d\d))?(?:\[.*\])?)?$/i;
const compact = /^(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?)?(Z|[+-]\d\d:?\d\d)?$/i;
const yearFirst =
  /(?<![\d.-])(\d{4})(?:( ?[-/.] ?)(\d{1,2})\2(\d{1,2})| ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}))(?!\d)/;
const yearLast = /(?<![\d./-])(\d{1,2})( ?[./-] ?)(\d{1,2})\2(\d{4}|\d\d(?![\d:]))/;
const vietnamese = /(?<!\d)(\d{1,2}) tháng (\d{1,2}),? (?:năm )?(\d{4})/i;
const clock =
  /(?<![\d.])(\d{1,2})(?: ?[h時时시點点] ?|[:.])(\d\d)(?!\d|\.\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[分분] ?)?(?: ?([ap])\.? ?m\b\.?)?/i;
const zone = /^[ (]*(?:(?:GMT|UTC) ?)?([+-]\d\d):?(\d\d)?|^[ (]*([A-Z]{1,4})\b/i;
const afternoon = /(?:下午|午後|오후) ?$/;
/** Offsets of the zones of RFC 5322 and of those that servers write most, in hours. */
const zones: Readonly<Record<string, string>> = {
  ...{ Z: 'Z', UT: 'Z', UTC: 'Z', GMT: 'Z', BST: '+01:00', CET: '+01:00', CEST: '+02:00', EET: '+02:00' },
  ...{ EEST: '+03:00', MSK: '+03:00', JST: '+09:00', KST: '+09:00', EST: '-05:00', EDT: '-04:00' },
  ...{ CST: '-06:00', CDT: '-05:00', MST: '-07:00', MDT: '-06:00', PST: '-08:00', PDT: '-07:00' },
};
/** Words between a day and its month or a month and its year. */
const filler = /^(?:st|nd|rd|th|er|e|o|de|di|del|of|da|den|dat|من|m|g|gada|d)$/;

/**
 * Reads a date, with or without time, in the forms that pages and servers use: ISO 8601, RFC 5322, seconds or
 * milliseconds since 1970, numbers, and names of months in more than 50 languages. A time without a zone stays without
 * one, and a part that is missing is not invented.
 *
 * @param language BCP 47 tag; decides the order of day and month in `03/04/2024` and the names that are read first
 * @returns ISO 8601; '' for anything else, and for the defaults of programs such as `0001-01-01`
 */
export function readTime(text: string, language = ''): string {
  const trimmed = text.trim();
  const exact = iso.exec(trimmed);
  if (exact) {
    // The plus sign of a zone turns into a space in some URLs and forms.
    const [, year, month, day, hour, minute, second, fraction, zoned, east] = exact;
    const offset = zoned ?? (east && `+${east}`);
    return formatTime({ year, month, day }, { hour, minute, second, fraction, offset });
  }
  if (trimmed.length > lengthMax || !/\p{Nd}/u.test(trimmed)) return '';
  return readNumber(trimmed) ?? readFreeForm(normalizeText(trimmed), language);
}

/**
 * Returns the first time that can be read, one with a day before others, as precise as one of the candidates states it; ''
 * if none can be read.
 */
export function firstTime(texts: readonly string[], language: string): string {
  const times = texts.map((text) => readTime(text, language)).filter(Boolean);
  const first = times.find((time) => time.length >= 10) ?? times[0] ?? '';
  return times.reduce((best, time) => (first.length >= 10 && time.startsWith(best) ? time : best), first);
}

interface DateParts {
  readonly year: string | number | undefined;
  readonly month?: string | number | undefined;
  readonly day?: string | number | undefined;
}

interface ClockParts {
  readonly hour?: string | undefined;
  readonly minute?: string | undefined;
  readonly second?: string | undefined;
  readonly fraction?: string | undefined;
  readonly offset?: string | undefined;
}

/** Formats a date that exists. */
function formatTime({ year, month, day }: DateParts, clockParts: ClockParts = {}): string {
  const stated = Number(year);
  const fullYear = stated >= buddhistYearMin ? stated - buddhistOffset : stated;
  if (!(fullYear >= yearMin && fullYear <= yearMax)) return '';
  if (month === undefined) return String(fullYear);
  const date = new Date(Date.UTC(fullYear, Number(month) - 1, Number(day ?? 1)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day ?? 1)) return '';
  const isoDate = date.toISOString().slice(0, 10);
  if (day === undefined) return isoDate.slice(0, 7);
  const time = formatClock(clockParts);
  return isoDate === '1970-01-01' && /^T00:00/.test(time) ? '' : `${isoDate}${time}`;
}

/** '' for a time that does not exist. */
function formatClock({ hour, minute, second, fraction, offset = '' }: ClockParts): string {
  if (hour === undefined || minute === undefined) return '';
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 60) return '';
  const seconds = second === undefined ? '' : `:${second}${fraction === undefined ? '' : `.${fraction}`}`;
  const [, sign = '', hours = '', minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  return `T${hour.padStart(2, '0')}:${minute}${seconds}${sign === '' ? offset.toUpperCase() : `${sign}${hours}:${minutes}`}`;
}

/** Reads texts of digits only. */
function readNumber(text: string): string | undefined {
  if (/^\d{10}$|^\d{13}$/.test(text)) {
    const seconds = Number(text.slice(0, 10));
    if (seconds < epochMin || seconds > epochMax) return '';
    const time = new Date(text.length === 10 ? seconds * 1000 : Number(text)).toISOString();
    return time.replace('.000Z', 'Z');
  }
  const partial = /^(\d{4})(?:[-/.](\d{1,2}))?$/.exec(text);
  if (partial) return formatTime({ year: partial[1], month: partial[2] });
  const match = compact.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, offset] = match;
  return formatTime({ year, month, day }, { hour, minute, second, offset });
}

/** Western digits, single spaces, and no marks of direction. */
function normalizeText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/\p{Nd}/gu, toWesternDigit)
    .replace(/\s+/g, ' ')
    .replace(/(令和|平成|昭和|民國|民国) ?(\d{1,3}|元) ?年/g, (_, era, year) => {
      return `${(eras[era] ?? 0) + (year === '元' ? 1 : Number(year))}年`;
    });
}

/** Digits are in blocks of ten that begin at a multiple of 16, or 6 after one in the scripts of India. */
function toWesternDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  return String((code - (code >= 0x900 && code < 0xe00 ? 6 : 0)) & 15);
}

function readFreeForm(text: string, language: string): string {
  const numeric = readNumericDate(text, language);
  if (numeric) {
    const { found, ...date } = numeric;
    return formatTime(date, readClock(text.replace(found, ' ')));
  }
  const time = clock.exec(text);
  const rest =
    time === null ? text : `${text.slice(0, time.index)} ${text.slice(time.index + time[0].length)}`;
  const date = readNamedDate(rest, language);
  return date ? formatTime(date, readClock(text)) : '';
}

function readNumericDate(
  text: string,
  language: string,
): (DateParts & { readonly found: string }) | undefined {
  const [found, year, , month, day, monthInWords, dayInWords] = yearFirst.exec(text) ?? [];
  if (found !== undefined) return { found, year, month: month ?? monthInWords, day: day ?? dayInWords };
  const inWords = vietnamese.exec(text);
  if (inWords) return { found: inWords[0], year: inWords[3], month: inWords[2], day: inWords[1] };
  const [numbers, first = '', separator = '', second = '', last = ''] = yearLast.exec(text) ?? [];
  if (numbers === undefined || (last.length === 2 && separator.trim() === '-')) return undefined;
  const isAmbiguous =
    Number(first) <= 12 && Number(second) <= 12 && first !== second && separator.trim() !== '.';
  if (isAmbiguous && language === '') return undefined;
  const isMonthFirst = isAmbiguous ? isMonthFirstIn(language) : Number(second) > 12;
  const [dayOf, monthOfYear] = isMonthFirst ? [second, first] : [first, second];
  return { found: numbers, year: fullYearOf(last), month: monthOfYear, day: dayOf };
}

function fullYearOf(year: string): number {
  const number = Number(year);
  if (year.length > 2) return number;
  return number + (number < 70 ? 2000 : 1900);
}

/** Only these countries write the month before the day in numbers. */
function isMonthFirstIn(language: string): boolean {
  return /^(?:US|PH)$/.test(new Intl.Locale(language).maximize().region ?? '');
}

function readClock(text: string): ClockParts {
  const match = clock.exec(text);
  if (match === null) return {};
  const [found, hour = '', minute, second, fraction, half = ''] = match;
  const isAfternoon = half.toLowerCase() === 'p' || afternoon.test(text.slice(0, match.index));
  const hours = (Number(hour) % (half === '' && !isAfternoon ? 24 : 12)) + (isAfternoon ? 12 : 0);
  const [, offsetHours, offsetMinutes = '00', name = ''] =
    zone.exec(text.slice(match.index + found.length)) ?? [];
  const offset = offsetHours === undefined ? zones[name.toUpperCase()] : `${offsetHours}:${offsetMinutes}`;
  return { hour: String(Number(hour) > 23 ? hour : hours), minute, second, fraction, offset };
}

/** Reads a date whose month is a word, from a text without time. */
function readNamedDate(text: string, language: string): DateParts | undefined {
  const tokens: readonly string[] = foldMonth(text).match(/[\p{L}\p{M}]+|\d+(?:\.\d+)*/gu) ?? [];
  if (!tokens.some(isYear) && !/\d-\p{L}{3,}-\d\d/u.test(text)) return undefined;
  for (const [index, token] of tokens.entries()) {
    const month = /^\d/.test(token) ? undefined : monthOf(token, language);
    if (month === undefined) continue;
    const before = numberNear(tokens, index, -1);
    const after = numberNear(tokens, index, 1);
    const year = yearNear(tokens, index);
    const next = tokens[tokens.indexOf(after ?? '', index) + 1];
    const isAfter = isDay(after) && (!isDay(before) || isYear(next));
    const day = isAfter ? after : before;
    if (isDay(day) && year !== undefined) return { year, month, day };
    // A day and a year of two digits, as in `03-Mar-24`.
    if (isDay(before) && after?.length === 2) return { year: fullYearOf(after), month, day: before };
    if (tokens.length === 2 && year !== undefined) return { year, month };
  }
  return undefined;
}

/** The number next to a word, on one side, after at most two words such as "of". */
function numberNear(tokens: readonly string[], index: number, step: number): string | undefined {
  for (let distance = 1; distance <= 3; distance++) {
    const token = tokens[index + step * distance];
    if (token === undefined || /^\d/.test(token)) return token;
    if (!filler.test(token)) return undefined;
  }
  return undefined;
}

/** The year near a month: after it, possibly with a day or a zone between them, or before it. */
function yearNear(tokens: readonly string[], index: number): string | undefined {
  return (
    tokens.slice(index + 1, index + 5).find(isYear) ??
    tokens.slice(Math.max(0, index - 3), index).find(isYear)
  );
}

function isDay(token: string | undefined): boolean {
  return token !== undefined && /^\d{1,2}$/.test(token) && Number(token) >= 1 && Number(token) <= 31;
}

function isYear(token: string | undefined): boolean {
  return token !== undefined && /^\d{4}$/.test(token);
}
