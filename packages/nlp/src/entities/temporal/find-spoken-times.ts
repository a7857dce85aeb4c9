import { memoize } from '@quern/runtime/caching/memoize';
import { lexiconOf } from '../lexicon/lexicons.ts';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, wordEnd } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import type { WordStarts } from '../rules/word-starts.ts';
import { zeroPad } from './calendar/calendar-arithmetic.ts';
import { calendarWords } from './calendar/calendar-words.ts';

/** Vocabulary of spoken clock times of one language. */
interface SpokenTimeWords {
  /** Words for the hours one to twelve. */
  readonly hours: readonly string[];
  readonly minutes: ReadonlyMap<string, number>;
  readonly past: readonly string[];
  readonly to: readonly string[];
  /** "halb drei" is half past two. */
  readonly half: readonly string[];
  readonly threeQuarters: readonly string[];
  /** Words that precede an hour without "o'clock": "a las tres y media". */
  readonly lead: readonly string[];
  /** Words for minutes past the hour. */
  readonly after: ReadonlyMap<string, number>;
  readonly noonAfter: ReadonlyMap<string, number>;
  readonly am: readonly string[];
  readonly pm: readonly string[];
  readonly clock: readonly string[];
  /** Words before "five to seven" that make it a time of day. */
  readonly cuesBefore: readonly string[];
  readonly minuteNouns: readonly string[];
  /** Words before and after an hour with nothing else. */
  readonly bareHourCues: readonly string[];
  readonly afterBareHours: readonly string[];
}

const space = '[\\s\\u00a0]';

/** Finds TIME entities in words: half past three, Viertel nach drei, tres y media, midi et demi. */
export function findSpokenTimes(text: string, context: RuleContext): EntityCandidate[] {
  const starts = context.wordStarts(text);
  return context.lexiconLanguages.flatMap((language) => {
    const words = spokenTimeWords(language);
    return [
      ...minutesFirst(starts, words),
      ...hoursFirst(starts, words, language),
      ...noons(starts, words, language),
    ];
  });
}

const spokenTimeWords = memoize((language: string): SpokenTimeWords => {
  const table = lexiconOf(language).spokenTimes;
  return {
    ...table,
    minutes: new Map<string, number>(Object.entries(table.minutes)),
    after: new Map<string, number>(Object.entries(table.after)),
    noonAfter: new Map<string, number>(Object.entries(table.noonAfter)),
  };
});

/** Patterns of clock times, each with the groups that its finder reads. */
const patternsOf = memoize((words: SpokenTimeWords) => {
  const hour = `(${alternation(words.hours)}|\\d{1,2})`;
  const clock = `${space}${alternation(words.clock)}${wordEnd}`;
  const end = `(?![\\p{L}\\p{M}\\p{N}_]|[.,:]\\d)(?:${clock})?${dayPart(words)}`;
  const minute = `(${alternation(words.minutes.keys())}|\\d{1,2})(?:${space}${alternation(words.minuteNouns)})?`;
  const half = words.half.length === 0 ? '((?!))?' : `(${alternation(words.half)}${space})?`;
  const way = `(?:(${alternation(words.past)})|${alternation(words.to)})`;
  const quarters = words.threeQuarters.length === 0 ? '((?!))' : `(${alternation(words.threeQuarters)})`;
  const more = optional(words.after);
  const lead = `(?<=(?<!\\p{L})${alternation(words.lead)}${space}?)(?<![\\p{L}\\p{N}])`;
  return {
    cuesBefore: new RegExp(`(?:^|[\\s(])${alternation(words.cuesBefore)}[\\s\\u00a0]$`, 'iu'),
    bareHourCues: new RegExp(`(?:^|[\\s(,])${alternation(words.bareHourCues)}[\\s\\u00a0]?$`, 'iu'),
    afterBareHours: new RegExp(`^(?:$|[.,;:!?)]|[\\s\\u00a0]${alternation(words.afterBareHours)}\\s)`, 'iu'),
    minutesFirst: new WordPattern(`${minute}${space}${way}${space}${half}${hour}${end}`),
    halfHour: new WordPattern(`(?:${quarters}|${alternation(words.half)})${space}${hour}${end}`),
    oClock: new WordPattern(`${hour}${clock}${more}${dayPart(words)}`),
    afterLead: new WordPattern(
      `${lead}${hour}(?![\\p{L}\\p{M}\\p{N}_]|[.,:h]\\d|${space}?h(?!\\p{L}))${more}${dayPart(words)}`,
    ),
  };
});

/** Source of an optional group of words for minutes. */
function optional(words: ReadonlyMap<string, number>): string {
  return words.size === 0 ? '((?!))?' : `(?:${space}(${alternation(words.keys())})${wordEnd})?`;
}

function dayPart({ am, pm }: SpokenTimeWords): string {
  return `(?:,?${space}(?:(${alternation(am)})|(${alternation(pm)}))${wordEnd})?`;
}

