import type { Numeral } from '../numeric/find-numerals.ts';
import { dateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex, matchAt, wordEnd, wordStart } from '../rules/regex-builder.ts';
import type { LexiconLanguage, RuleContext } from '../rules/rule-context.ts';
import { type DateUnit, resolveWeekday, shiftDate } from './calendar-arithmetic.ts';
import {
  type CalendarWords,
  calendarWords,
  parseTimeUnit,
  timeUnitSource,
  weekdayNumber,
} from './calendar-words.ts';

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
    found.push(
      ...offsetsFromReference(text, numerals, words, context, language),
      ...weekdays(text, words, language === 'en'),
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
  const period = `(${alternation([...named, ...words.weekdays.flat(), ...words.seasons])})`;
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

/** "three days ago", "in two weeks", "vor drei Jahren", "il y a deux mois". */
function* offsetsFromReference(
  text: string,
  numerals: readonly Numeral[],
  words: CalendarWords,
  { referenceDate }: RuleContext,
  language: LexiconLanguage,
): Generator<EntityCandidate> {
  const unitName = `[\\s\\u00a0](${timeUnitSource(words)})${wordEnd}`;
  const agoName = words.ago.length === 0 ? undefined : `[\\s\\u00a0]${alternation(words.ago)}${wordEnd}`;
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
    const isPast = ago !== null || (pastLead?.test(before) ?? false);
    if (ago === null && lead === undefined) continue;
    const steps = Number(numeral.value) * (isPast ? -1 : 1);
    const value =
      referenceDate && Number.isInteger(steps) ? shiftDate(referenceDate, steps, step, true) : undefined;
    const startIndex = numeral.startIndex - (ago === null ? (lead?.[1]?.length ?? 0) : 0);
    const base = { startIndex, endIndex: end + (ago?.[0].length ?? 0), type: 'DATE' as const };
    const found = { ...base, confidence: isPast ? 0.92 : 0.75 };
    yield value === undefined || value === '' ? found : { ...found, value };
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
  const full = words.weekdays.map((names) => names[0] ?? '');
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
