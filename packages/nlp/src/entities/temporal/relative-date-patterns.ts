import { memoize } from '@quern/runtime/caching/memoize';
import { lexiconOf } from '../lexicon/lexicons.ts';
import { alternation, cachedRegex, wordEnd } from '../rules/regex-builder.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import { isDateUnit } from './calendar/calendar-arithmetic.ts';
import { calendarWords, timeUnitSource } from './calendar/calendar-words.ts';

const space = '[\\s\\u00a0]';

/** Returns the patterns of dates relative to a reference date in a language. */
export const relativeDatePatterns = memoize((language: string) => {
  const words = calendarWords(language);
  const { days, next, last, vague, weekdayAdverbs, seasons, of } = words;
  const fullWeekdays = [...words.weekdays.map((names) => names[0] ?? ''), ...words.weekdayForms.flat()];
  const plural = language === 'en' ? 's?' : '';
  return {
    ...periodPatterns(language),
    ...offsetPatterns(language),
    ...phraseOffset(language),
    namedDay: new WordPattern(`${alternation(Object.keys(days))}${wordEnd}`),
    notDayBefore: cachedRegex(`(?:^|[\\s(])${alternation(words.notDayBefore)}[\\s\\u00a0]$`, 'iu'),
    adjacent: [
      { step: 1, pattern: adjacentPeriod(language, next) },
      { step: -1, pattern: adjacentPeriod(language, last) },
      { step: 0, pattern: adjacentPeriod(language, words.this) },
    ] as const,
    contextual: [
      { confidence: 0.7, pattern: new WordPattern(`${alternation(vague)}${wordEnd}`) },
      { confidence: 0.85, pattern: new WordPattern(`${alternation(weekdayAdverbs)}${wordEnd}`) },
    ],
    weekday: new WordPattern(`${notCounted(language)}${alternation(fullWeekdays)}${plural}${wordEnd}`),
    season: new WordPattern(
      `${alternation(seasons)}${space}(?:${alternation(of)}${space})?((?:19|20)\\d{2})${wordEnd}`,
    ),
  };
});

/** A period or weekday next to an adjective: "next week", "la semana pasada". */
function adjacentPeriod(language: string, adjectives: readonly string[]): WordPattern {
  const { units, weekdays, weekdayForms, seasons } = calendarWords(language);
  const named = Object.keys(units).filter((name) => isDateUnit(units[name]) && units[name] !== 'D');
  const period = `(${alternation([...named, ...weekdays.flat(), ...weekdayForms.flat(), ...seasons])})`;
  const adjective = alternation(adjectives);
  const before = calendarWords(language).adjectivesFollow ? [] : [`${adjective}${space}${period}`];
  return new WordPattern(`(?:${[...before, `${period}${space}${adjective}`].join('|')})${wordEnd}`);
}

/** Fixed phrases for periods, and weekdays and months next to them. */
function periodPatterns(language: string) {
  const words = calendarWords(language);
  const phrases = Object.keys(words.periodPhrases);
  const phrasesOf = (unit: string) =>
    alternation(phrases.filter((phrase) => words.periodPhrases[phrase]?.endsWith(unit)));
  const weekday = `(${alternation([...words.weekdays, ...words.weekdayForms].flat())})`;
  const short = `(${alternation(words.weekdayAfterWeek)})`;
  const of = `(?:[ \\u00a0]?${alternation([...words.of, ','])})?[ \\u00a0]?`;
  const month = `(?:(${alternation(words.months.flat())})|(1[0-2]|[1-9])[月월])`;
  return {
    phrase: new WordPattern(`${alternation(phrases)}${wordEnd}`),
    dayOfWeek: new WordPattern(
      `(?:(${phrasesOf('W')})(?:${of}${weekday}|${short})|${notCounted(language)}${weekday}[ \\u00a0]${of}(${phrasesOf('W')}))${wordEnd}`,
    ),
    monthOfYear: new WordPattern(`(${phrasesOf('Y')})[ \\u00a0]?(?:の)?${month}${wordEnd}(?![ \\u00a0]?\\d)`),
  };
}

/** A condition before names of weekdays that are also ordinals: no noun that they count. */
function notCounted(language: string): string {
  const nouns = lexiconOf(language).numbers.nounsBeforeOrdinals;
  return nouns.length === 0 ? '' : `(?<!(?<![\\p{L}\\p{M}])${alternation(nouns)}[ \\u00a0])`;
}

/** Sources of what surrounds a number of units before or after the reference date. */
function offsetPatterns(language: string) {
  const words = calendarWords(language);
  const gap = lexiconOf(language).isUnspaced ? `${space}?` : space;
  const after = (names: readonly string[]) => `${gap}${alternation(names)}${wordEnd}`;
  return {
    unitName: `${gap}(${timeUnitSource(words)})${wordEnd}`,
    agoName: after(words.ago),
    laterName: after(words.aheadAfter),
    pastLead: leadPattern(words.agoBefore),
    futureLead: leadPattern(words.ahead),
  };
}

function leadPattern(words: readonly string[]): RegExp {
  return cachedRegex(`(?<![\\p{L}\\p{M}\\p{N}_])(${alternation(words)}${space})$`, 'iu');
}

/** Named durations and the words before or after them. */
function phraseOffset(language: string) {
  const words = calendarWords(language);
  const durations = new Map<string, readonly [number, string | undefined]>(
    Object.entries(words.durations).flatMap(([phrase, value]) => {
      const [, amount, unit] = /^P(\d+)([DWMY])$/.exec(value) ?? [];
      return amount === undefined ? [] : [[phrase, [Number(amount), unit === 'M' ? 'MO' : unit]] as const];
    }),
  );
  if (words.bareUnitIsOne) {
    for (const [name, unit] of Object.entries(words.units))
      if (isDateUnit(unit) && name.length > 2) durations.set(name.toLowerCase(), [1, unit]);
  }
  const duration = alternation(durations.keys());
  const before = `(?:(${alternation(words.agoBefore)})|${alternation(words.ahead)})`;
  const after = `(?:(${alternation(words.ago)})|${alternation(words.aheadAfter)})`;
  return {
    durations,
    durationOffset: new WordPattern(
      `(?:${before}${space}(${duration})(?![ \\u00a0]\\d)|(${duration})${space}${after})${wordEnd}`,
    ),
  };
}