/** English, German, Dutch: "ten past three". "Five to seven" may be a range, so it needs a time cue before it. */
function* minutesFirst(starts: WordStarts, words: SpokenTimeWords): Generator<EntityCandidate> {
  if (words.past.length === 0) return;
  const { cuesBefore } = patternsOf(words);
  const quarterOrHalf = /(?:quarter|half|viertel|kwart)/i;
  for (const match of patternsOf(words).minutesFirst.matchAll(starts)) {
    const [whole, minuteWord = '', past, halfWord, hourWord = '', am, pm] = match;
    const lead = starts.text.slice(Math.max(0, match.index - 14), match.index);
    const isCertain = quarterOrHalf.test(minuteWord) || halfWord !== undefined;
    if (!isCertain && !cuesBefore.test(lead)) continue;
    const minutes = words.minutes.get(minuteWord.toLowerCase()) ?? Number(minuteWord);
    const shift = (past === undefined ? -minutes : minutes) - (halfWord === undefined ? 0 : 30);
    yield* clockTime(match.index, whole, hourOf(hourWord, words), shift, am, pm);
  }
  yield* halfHours(starts, words);
}

function* halfHours(starts: WordStarts, words: SpokenTimeWords): Generator<EntityCandidate> {
  if (words.half.length === 0) return;
  for (const match of patternsOf(words).halfHour.matchAll(starts)) {
    const [whole, threeQuarters, hourWord = '', am, pm] = match;
    yield* clockTime(match.index, whole, hourOf(hourWord, words), threeQuarters ? -15 : -30, am, pm);
  }
}

/** French, Spanish, Portuguese, Italian: "tres y media"; and "eight o'clock" in any language. */
function* hoursFirst(
  starts: WordStarts,
  words: SpokenTimeWords,
  language: string,
): Generator<EntityCandidate> {
  const { text } = starts;
  const { oClock, afterLead } = patternsOf(words);
  if (words.clock.length > 0) {
    const needsCue = language === 'fr' || language === 'nl' || language === 'pt';
    for (const match of oClock.matchAll(starts)) {
      const [whole, hourWord = '', after, am, pm] = match;
      // "Trois heures" and "drie uur" also mean a duration of three hours.
      if (
        needsCue &&
        am === undefined &&
        pm === undefined &&
        !hasTimeCueBefore(text, match.index, [language])
      )
        continue;
      yield* clockTime(
        match.index,
        whole,
        hourOf(hourWord, words),
        words.after.get(after?.toLowerCase() ?? '') ?? 0,
        am,
        pm,
      );
    }
  }
  if (words.lead.length === 0 || words.after.size === 0) return;
  for (const match of afterLead.matchAll(starts)) {
    const [whole, hourWord = '', after, am, pm] = match;
    const isQualified = after !== undefined || am !== undefined || pm !== undefined;
    if (!isQualified && !isBareHour(text, match.index, whole, words)) continue;
    yield* clockTime(
      match.index,
      whole,
      hourOf(hourWord, words),
      words.after.get(after?.toLowerCase() ?? '') ?? 0,
      am,
      pm,
    );
  }
}

const timeCueBefore = memoize((key: string): RegExp => {
  const cues = key.split(',').flatMap((language) => lexiconOf(language).clock.cuesBefore);
  return new RegExp(`(?:^|[\\s(,])${alternation(cues)}[\\s\\u00a0]$`, 'iu');
});

/** Whether a preposition or verb of time precedes the offset ("vers", "om", "às"). */
export function hasTimeCueBefore(text: string, index: number, languages: readonly string[]): boolean {
  return timeCueBefore(languages.join()).test(text.slice(Math.max(0, index - 14), index));
}

/** Whether an hour counts nothing that follows it: "a las 8.", "alle 8 di domani". */
function isBareHour(text: string, index: number, whole: string, words: SpokenTimeWords): boolean {
  const { bareHourCues, afterBareHours } = patternsOf(words);
  if (!bareHourCues.test(text.slice(Math.max(0, index - 14), index))) return false;
  const end = index + whole.length;
  return afterBareHours.test(text.slice(end, end + 12));
}

const noonPattern = memoize((language: string) => {
  const { noon, midnight } = calendarWords(language);
  const more = optional(spokenTimeWords(language).noonAfter);
  return new WordPattern(`(${alternation([...noon, ...midnight])})${wordEnd}${more}`);
});

/** Noon and midnight, and half past them. */
function* noons(starts: WordStarts, words: SpokenTimeWords, language: string): Generator<EntityCandidate> {
  const { noon } = calendarWords(language);
  for (const match of noonPattern(language).matchAll(starts)) {
    const [whole, name = '', after] = match;
    const isNoon = noon.some((known) => known.toLowerCase() === name.toLowerCase());
    const shift = words.noonAfter.get(after?.toLowerCase() ?? '') ?? 0;
    const value = formatClock((isNoon ? 12 : 0) * 60 + shift);
    yield {
      startIndex: match.index,
      endIndex: match.index + whole.length,
      type: 'TIME',
      confidence: 0.8,
      value,
    };
  }
}

function hourOf(word: string, words: SpokenTimeWords): number {
  const named = words.hours.indexOf(word.toLowerCase());
  return named >= 0 ? named + 1 : Number(word);
}

function* clockTime(
  startIndex: number,
  whole: string,
  hour: number,
  shift: number,
  am: string | undefined,
  pm: string | undefined,
): Generator<EntityCandidate> {
  if (hour > 24 || Math.abs(shift) > 60) return;
  const halfDayShift = pm !== undefined && hour < 12 ? 12 : am !== undefined && hour === 12 ? -12 : 0;
  const value = formatClock((hour + halfDayShift) * 60 + shift);
  yield { startIndex, endIndex: startIndex + whole.length, type: 'TIME', confidence: 0.92, value };
}

function formatClock(minutes: number): string {
  const day = ((minutes % 1440) + 1440) % 1440;
  return `${zeroPad(Math.floor(day / 60))}:${zeroPad(day % 60)}`;
}
