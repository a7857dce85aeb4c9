import type { CalendarWords } from '../lexicon/lexicon.ts';
import type { Numeral } from '../numeric/find-numerals.ts';
import { dateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';
import { matchAt } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import type { WordStarts } from '../rules/word-starts.ts';
import {
  isDateUnit,
  isoMonth,
  resolveWeekday,
  shiftDate,
  weekdayOfWeek,
} from './calendar/calendar-arithmetic.ts';
import { calendarWords, monthNumber, parseTimeUnit, weekdayNumber } from './calendar/calendar-words.ts';
import { findWeekdayRanges } from './find-weekday-ranges.ts';
import { relativeDatePatterns } from './relative-date-patterns.ts';

/** Finds DATE entities relative to the reference date: yesterday, next Friday, two weeks ago. Without one, they have no value. */
export function findRelativeDates(
  text: string,
  numerals: readonly Numeral[],
  context: RuleContext,
): EntityCandidate[] {
  const starts = context.wordStarts(text);
  const found: EntityCandidate[] = [];
  for (const language of context.lexiconLanguages) {
    found.push(
      ...namedDays(starts, language, context),
      ...adjacentPeriods(starts, language, context),
      ...periodPhrases(starts, language, context),
      ...offsetsFromReference(text, numerals, language, context),
      ...durationOffsets(starts, language, context),
      ...monthsOfYearPhrase(starts, language, context),
      ...weekdays(starts, language),
      ...findWeekdayRanges(starts, language),
      ...contextualDates(starts, language),
      ...seasons(starts, language),
    );
  }
  return found;
}

function* namedDays(
  starts: WordStarts,
  language: string,
  { referenceDate }: RuleContext,
): Generator<EntityCandidate> {
  for (const match of relativeDatePatterns(language).namedDay.matchAll(starts)) {
    const days = calendarWords(language).days[match[0].toLowerCase().replace(/\s/g, ' ')];
    if (days === undefined || isMorning(starts.text, match, language)) continue;
    yield dateFromMatch(match, 0.9, referenceDate && shiftDate(referenceDate, days, 'D', true));
  }
}

/** "La mañana" and "de morgen" mean the morning, not tomorrow. */
function isMorning(text: string, match: RegExpExecArray, language: string): boolean {
  if (!calendarWords(language).ambiguousDays.includes(match[0].toLowerCase())) return false;
  return relativeDatePatterns(language).notDayBefore.test(
    text.slice(Math.max(0, match.index - 8), match.index),
  );
}

/** "next week", "la semana pasada", "nächsten Montag". */
function* adjacentPeriods(
  starts: WordStarts,
  language: string,
  { referenceDate }: RuleContext,
): Generator<EntityCandidate> {
  const words = calendarWords(language);
  for (const { step, pattern } of relativeDatePatterns(language).adjacent) {
    for (const match of pattern.matchAll(starts)) {
      const name = match[1] ?? match[2] ?? '';
      const weekday = weekdayNumber(name, words);
      const unit = parseTimeUnit(name, words);
      let value: string | undefined;
      if (referenceDate !== undefined) {
        if (weekday !== undefined) value = resolveWeekday(referenceDate, weekday, step);
        else if (isDateUnit(unit)) value = shiftDate(referenceDate, step, unit, false);
      }
      yield dateFromMatch(match, 0.9, value);
    }
  }
}

/** "来週", "下周五", "في الأسبوع القادم": fixed phrases for a period, and a weekday in such a week. */
function* periodPhrases(
  starts: WordStarts,
  language: string,
  { referenceDate }: RuleContext,
): Generator<EntityCandidate> {
  const words = calendarWords(language);
  const { phrase, dayOfWeek } = relativeDatePatterns(language);
  for (const match of phrase.matchAll(starts)) {
    const [amount, unit] = stepOf(words, match[0]);
    const value =
      referenceDate && isDateUnit(unit) ? shiftDate(referenceDate, amount, unit, false) : undefined;
    yield dateFromMatch(match, 0.9, value);
  }
  for (const match of dayOfWeek.matchAll(starts)) {
    const [, week = match[5] ?? '', before, short, after] = match;
    const name = before ?? after;
    const weekday =
      name === undefined ? words.weekdayAfterWeek.indexOf(short ?? '') + 1 : weekdayNumber(name, words);
    const [amount] = stepOf(words, week);
    const value =
      referenceDate && weekday !== undefined ? weekdayOfWeek(referenceDate, weekday, amount) : undefined;
    yield dateFromMatch(match, 0.92, value);
  }
}

function stepOf(words: CalendarWords, phrase: string): readonly [amount: number, unit: string] {
  const step = words.periodPhrases[phrase.toLowerCase().replace(/\s/g, ' ')] ?? '';
  const [, amount = '0', unit = ''] = /^([-+]?\d+)(\D+)$/.exec(step) ?? [];
  return [Number(amount), unit];
}

/** "three days ago", "in two weeks", "vor drei Jahren", "il y a deux mois". */
function* offsetsFromReference(
  text: string,
  numerals: readonly Numeral[],
  language: string,
  { referenceDate }: RuleContext,
): Generator<EntityCandidate> {
  const words = calendarWords(language);
  const { unitName, agoName, laterName, pastLead, futureLead } = relativeDatePatterns(language);
  for (const numeral of numerals) {
    if (numeral.language !== undefined && numeral.language !== language) continue;
    const unit = matchAt(text, numeral.endIndex, unitName);
    const step = parseTimeUnit(unit?.[1] ?? '', words);
    if (unit === null || numeral.upperBound !== undefined || !isDateUnit(step)) continue;
    const end = numeral.endIndex + unit[0].length;
    const ago = matchAt(text, end, agoName);
    const before = text.slice(Math.max(0, numeral.startIndex - 16), numeral.startIndex);
    const lead = pastLead.exec(before) ?? futureLead.exec(before);
    const later = ago === null ? matchAt(text, end, laterName) : null;
    const isPast = ago !== null || (later === null && pastLead.test(before));
    const tail = ago ?? later;
    if (tail === null && lead === null) continue;
    const steps = Number(numeral.value) * (isPast ? -1 : 1);
    const value =
      referenceDate && Number.isInteger(steps) ? shiftDate(referenceDate, steps, step, true) : undefined;
    const hasLead = tail === null || (ago !== null && pastLead.test(before));
    const startIndex = numeral.startIndex - (hasLead ? (lead?.[1]?.length ?? 0) : 0);
    const base = { startIndex, endIndex: end + (tail?.[0].length ?? 0), type: 'DATE' as const };
    const found = { ...base, confidence: isPast || later !== null ? 0.92 : 0.75 };
    yield value === undefined || value === '' ? found : { ...found, value };
  }
}

/** "来年4月", "tavaly szeptemberben": a month of a year relative to the reference date. */
function* monthsOfYearPhrase(
  starts: WordStarts,
  language: string,
  { referenceDate }: RuleContext,
): Generator<EntityCandidate> {
  const words = calendarWords(language);
  for (const match of relativeDatePatterns(language).monthOfYear.matchAll(starts)) {
    const [, phrase = '', name, digits] = match;
    const [amount] = stepOf(words, phrase);
    const number = name === undefined ? Number(digits) : monthNumber(name, words);
    if (number === undefined) continue;
    const year = referenceDate && referenceDate.getUTCFullYear() + amount;
    yield dateFromMatch(match, 0.92, year === undefined ? undefined : isoMonth(year, number));
  }
}

/** "Half a year ago", "قبل أسبوعين": a named duration before or after the reference date. */
function* durationOffsets(
  starts: WordStarts,
  language: string,
  { referenceDate }: RuleContext,
): Generator<EntityCandidate> {
  const { durations, durationOffset } = relativeDatePatterns(language);
  for (const match of durationOffset.matchAll(starts)) {
    const [, before, first, second, after] = match;
    const [amount, unit] = durations.get((first ?? second ?? '').toLowerCase()) ?? [];
    if (amount === undefined || !isDateUnit(unit)) continue;
    const steps = before === undefined && after === undefined ? amount : -amount;
    yield dateFromMatch(match, 0.92, referenceDate && shiftDate(referenceDate, steps, unit, true));
  }
}

/** "The previous year": dates that depend on earlier text, and adverbs such as "montags". */
function* contextualDates(starts: WordStarts, language: string): Generator<EntityCandidate> {
  for (const { confidence, pattern } of relativeDatePatterns(language).contextual)
    for (const match of pattern.matchAll(starts)) yield dateFromMatch(match, confidence);
}

/** Weekdays alone have no value, since the week is unknown. */
function* weekdays(starts: WordStarts, language: string): Generator<EntityCandidate> {
  for (const match of relativeDatePatterns(language).weekday.matchAll(starts)) {
    // English capitalizes weekdays.
    const isUncertain = language === 'en' && /^\p{Ll}/u.test(match[0]);
    yield dateFromMatch(match, isUncertain ? 0.6 : 0.88);
  }
}

function* seasons(starts: WordStarts, language: string): Generator<EntityCandidate> {
  for (const match of relativeDatePatterns(language).season.matchAll(starts))
    yield dateFromMatch(match, 0.9, match[1]);
}
