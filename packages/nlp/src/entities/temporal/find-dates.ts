import { memoize } from '@quern/runtime/caching/memoize';
import { lexiconOf } from '../lexicon/lexicons.ts';
import { isIdentifierNumber } from '../numeric/is-identifier-number.ts';
import { dateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex, wordEnd, wordStart } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import { expandYear, isoDate } from './calendar/calendar-arithmetic.ts';
import { calendarWords } from './calendar/calendar-words.ts';
import { compileTemplate } from './templates/compile-template.ts';
import { dateSlots } from './templates/date-slots.ts';
import { type DateGroups, readDate } from './templates/read-date.ts';

/** Finds DATE entities in digits, with a month name, as a month or as a year; values in ISO 8601. */
export function findDates(text: string, context: RuleContext): EntityCandidate[] {
  const numeric = [...numericDates(text, context)].map((date) => withWeekday(text, date, context));
  const found = [...numeric, ...daysWithoutYear(text, context), ...years(text, context)];
  for (const language of context.lexiconLanguages) found.push(...templateDates(text, language, context));
  return found;
}

const iso = new WordPattern(
  new RegExp(
    `(?<!\\d[-/.])(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?:T\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?${wordEnd}(?![-/.]\\d)`,
    'u',
  ),
);
const dayMonthYear = new WordPattern(
  new RegExp(
    `(?<!\\d[/.]|(?<!\\d{3})\\d-)(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|['’]?\\d{2})${wordEnd}(?![/.]\\d|-\\d(?!\\d?[/.]\\d))`,
    'u',
  ),
);

function* numericDates(text: string, context: RuleContext): Generator<EntityCandidate> {
  const starts = context.wordStarts(text);
  for (const match of iso.matchAll(starts)) {
    const day = isoDate(Number(match[1]), Number(match[3]), Number(match[4]));
    if (day === undefined) continue;
    const time = /T(\d{2}:.+)$/.exec(match[0])?.[1];
    yield dateFromMatch(match, 0.97, time === undefined ? day : `${day}T${time}`);
  }
  for (const match of dayMonthYear.matchAll(starts)) {
    const [, first = '', sign = '', second = '', last = ''] = match;
    // Two-digit years between periods are often version or section numbers.
    if (last.length < 4 && sign === '.' && !hasDateCueBefore(text, match.index, context)) continue;
    const [value, ...alternatives] = readings(Number(first), Number(second), expandYear(last), sign, context);
    if (value === undefined) continue;
    const date = dateFromMatch(match, last.length === 4 ? 0.95 : 0.85, value);
    // Only English is written with both orders.
    yield alternatives.length === 0 ? date : { ...date, confidence: 0.8, alternatives };
  }
}

/** Patterns of what precedes a date, by language. */
const leadsOf = memoize((language: string) => {
  const { dateCues, monthCues, weekdays, weekdayForms } = lexiconOf(language).calendar;
  const names = alternation([...weekdays, ...weekdayForms].flat());
  return {
    dateCue: cachedRegex(`${wordStart}${alternation(dateCues)}[:\\s\\u00a0]{1,2}$`, 'iu'),
    monthCue: cachedRegex(`${wordStart}${alternation(monthCues)}[\\s\\u00a0-]$`, 'iu'),
    weekday: cachedRegex(`${wordStart}${names}\\.?,?[ \\u00a0](\\()?$`, 'iu'),
  };
});

/** Whether `10.10.20` is a date, not a version: in a language that writes dates so, with two digits or a cue. */
function hasDateCueBefore(text: string, index: number, context: RuleContext): boolean {
  const [own = ''] = context.lexiconLanguages;
  if (own === 'en') return false;
  const isPadded = /^\d\d\.\d\d\./.test(text.slice(index, index + 6));
  const before = text.slice(Math.max(0, index - 16), index);
  return (
    before === '' ||
    leadsOf(own).dateCue.test(before) ||
    (isPadded && !isIdentifierNumber(text, index, index + 8, context))
  );
}

