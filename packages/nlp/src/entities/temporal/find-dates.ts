import { numberWords } from '../numeric/number-words.ts';
import { dateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex, wordEnd, wordStart } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import { expandYear, isoDate, isoMonth } from './calendar-arithmetic.ts';
import { type CalendarWords, calendarWords, monthNumber } from './calendar-words.ts';

/** Finds DATE entities in digits, with a month name, as a month or as a year; values in ISO 8601. */
export function findDates(text: string, context: RuleContext): EntityCandidate[] {
  const found = [...numericDates(text, context), ...daysWithoutYear(text, context), ...years(text, context)];
  for (const language of context.lexiconLanguages) {
    const words = calendarWords(language);
    found.push(...namedMonthDates(text, words, numberWords(language).ordinalSuffixes, context));
  }
  return found;
}

const iso =
  /(?<![\p{L}\p{N}_]|\d[-/.])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\p{L}\p{N}_]|[-/.]\d)/gu;
const dayMonthYear =
  /(?<![\p{L}\p{N}_]|\d[-/.])(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|['’]?\d{2})(?![\p{L}\p{N}_]|[-/.]\d)/gu;

function* numericDates(text: string, context: RuleContext): Generator<EntityCandidate> {
  for (const match of text.matchAll(iso)) {
    const day = isoDate(Number(match[1]), Number(match[3]), Number(match[4]));
    if (day === undefined) continue;
    const time = /[T ](\d{2}:.+)$/.exec(match[0])?.[1];
    yield dateFromMatch(match, 0.97, time === undefined ? day : `${day}T${time}`);
  }
  for (const match of text.matchAll(dayMonthYear)) {
    const [, first = '', sign = '', second = '', last = ''] = match;
    // Two-digit years between periods are often version or section numbers.
    if (last.length < 4 && sign === '.' && !hasDateCueBefore(text, match.index, context)) continue;
    const value = orderedDate(Number(first), Number(second), expandYear(last), sign, context);
    if (value !== undefined) yield dateFromMatch(match, last.length === 4 ? 0.95 : 0.85, value);
  }
}

const dateCueBefore =
  /^$|(?:^|[\s(])(?:am|vom|den|bis|ab|zum|seit|der|dem|le|du|au|el|al|del|em|il|dal|op|van|tot|datum|data|date|fecha)[:\s\u00a0]{1,2}$/iu;

/** Whether the preceding word marks `10.10.20` as a date. */
function hasDateCueBefore(text: string, index: number, context: RuleContext): boolean {
  return (
    context.lexiconLanguages[0] !== 'en' && dateCueBefore.test(text.slice(Math.max(0, index - 10), index))
  );
}

/** German days without a year: "Am 3.10." */
function* daysWithoutYear(text: string, context: RuleContext): Generator<EntityCandidate> {
  if (!context.lexiconLanguages.includes('de')) return;
  const dayMonth =
    /(?<=(?<!\p{L})(?:am|vom|bis|zum|der|den|dem|ab|und|seit|von|,)[ \u00a0])(\d{1,2})\.[ ]?(\d{1,2})\.(?!\d|[ ]?\d)/giu;
  for (const match of text.matchAll(dayMonth)) {
    const value = isoDate(context.referenceDate?.getUTCFullYear(), Number(match[2]), Number(match[1]));
    if (value !== undefined) yield dateFromMatch(match, 0.85, value);
  }
}

/** Reads the day first, or the month first in US order (en, en-US, en-PH, und), unless that date does not exist. */
function orderedDate(
  first: number,
  second: number,
  year: number,
  sign: string,
  context: RuleContext,
): string | undefined {
  const monthFirst = sign !== '.' && /^(en(-US|-PH)?|und)$/i.test(context.language);
  const [day, month] = monthFirst ? [second, first] : [first, second];
  return isoDate(year, month, day) ?? isoDate(year, day, month);
}

function* namedMonthDates(
  text: string,
  words: CalendarWords,
  suffixes: readonly string[],
  context: RuleContext,
): Generator<EntityCandidate> {
  const month = `(${alternation(words.months.flat())})`;
  const weekday = `(?:${alternation(words.weekdays.flat())}\\.?,?[\\s\\u00a0](?:the[\\s]|den[\\s]|le[\\s])?)?`;
  const day = `(\\d{1,2})(?:\\.|${alternation(suffixes)})?`;
  const of = `(?:${alternation(words.of)}[\\s\\u00a0])?`;
  const year = `(?:,?[\\s\\u00a0]${of}((?:1[0-9]|20)\\d{2}|['’]\\d{2})(?![\\p{L}\\p{N}]|[.,:]\\d))?`;
  const gap = '[\\s\\u00a0-]{1,2}';
  const until = '(?:(\\d{1,2})\\.?[ \\u00a0]?[-\\u2013\\u2014][ \\u00a0]?)?';
  const dayFirst = `${wordStart}(?<!\\d[.,:/-])${weekday}${until}${day}${gap}${of}${month}${wordEnd}${year}`;
  for (const match of text.matchAll(cachedRegex(dayFirst))) {
    yield* namedDay(
      match,
      { first: match[1], day: match[2], month: match[3], year: match[4] },
      words,
      context,
    );
  }
  const monthFirst = `${wordStart}${weekday}${month}${gap}${until}(\\d{1,2})(?:${alternation(suffixes)})?(?![\\p{L}\\p{N}:]|[.,/-]\\d)${year}`;
  for (const match of text.matchAll(cachedRegex(monthFirst))) {
    yield* namedDay(
      match,
      { first: match[2], day: match[3], month: match[1], year: match[4] },
      words,
      context,
    );
  }
  yield* monthsWithoutDay(text, words, month, of, context);
}

interface DayParts {
  /** First day of a range: 3–7 November. */
  readonly first: string | undefined;
  readonly day: string | undefined;
  readonly month: string | undefined;
  readonly year: string | undefined;
}

function* namedDay(
  match: RegExpExecArray,
  { first, day, month, year }: DayParts,
  words: CalendarWords,
  context: RuleContext,
): Generator<EntityCandidate> {
  const number = monthNumber(month ?? '', words);
  // Not a date: "aged 13 - 17 may come".
  if (number === undefined || (year === undefined && /^(?:may|mar)$/.test(month ?? ''))) return;
  const resolvedYear = year === undefined ? context.referenceDate?.getUTCFullYear() : expandYear(year);
  const value = isoDate(resolvedYear, number, Number(day));
  const from = first === undefined ? undefined : isoDate(resolvedYear, number, Number(first));
  if (value === undefined || (first !== undefined && from === undefined)) return;
  yield dateFromMatch(
    match,
    year === undefined ? 0.9 : 0.97,
    from === undefined ? value : `${from}/${value}`,
  );
}

/** Month names that are also other words; they need a year or a preposition. */
const ambiguousMonths =
  /^(may|march|mar|mars|mai|set|ago|mag|apr|dec|jan|jun|nov|oct|sept?|feb|aug|déc|gen|lug|giu|ott|dic|mei|mrt|jul|okt|dez|mrz)\.?$/i;

function* monthsWithoutDay(
  text: string,
  words: CalendarWords,
  month: string,
  of: string,
  context: RuleContext,
): Generator<EntityCandidate> {
  const source = `${wordStart}${month}(?:,?[\\s\\u00a0]${of}((?:1[0-9]|20)\\d{2}))?${wordEnd}`;
  for (const match of text.matchAll(cachedRegex(source))) {
    const [whole, name = '', year] = match;
    const number = monthNumber(name, words);
    if (number === undefined) continue;
    if (year === undefined && ambiguousMonths.test(name)) {
      const before = text.slice(Math.max(0, match.index - 12), match.index);
      if (
        !/\b(in|of|since|last|next|until|by|early|late|mid|en|de|im|seit|bis|nel|di|em|dès|fin|début)[\s-]$/iu.test(
          before,
        )
      )
        continue;
      if (/^(may|march|mar)$/.test(whole)) continue;
    }
    yield dateFromMatch(
      match,
      year === undefined ? 0.75 : 0.95,
      isoMonth(year === undefined ? context.referenceDate?.getUTCFullYear() : Number(year), number),
    );
  }
}

const yearAlone =
  /(?<![\p{L}\p{N}_$€£#+-]|[\p{N}][.,:/-])((?:1[5-9]|20)\d{2})(?:(?:\s?[-–—/]\s?)((?:1[5-9]|20)\d{2}|\d{2}))?(?![\p{L}\p{N}_%]|[.,:/-]\d)/gu;
/** Years and ranges of years (`2001/2004`). */
function* years(text: string, context: RuleContext): Generator<EntityCandidate> {
  const yearWords = alternation(
    context.lexiconLanguages.flatMap((language) => calendarWords(language).yearWords),
  );
  const introduced = cachedRegex(`${wordStart}${yearWords}[\\s\\u00a0(]{1,2}$`, 'iu');
  for (const match of text.matchAll(yearAlone)) {
    const [, from = '', to] = match;
    const before = text.slice(Math.max(0, match.index - 16), match.index);
    const confidence = introduced.test(before) || /\($/.test(before) ? 0.9 : to === undefined ? 0.65 : 0.85;
    const end = to === undefined ? undefined : to.length === 2 ? from.slice(0, 2) + to : to;
    if (end !== undefined && Number(end) < Number(from)) continue;
    yield dateFromMatch(match, confidence, end === undefined ? from : `${from}/${end}`);
  }
}
