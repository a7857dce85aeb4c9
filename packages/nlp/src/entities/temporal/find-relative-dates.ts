import type { EntityCandidate } from '../entity-candidate.ts';
import type { Numeral } from '../numeric/find-numerals.ts';
import { alternation, cachedRegex, matchAt, wordEnd, wordStart } from '../regex-builder.ts';
import type { LexiconLanguage, RuleContext } from '../rule-context.ts';
import { type DateUnit, resolveWeekday, shiftDate } from './calendar-arithmetic.ts';
import {
  type CalendarWords,
  calendarWords,
  parseTimeUnit,
  timeUnitSource,
  weekdayNumber,
} from './calendar-words.ts';

/** DATE told from the day of reading: yesterday, next Friday, two weeks ago. Values only with a reference date. */
export function findRelativeDates(
  text: string,
  amounts: readonly Numeral[],
  context: RuleContext,
): EntityCandidate[] {
  const found: EntityCandidate[] = [];
  for (const language of context.lexiconLanguages) {
    const words = calendarWords(language);
    found.push(...namedDays(text, words, context), ...neighbours(text, words, context));
    found.push(
      ...distances(text, amounts, words, context, language),
      ...weekdays(text, words, language === 'en'),
      ...vague(text, words),
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
    yield candidate(match, 0.9, referenceDate && shiftDate(referenceDate, days, 'D', true));
  }
}

/** "La mañana", "de morgen" are times of a day, not the next one. */
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
function* neighbours(
  text: string,
  words: CalendarWords,
  { referenceDate }: RuleContext,
): Generator<EntityCandidate> {
  const named = Object.keys(words.units).filter(
    (name) => isDateUnit(words.units[name]) && words.units[name] !== 'D',
  );
  const what = `(${alternation([...named, ...words.weekdays.flat(), ...words.seasons])})`;
  const steps: readonly [readonly string[], -1 | 0 | 1][] = [
    [words.next, 1],
    [words.last, -1],
    [words.this, 0],
  ];
  for (const [adjectives, step] of steps) {
    const adjective = alternation(adjectives);
    const source = `${wordStart}(?:${adjective}[\\s\\u00a0]${what}|${what}[\\s\\u00a0]${adjective})${wordEnd}`;
    for (const match of text.matchAll(cachedRegex(source))) {
      const name = match[1] ?? match[2] ?? '';
      const weekday = weekdayNumber(name, words);
      const unit = parseTimeUnit(name, words);
      let value: string | undefined;
      if (referenceDate !== undefined) {
        if (weekday !== undefined) value = resolveWeekday(referenceDate, weekday, step);
        else if (isDateUnit(unit)) value = shiftDate(referenceDate, step, unit, false);
      }
      yield candidate(match, 0.9, value);
    }
  }
}

/** "three days ago", "in two weeks", "vor drei Jahren", "il y a deux mois". */
function* distances(
  text: string,
  amounts: readonly Numeral[],
  words: CalendarWords,
  { referenceDate }: RuleContext,
  language: LexiconLanguage,
): Generator<EntityCandidate> {
  const unitName = `[\\s\\u00a0](${timeUnitSource(words)})${wordEnd}`;
  const agoName = words.ago.length === 0 ? undefined : `[\\s\\u00a0]${alternation(words.ago)}${wordEnd}`;
  const back = words.agoBefore.length === 0 ? undefined : leadSource(words.agoBefore);
  const ahead = words.ahead.length === 0 ? undefined : leadSource(words.ahead);
  for (const amount of amounts) {
    if (amount.language !== undefined && amount.language !== language) continue;
    const unit = matchAt(text, amount.endIndex, unitName);
    const step = parseTimeUnit(unit?.[1] ?? '', words);
    if (unit === null || amount.upper !== undefined || !isDateUnit(step)) continue;
    const end = amount.endIndex + unit[0].length;
    const ago = agoName === undefined ? null : matchAt(text, end, agoName);
    const before = text.slice(Math.max(0, amount.startIndex - 16), amount.startIndex);
    const lead = back?.exec(before) ?? ahead?.exec(before) ?? undefined;
    const past = ago !== null || (back?.test(before) ?? false);
    if (ago === null && lead === undefined) continue;
    const steps = Number(amount.value) * (past ? -1 : 1);
    const value =
      referenceDate && Number.isInteger(steps) ? shiftDate(referenceDate, steps, step, true) : undefined;
    const startIndex = amount.startIndex - (ago === null ? (lead?.[1]?.length ?? 0) : 0);
    const base = { startIndex, endIndex: end + (ago?.[0].length ?? 0), type: 'DATE' as const };
    const found = { ...base, confidence: past ? 0.92 : 0.75 };
    yield value === undefined || value === '' ? found : { ...found, value };
  }
}

function leadSource(words: readonly string[]): RegExp {
  return cachedRegex(`(?<![\\p{L}\\p{M}\\p{N}_])(${alternation(words)}[\\s\\u00a0])$`, 'iu');
}

/** "The previous year": a date that the text has told before. */
function* vague(text: string, words: CalendarWords): Generator<EntityCandidate> {
  if (words.vague.length > 0)
    for (const match of text.matchAll(cachedRegex(`${wordStart}${alternation(words.vague)}${wordEnd}`)))
      yield candidate(match, 0.7, undefined);
  if (words.weekdayAdverbs.length > 0)
    for (const match of text.matchAll(
      cachedRegex(`${wordStart}${alternation(words.weekdayAdverbs)}${wordEnd}`),
    ))
      yield candidate(match, 0.85, undefined);
}

/** A weekday alone has no value: the text does not say which week. English ones are written with a capital. */
function* weekdays(text: string, words: CalendarWords, capital: boolean): Generator<EntityCandidate> {
  const full = words.weekdays.map((names) => names[0] ?? '');
  const plural = capital ? 's?' : '';
  for (const match of text.matchAll(cachedRegex(`${wordStart}${alternation(full)}${plural}${wordEnd}`))) {
    const small = /^\p{Ll}/u.test(match[0]);
    yield candidate(match, capital && small ? 0.6 : 0.88, undefined);
  }
}

function* seasons(text: string, words: CalendarWords): Generator<EntityCandidate> {
  const source = `${wordStart}${alternation(words.seasons)}[\\s\\u00a0](?:${alternation(words.of)}[\\s\\u00a0])?((?:19|20)\\d{2})${wordEnd}`;
  for (const match of text.matchAll(cachedRegex(source))) yield candidate(match, 0.9, match[1]);
}

function candidate(match: RegExpExecArray, confidence: number, value: string | undefined): EntityCandidate {
  const endIndex = match.index + match[0].length;
  const base = { startIndex: match.index, endIndex, type: 'DATE' as const, confidence };
  return value === undefined || value === '' ? base : { ...base, value };
}