/** Joins a weekday before a date in digits: "Sat (11/5/2024)", "יום ראשון, 8.2.2026". */
function withWeekday(text: string, date: EntityCandidate, context: RuleContext): EntityCandidate {
  const lead = text.slice(Math.max(0, date.startIndex - 24), date.startIndex);
  const [own = ''] = context.lexiconLanguages;
  const match = leadsOf(own).weekday.exec(lead);
  if (match === null) return date;
  const hasClose = match[1] !== undefined && text[date.endIndex] === ')';
  if (match[1] !== undefined && !hasClose) return date;
  return {
    ...date,
    startIndex: date.startIndex - match[0].length,
    endIndex: date.endIndex + (hasClose ? 1 : 0),
  };
}

/** @param key language codes, joined by commas */
const dayMonth = memoize((key: string) => {
  const cues = key.split(',').flatMap((language) => calendarWords(language).dayMonthCues);
  if (cues.length === 0) return '';
  return `(?<=(?<!\\p{L})${alternation([...cues, ','])}[ \\u00a0])(\\d{1,2})\\.[ ]?(\\d{1,2})\\.(?!\\d|[ ]?\\d)`;
});

/** German days without a year: "Am 3.10." */
function* daysWithoutYear(text: string, context: RuleContext): Generator<EntityCandidate> {
  const source = dayMonth(context.lexiconLanguages.join());
  if (source === '') return;
  for (const match of text.matchAll(cachedRegex(source))) {
    const value = isoDate(context.referenceDate?.getUTCFullYear(), Number(match[2]), Number(match[1]));
    if (value !== undefined) yield dateFromMatch(match, 0.85, value);
  }
}

/**
 * Returns the possible readings of a date, the likeliest first: the month first in US order (en, en-US, en-PH, und), else the
 * day. Dates with slashes or hyphens have both readings in English texts of no region.
 */
function readings(
  first: number,
  second: number,
  year: number,
  sign: string,
  context: RuleContext,
): readonly string[] {
  const monthFirst = sign !== '.' && /^(en(-US|-PH)?|und)$/i.test(context.language);
  const [day, month] = monthFirst ? [second, first] : [first, second];
  const [likely, other] = [isoDate(year, month, day), isoDate(year, day, month)];
  if (likely === undefined) return other === undefined ? [] : [other];
  const isAmbiguous = sign !== '.' && /^(en|und)$/i.test(context.language) && other !== undefined;
  return isAmbiguous && other !== likely ? [likely, other] : [likely];
}

/** Formats that all languages share; those of one language are in its lexicon. */
const commonTemplates = [
  '[{weekday}[~][,][ (the|den|le|de)] ][{from}[~]–]{d}[(.|{ord})]·[{of} ]{month}[[,] [{of} ]({y}|{yy})]',
  '[{weekday}[~][,] ]{month}[.]·[{from}–]{d}[{ord}][[,] [{of} ]({y}|{yy})]',
  '{month}[[,] [{of} ]{y}]',
];

/** Dates by the templates of a language. */
function* templateDates(text: string, language: string, context: RuleContext): Generator<EntityCandidate> {
  const lexicon = lexiconOf(language);
  const { anyMonth, templates } = templatesOf(language);
  const starts = context.wordStarts(text);
  const hasMonth = anyMonth.matches(starts);
  const referenceYear = context.referenceDate?.getUTCFullYear();
  for (const { pattern, needsMonth } of templates) {
    if (needsMonth && !hasMonth) continue;
    for (const match of pattern.matchAll(starts)) {
      const groups = match.groups ?? {};
      const value = readDate(groups, lexicon, referenceYear);
      if (value === undefined || isAnotherWord(text, match, groups, language)) continue;
      yield trimmed(match, confidenceOf(groups), value);
    }
  }
}

/** A date without the spaces at the borders of its match. */
function trimmed(match: RegExpExecArray, confidence: number, value: string): EntityCandidate {
  const date = dateFromMatch(match, confidence, value);
  const lead = match[0].length - match[0].trimStart().length;
  const tail = match[0].length - match[0].trimEnd().length;
  return { ...date, startIndex: date.startIndex + lead, endIndex: date.endIndex - tail };
}

