import { type DateUnit, shiftDate, weekdayDate } from './calendar-arithmetic.ts';
import { type CalendarWords, calendarWords, unitOf, weekdayNumber } from './calendar-words.ts';
import type { Candidate, RuleContext } from './candidate.ts';
import { numberWordsSource, parseNumberWords } from './number-words.ts';
import { anyOf, pattern, wordEnd, wordStart } from './word-pattern.ts';

/** DATE told from the day of reading: yesterday, next Friday, two weeks ago. Values only with a reference date. */
export function findRelativeDates(text: string, context: RuleContext): Candidate[] {
  const found: Candidate[] = [];
  for (const language of context.tables) {
    const words = calendarWords(language);
    found.push(...namedDays(text, words, context), ...neighbours(text, words, context));
    found.push(
      ...distances(text, words, context),
      ...weekdays(text, words, language === 'en'),
      ...seasons(text, words),
    );
  }
  return found;
}

function* namedDays(
  text: string,
  words: CalendarWords,
  { referenceDate }: RuleContext,
): Generator<Candidate> {
  for (const match of text.matchAll(pattern(`${wordStart}${anyOf(Object.keys(words.days))}${wordEnd}`))) {
    const days = words.days[match[0].toLowerCase().replace(/\s/g, ' ')];
    if (days === undefined) continue;
    yield candidate(match, 0.9, referenceDate && shiftDate(referenceDate, days, 'D', true));
  }
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
): Generator<Candidate> {
  const named = Object.keys(words.units).filter(
    (name) => isDateUnit(words.units[name]) && words.units[name] !== 'D',
  );
  const what = `(${anyOf([...named, ...words.weekdays.flat(), ...words.seasons])})`;
  const steps: readonly [readonly string[], -1 | 0 | 1][] = [
    [words.next, 1],
    [words.last, -1],
    [words.this, 0],
  ];
  for (const [adjectives, step] of steps) {
    const adjective = anyOf(adjectives);
    const source = `${wordStart}(?:${adjective}[\\s\\u00a0]${what}|${what}[\\s\\u00a0]${adjective})${wordEnd}`;
    for (const match of text.matchAll(pattern(source))) {
      const name = match[1] ?? match[2] ?? '';
      const weekday = weekdayNumber(name, words);
      const unit = unitOf(name, words);
      let value: string | undefined;
      if (referenceDate !== undefined) {
        if (weekday !== undefined) value = weekdayDate(referenceDate, weekday, step);
        else if (isDateUnit(unit)) value = shiftDate(referenceDate, step, unit, false);
      }
      yield candidate(match, 0.9, value);
    }
  }
}

/** "three days ago", "in two weeks", "vor drei Jahren", "il y a deux mois". */
function* distances(text: string, words: CalendarWords, context: RuleContext): Generator<Candidate> {
  const unit = `(${anyOf(Object.keys(words.units).filter((name) => isDateUnit(words.units[name])))})`;
  const amount = `(\\d{1,4}|an?|${numberWordsSource(context)})`;
  const span = `${amount}[\\s\\u00a0]${unit}`;
  const sources: [string, 1 | -1][] = [];
  if (words.ago.length > 0) sources.push([`${span}[\\s\\u00a0]${anyOf(words.ago)}`, -1]);
  if (words.agoBefore.length > 0) sources.push([`${anyOf(words.agoBefore)}[\\s\\u00a0]${span}`, -1]);
  if (words.ahead.length > 0) sources.push([`${anyOf(words.ahead)}[\\s\\u00a0]${span}`, 1]);
  for (const [source, direction] of sources) {
    for (const match of text.matchAll(pattern(`${wordStart}${source}${wordEnd}`))) {
      const [, count = '', name = ''] = match;
      const step = unitOf(name, words);
      const number = /^\d/.test(count)
        ? Number(count)
        : /^an?$/i.test(count)
          ? 1
          : parseNumberWords(count, context);
      if (!isDateUnit(step) || number === undefined) continue;
      const value = context.referenceDate && shiftDate(context.referenceDate, number * direction, step, true);
      yield candidate(match, direction < 0 ? 0.92 : 0.7, value);
    }
  }
}

/** A weekday alone has no value: the text does not say which week. English ones are written with a capital. */
function* weekdays(text: string, words: CalendarWords, capital: boolean): Generator<Candidate> {
  const full = words.weekdays.map((names) => names[0] ?? '');
  const plural = capital ? 's?' : '';
  for (const match of text.matchAll(pattern(`${wordStart}${anyOf(full)}${plural}${wordEnd}`))) {
    const small = /^\p{Ll}/u.test(match[0]);
    yield candidate(match, capital && small ? 0.6 : 0.88, undefined);
  }
}

function* seasons(text: string, words: CalendarWords): Generator<Candidate> {
  const source = `${wordStart}${anyOf(words.seasons)}[\\s\\u00a0](?:${anyOf(words.of)}[\\s\\u00a0])?((?:19|20)\\d{2})${wordEnd}`;
  for (const match of text.matchAll(pattern(source))) yield candidate(match, 0.9, match[1]);
}

function candidate(match: RegExpExecArray, confidence: number, value: string | undefined): Candidate {
  const endIndex = match.index + match[0].length;
  const base = { startIndex: match.index, endIndex, type: 'DATE' as const, confidence };
  return value === undefined || value === '' ? base : { ...base, value };
}
