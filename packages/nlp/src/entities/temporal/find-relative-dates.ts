import { memoize } from '../../memoize.ts';
import type { CalendarWords } from '../lexicon/lexicon.ts';
import { lexiconOf } from '../lexicon/lexicons.ts';
import type { Numeral } from '../numeric/find-numerals.ts';
import { dateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex, matchAt, wordEnd, wordStart } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import {
  type DateUnit,
  isoMonth,
  resolveWeekday,
  shiftDate,
  weekdayOfWeek,
} from './calendar/calendar-arithmetic.ts';
import {
  calendarWords,
  monthNumber,
  parseTimeUnit,
  timeUnitSource,
  weekdayNumber,
} from './calendar/calendar-words.ts';
import { findWeekdayRanges } from './find-weekday-ranges.ts';

/** Finds DATE entities relative to the reference date: yesterday, next Friday, two weeks ago. Without one, they have no value. */
export function findRelativeDates(
  text: string,
  numerals: readonly Numeral[],
  context: RuleContext,
): EntityCandidate[] {
  const found: EntityCandidate[] = [];
  for (const language of context.lexiconLanguages) {
    const words = calendarWords(language);
    found.push(...namedDays(text, words, context), ...adjacentPeriods(text, words, context));
    found.push(...periodPhrases(text, language, context));
    found.push(
      ...offsetsFromReference(text, numerals, words, context, language),
      ...phraseOffsets(text, words, context),
      ...monthsOfYearPhrase(text, language, context),
      ...weekdays(text, words, language === 'en'),
      ...findWeekdayRanges(text, language),
      ...contextualDates(text, words),
      ...seasons(text, words),
    );
  }
  return found;
}

function* namedDays(
  text: string,
  words: CalendarWords,
  { referenceDate }: RuleContext,
): Generator<EntityCandidate> {
  for (const match of text.matchAll(
    cachedRegex(`${wordStart}${alternation(Object.keys(words.days))}${wordEnd}`),
  )) {
    const days = words.days[match[0].toLowerCase().replace(/\s/g, ' ')];
    if (days === undefined || isMorning(text, match)) continue;
    yield dateFromMatch(match, 0.9, referenceDate && shiftDate(referenceDate, days, 'D', true));
  }
}