interface DateTemplate {
  readonly pattern: WordPattern;
  readonly needsMonth: boolean;
}

const templatesOf = memoize((language: string) => {
  const { calendar } = lexiconOf(language);
  const slots = dateSlots(language);
  const hasMonths = calendar.months.some((names) => names.length > 0);
  const all = [...calendar.dates, ...(hasMonths ? commonTemplates : [])];
  return {
    anyMonth: new WordPattern(`(?:${slots.values.month})`),
    templates: all.map((template): DateTemplate => {
      const source = compileTemplate(template, slots);
      return {
        pattern: new WordPattern(
          `(?<!\\d[.,:/-])${source}${wordEnd}(?![.,:]\\d|(?<=\\d)(?:[/-]\\d|[ ]?[%€]))`,
        ),
        needsMonth: template.includes('{month}') && !template.includes('{m}'),
      };
    }),
  };
});

function confidenceOf({ d, month, m, y, yy, era, q, half, decade, decadeName, century }: DateGroups): number {
  const hasYear = (y ?? yy ?? era) !== undefined;
  if ((q ?? half ?? decade ?? decadeName ?? century) !== undefined) return 0.93;
  if ((month ?? m) === undefined) return 0.92;
  if (d === undefined) return hasYear ? 0.95 : 0.75;
  return hasYear ? 0.97 : 0.9;
}

/** Whether the name of a month is another word: "aged 13 - 17 may come", "we march". */
function isAnotherWord(text: string, match: RegExpExecArray, groups: DateGroups, language: string): boolean {
  const { d, month, y, yy } = groups;
  if (month === undefined || (y ?? yy) !== undefined) return false;
  const { ambiguousMonths, monthVerbs } = lexiconOf(language).calendar;
  if (monthVerbs.includes(month)) return true;
  const name = month.toLowerCase().replace(/\.$/, '');
  if (d !== undefined || !ambiguousMonths.includes(name)) return false;
  const before = text.slice(Math.max(0, match.index - 16), match.index);
  return !leadsOf(language).monthCue.test(before);
}

const yearAlone = new WordPattern(
  new RegExp(
    `(?<![$€£#+-]|[\\p{N}][.,:/-])((?:1[5-9]|20)\\d{2})(?:(?:\\s?[-–—/]\\s?)((?:1[5-9]|20)\\d{2}|\\d{2}))?${wordEnd}(?![%]|[.,:/-]\\d)`,
    'u',
  ),
);

/** The pattern of a word before a year. @param key language codes, joined by commas */
const yearLead = memoize((key: string) => {
  const yearWords = alternation(key.split(',').flatMap((language) => calendarWords(language).yearWords));
  return cachedRegex(`${wordStart}${yearWords}[\\s\\u00a0(]{1,2}$`, 'iu');
});

/** Years and ranges of years (`2001/2004`). */
function* years(text: string, context: RuleContext): Generator<EntityCandidate> {
  const introduced = yearLead(context.lexiconLanguages.join());
  for (const match of yearAlone.matchAll(context.wordStarts(text))) {
    const [, from = '', to] = match;
    const hasSuffix = /^['’]/.test(text.slice(match.index + 4, match.index + 5));
    if (to === undefined && !hasSuffix && isIdentifierNumber(text, match.index, match.index + 4, context))
      continue;
    const before = text.slice(Math.max(0, match.index - 16), match.index);
    const isIntroduced = introduced.test(before) || /\($/.test(before);
    // "1500 guests" is a number.
    if (
      Number(from) < 1900 &&
      to === undefined &&
      !isIntroduced &&
      /^ \p{Ll}/u.test(text.slice(match.index + 4, match.index + 6))
    )
      continue;
    const confidence = isIntroduced ? 0.9 : to === undefined ? 0.65 : 0.85;
    const end = to === undefined ? undefined : to.length === 2 ? from.slice(0, 2) + to : to;
    if (end !== undefined && Number(end) < Number(from)) continue;
    yield dateFromMatch(match, confidence, end === undefined ? from : `${from}/${end}`);
  }
}