/** "La mañana" and "de morgen" mean the morning, not tomorrow. */
function isMorning(text: string, match: RegExpExecArray): boolean {
  if (!/^(?:mañana|morgen)$/i.test(match[0])) return false;
  return /(?:^|[\s(])(?:la|las|una|esta|cada|toda|de la|por la|deze|elke|iedere|guten|goede)[\s\u00a0]$/iu.test(
    text.slice(Math.max(0, match.index - 8), match.index),
  );
}

const dateUnits: ReadonlySet<string> = new Set(['D', 'W', 'MO', 'Y']);

function isDateUnit(unit: string | undefined): unit is DateUnit {
  return unit !== undefined && dateUnits.has(unit);
}

/** "next week", "la semana pasada", "nächsten Montag". */
function* adjacentPeriods(
  text: string,
  words: CalendarWords,
  { referenceDate }: RuleContext,
): Generator<EntityCandidate> {
  const named = Object.keys(words.units).filter(
    (name) => isDateUnit(words.units[name]) && words.units[name] !== 'D',
  );
  const period = `(${alternation([...named, ...words.weekdays.flat(), ...words.weekdayForms.flat(), ...words.seasons])})`;
  const steps: readonly [readonly string[], -1 | 0 | 1][] = [
    [words.next, 1],
    [words.last, -1],
    [words.this, 0],
  ];
  for (const [adjectives, step] of steps) {
    const adjective = alternation(adjectives);
    const source = `${wordStart}(?:${adjective}[\\s\\u00a0]${period}|${period}[\\s\\u00a0]${adjective})${wordEnd}`;
    for (const match of text.matchAll(cachedRegex(source))) {
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

const periodPatterns = memoize((language: string) => {
  const words = calendarWords(language);
  const weeks = Object.keys(words.periodPhrases).filter((phrase) =>
    words.periodPhrases[phrase]?.endsWith('W'),
  );
  const weekday = `(${alternation([...words.weekdays, ...words.weekdayForms].flat())})`;
  const short = `(${alternation(words.weekdayAfterWeek)})`;
  const of = `(?:[ \\u00a0]?${alternation([...words.of, ','])})?[ \\u00a0]?`;
  return {
    phrase: cachedRegex(`${wordStart}${alternation(Object.keys(words.periodPhrases))}${wordEnd}`),
    dayOfWeek: cachedRegex(
      `${wordStart}(?:(${alternation(weeks)})(?:${of}${weekday}|${short})|${weekday}[ \\u00a0]${of}(${alternation(weeks)}))${wordEnd}`,
    ),
  };
});

/** "来週", "下周五", "في الأسبوع القادم": fixed phrases for a period, and a weekday in such a week. */
function* periodPhrases(
  text: string,
  language: string,
  { referenceDate }: RuleContext,
): Generator<EntityCandidate> {
  const words = calendarWords(language);
  const { phrase, dayOfWeek } = periodPatterns(language);
  for (const match of text.matchAll(phrase)) {
    const [amount, unit] = stepOf(words, match[0]);
    const value =
      referenceDate && isDateUnit(unit) ? shiftDate(referenceDate, amount, unit, false) : undefined;
    yield dateFromMatch(match, 0.9, value);
  }
  for (const match of text.matchAll(dayOfWeek)) {
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
  words: CalendarWords,
  { referenceDate }: RuleContext,
  language: string,
): Generator<EntityCandidate> {
  const gap = lexiconOf(language).isUnspaced ? '[\\s\\u00a0]?' : '[\\s\\u00a0]';
  const unitName = `${gap}(${timeUnitSource(words)})${wordEnd}`;
  const agoName = words.ago.length === 0 ? undefined : `${gap}(?:${alternation(words.ago)})${wordEnd}`;
  const laterName =
    words.aheadAfter.length === 0 ? undefined : `${gap}(?:${alternation(words.aheadAfter)})${wordEnd}`;
  const pastLead = words.agoBefore.length === 0 ? undefined : leadPattern(words.agoBefore);
  const futureLead = words.ahead.length === 0 ? undefined : leadPattern(words.ahead);
  for (const numeral of numerals) {
    if (numeral.language !== undefined && numeral.language !== language) continue;
    const unit = matchAt(text, numeral.endIndex, unitName);
    const step = parseTimeUnit(unit?.[1] ?? '', words);
    if (unit === null || numeral.upperBound !== undefined || !isDateUnit(step)) continue;
    const end = numeral.endIndex + unit[0].length;
    const ago = agoName === undefined ? null : matchAt(text, end, agoName);
    const before = text.slice(Math.max(0, numeral.startIndex - 16), numeral.startIndex);
    const lead = pastLead?.exec(before) ?? futureLead?.exec(before) ?? undefined;
    const later = laterName === undefined || ago !== null ? null : matchAt(text, end, laterName);
    const isPast = ago !== null || (later === null && (pastLead?.test(before) ?? false));
    const tail = ago ?? later;
    if (tail === null && lead === undefined) continue;
    const steps = Number(numeral.value) * (isPast ? -1 : 1);
    const value =
      referenceDate && Number.isInteger(steps) ? shiftDate(referenceDate, steps, step, true) : undefined;
    const hasLead = tail === null || (ago !== null && pastLead?.test(before) === true);
    const startIndex = numeral.startIndex - (hasLead ? (lead?.[1]?.length ?? 0) : 0);
    const base = { startIndex, endIndex: end + (tail?.[0].length ?? 0), type: 'DATE' as const };
    const found = { ...base, confidence: isPast || later !== null ? 0.92 : 0.75 };
    yield value === undefined || value === '' ? found : { ...found, value };
  }
}

/** "来年4月", "tavaly szeptemberben": a month of a year relative to the reference date. */
function* monthsOfYearPhrase(
  text: string,
  language: string,
  { referenceDate }: RuleContext,
): Generator<EntityCandidate> {
  const words = calendarWords(language);
  const years = Object.keys(words.periodPhrases).filter((phrase) =>
    words.periodPhrases[phrase]?.endsWith('Y'),
  );
  if (years.length === 0) return;
  const month = `(?:(${alternation(words.months.flat())})|(1[0-2]|[1-9])[月월])`;
  const source = `${wordStart}(${alternation(years)})[ \\u00a0]?(?:の)?${month}${wordEnd}(?![ \\u00a0]?\\d)`;
  for (const match of text.matchAll(cachedRegex(source))) {
    const [, phrase = '', name, digits] = match;
    const [amount] = stepOf(words, phrase);
    const number = name === undefined ? Number(digits) : monthNumber(name, words);
    if (number === undefined) continue;
    const year = referenceDate && referenceDate.getUTCFullYear() + amount;
    yield dateFromMatch(match, 0.92, year === undefined ? undefined : isoMonth(year, number));
  }
}

/** "Half a year ago", "قبل أسبوعين": a named duration before or after the reference date. */
function* phraseOffsets(
  text: string,
  words: CalendarWords,
  { referenceDate }: RuleContext,
): Generator<EntityCandidate> {
  const phrases = new Map<string, readonly [number, string | undefined]>(
    Object.entries(words.durations).flatMap(([phrase, value]) => {
      const [, amount, unit] = /^P(\d+)([DWMY])$/.exec(value) ?? [];
      return amount === undefined ? [] : [[phrase, [Number(amount), unit === 'M' ? 'MO' : unit]] as const];
    }),
  );
  if (words.bareUnitIsOne) {
    for (const [name, unit] of Object.entries(words.units))
      if (isDateUnit(unit) && name.length > 2) phrases.set(name.toLowerCase(), [1, unit]);
  }
  if (phrases.size === 0) return;
  const phrase = alternation(phrases.keys());
  const past = alternation(words.agoBefore);
  const source = `${wordStart}(?:(?:(${past})|${alternation(words.ahead)})[\\s\\u00a0](${phrase})(?![ \\u00a0]\\d)|(${phrase})[\\s\\u00a0](?:(${alternation(words.ago)})|${alternation(words.aheadAfter)}))${wordEnd}`;
  for (const match of text.matchAll(cachedRegex(source))) {
    const [, before, first, second, after] = match;
    const [amount, unit] = phrases.get((first ?? second ?? '').toLowerCase()) ?? [];
    if (amount === undefined || !isDateUnit(unit)) continue;
    const steps = before === undefined && after === undefined ? amount : -amount;
    yield dateFromMatch(match, 0.92, referenceDate && shiftDate(referenceDate, steps, unit, true));
  }
}

function leadPattern(words: readonly string[]): RegExp {
  return cachedRegex(`(?<![\\p{L}\\p{M}\\p{N}_])(${alternation(words)}[\\s\\u00a0])$`, 'iu');
}

/** "The previous year": dates that depend on earlier text. */
function* contextualDates(text: string, words: CalendarWords): Generator<EntityCandidate> {
  if (words.vague.length > 0)
    for (const match of text.matchAll(cachedRegex(`${wordStart}${alternation(words.vague)}${wordEnd}`)))
      yield dateFromMatch(match, 0.7);
  if (words.weekdayAdverbs.length > 0)
    for (const match of text.matchAll(
      cachedRegex(`${wordStart}${alternation(words.weekdayAdverbs)}${wordEnd}`),
    ))
      yield dateFromMatch(match, 0.85);
}

/**
 * Weekdays alone have no value, since the week is unknown.
 *
 * @param isCapitalized whether the language capitalizes weekdays, so that lowercase matches are less certain
 */
function* weekdays(text: string, words: CalendarWords, isCapitalized: boolean): Generator<EntityCandidate> {
  const full = [...words.weekdays.map((names) => names[0] ?? ''), ...words.weekdayForms.flat()];
  const plural = isCapitalized ? 's?' : '';
  for (const match of text.matchAll(cachedRegex(`${wordStart}${alternation(full)}${plural}${wordEnd}`))) {
    const isLowercase = /^\p{Ll}/u.test(match[0]);
    yield dateFromMatch(match, isCapitalized && isLowercase ? 0.6 : 0.88);
  }
}

function* seasons(text: string, words: CalendarWords): Generator<EntityCandidate> {
  const source = `${wordStart}${alternation(words.seasons)}[\\s\\u00a0](?:${alternation(words.of)}[\\s\\u00a0])?((?:19|20)\\d{2})${wordEnd}`;
  for (const match of text.matchAll(cachedRegex(source))) yield dateFromMatch(match, 0.9, match[1]);
}
