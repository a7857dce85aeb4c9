import { memoize } from '@quern/runtime/caching/memoize';
import { lexiconOf } from '../lexicon/lexicons.ts';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, wordEnd } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import { zeroPad } from './calendar/calendar-arithmetic.ts';
import { calendarWords } from './calendar/calendar-words.ts';
import { findHourRanges } from './find-hour-ranges.ts';
import { findSpokenTimes, hasTimeCueBefore } from './find-spoken-times.ts';
import { findTemplateTimes } from './templates/find-template-times.ts';

const zone =
  '(?:[ \\u00a0]?(?:((?:UTC|GMT)[+-]\\d{1,2}(?::?\\d{2})?|UTC|GMT|[CEMP][SDE]?T|CEST|WES?T|EES?T|BST|IST|JST|MSK|Z)(?![\\p{L}\\p{N}])|(\\+(?:0\\d|1[0-4]):?[0-5]\\d|(?<=:\\d{2}:\\d{2})-(?:0\\d|1[0-2]):?[0-5]\\d)(?!\\d)))?';
/** UTC offsets of unambiguous time zone abbreviations (IANA); CST, IST and BST have several. */
const offsets = new Map(
  Object.entries({
    ...{ Z: 'Z', UTC: 'Z', GMT: 'Z', CET: '+01:00', CEST: '+02:00', WET: 'Z', WEST: '+01:00', EET: '+02:00' },
    ...{ EEST: '+03:00', EST: '-05:00', EDT: '-04:00', CDT: '-05:00', MST: '-07:00', MDT: '-06:00' },
    ...{ PST: '-08:00', PDT: '-07:00', JST: '+09:00', MSK: '+03:00' },
  }),
);

/** Finds TIME entities; values such as `14:30`, with seconds and the UTC offset where written. */
export function findTimes(text: string, context: RuleContext): EntityCandidate[] {
  const hasDigits = /\p{Nd}/u.test(text);
  const starts = context.wordStarts(text);
  const times = [
    ...context.lexiconLanguages.flatMap((language) => [...findTemplateTimes(starts, language)]),
    ...findSpokenTimes(text, context),
    ...(hasDigits ? digitalTimes(text, context) : []),
  ];
  if (!hasDigits) return times;
  return [
    ...times,
    ...context.lexiconLanguages.flatMap((language) => [...findHourRanges(starts, language, times)]),
  ];
}

function digitalTimes(text: string, context: RuleContext): EntityCandidate[] {
  return [...clockTimes(text, context), ...oClockTimes(text, context), ...romanceTimes(text, context)];
}

const meridiem = '[ \\u00a0]?([ap](?:m|\\.[ ]?m\\.|\\.m))(?![\\p{L}\\p{N}])';

/** @param key language codes, joined by commas */
const colonTime = memoize((key: string) => {
  const clock = alternation(key.split(',').flatMap((language) => calendarWords(language).clock));
  return new WordPattern(
    `(?<!:|\\d[.,/]|(?<!:\\d)\\d-)(\\d{1,2}):([0-5]\\d)(?::([0-5]\\d)(?:[.,]\\d{1,6})?)?(?![\\p{N}_]|[:,]\\d|-\\p{L})(?:${meridiem}|[ \\u00a0]${clock}${wordEnd})?${zone}`,
  );
});
const meridiemRange = new WordPattern(
  `(?<![:.,$€£]|\\d-)(\\d{1,2})(?:[:.]([0-5]\\d))?[ \\u00a0]?[-\\u2013\\u2014][ \\u00a0]?(\\d{1,2})(?:[:.]([0-5]\\d))?${meridiem}`,
);
const meridiemTime = new WordPattern(
  `(?<![\\p{L}\\p{N}_:.,$€£])(\\d{1,2})(?:\\.([0-5]\\d))?${meridiem}${zone}`,
);

function* clockTimes(text: string, context: RuleContext): Generator<EntityCandidate> {
  const starts = context.wordStarts(text);
  for (const match of colonTime(context.lexiconLanguages.join()).matchAll(starts)) {
    const [, hour, minute, second, day, name, offset] = match;
    const value = timeOfDay(hour, minute, second, day);
    if (value !== undefined) yield time(match, 0.93, value + offsetOf(name, offset));
  }
  for (const match of meridiemRange.matchAll(starts)) {
    const [, hour, minute, toHour, toMinute, day] = match;
    const [from, to] = [
      timeOfDay(hour, minute, undefined, sharedHalf(hour, toHour, day)),
      timeOfDay(toHour, toMinute, undefined, day),
    ];
    if (from !== undefined && to !== undefined) yield time(match, 0.95, `${from}/${to}`);
  }
  for (const match of meridiemTime.matchAll(starts)) {
    const [, hour, minute, day, name, offset] = match;
    const value = timeOfDay(hour, minute, undefined, day);
    if (value !== undefined) yield time(match, 0.95, value + offsetOf(name, offset));
  }
}

/** The half of the day of the first of two times, 2-4pm or 11-1pm. */
function sharedHalf(hour = '', toHour = '', day = ''): string {
  const isEarlier = Number(hour) % 12 <= Number(toHour) % 12;
  return isEarlier ? day : /^p/i.test(day) ? 'am' : 'pm';
}

const oClockTime = memoize((language: string) => {
  const clock = alternation(calendarWords(language).clock);
  return new WordPattern(
    `(?<![\\p{L}\\p{N}_.,:])(\\d{1,2})(?:[.:]([0-5]\\d))?(?:[ ]?[-–][ ]?(\\d{1,2})(?:[.:]([0-5]\\d))?)?[ \\u00a0]${clock}${wordEnd}(?:[ \\u00a0]([0-5]\\d)(?![\\p{L}\\p{N}.,]))?${zone}`,
  );
});
/** The forms with "ore" and a period are those of Italian alone. */
const italianTime = new WordPattern(
  /(?<=(?<!\p{L})(?:alle|dalle|le|alle ore|dalle ore)[ \u00a0])(\d{1,2})\.([0-5]\d)(?![\p{L}\p{N}_]|[.,]\d)|(?<!\p{L})ore[ \u00a0](\d{1,2})(?:[.:]([0-5]\d))?(?![\p{L}\p{N}_]|[.,]\d)/iu,
);

/** 14 Uhr, 14.30 Uhr, 15.30 uur, 5 o'clock; Italian "alle 10.30" and "ore 20". */
function* oClockTimes(text: string, context: RuleContext): Generator<EntityCandidate> {
  const starts = context.wordStarts(text);
  for (const language of context.lexiconLanguages) {
    const needsCue = language === 'fr' || language === 'nl' || language === 'es' || language === 'pt';
    for (const match of oClockTime(language).matchAll(starts)) {
      const [, hour, minute, toHour, toMinute, last, name, offset] = match;
      if (
        needsCue &&
        minute === undefined &&
        last === undefined &&
        !hasTimeCueBefore(text, match.index, [language])
      )
        continue;
      const from = timeOfDay(hour, toHour === undefined ? (minute ?? last) : minute, undefined, undefined);
      const to = toHour === undefined ? undefined : timeOfDay(toHour, toMinute ?? last, undefined, undefined);
      if (from === undefined || (toHour !== undefined && to === undefined)) continue;
      yield time(match, 0.93, (to === undefined ? from : `${from}/${to}`) + offsetOf(name, offset));
    }
  }
  if (!context.lexiconLanguages.includes('it')) return;
  for (const match of italianTime.matchAll(starts)) {
    const value = timeOfDay(match[1] ?? match[3], match[2] ?? match[4], undefined, undefined);
    if (value !== undefined) yield time(match, 0.94, value);
  }
}

const romanceTime = new WordPattern(
  /(?<![\p{L}\p{N}_.,:])([01]?\d|2[0-4])[ \u00a0]?[hH](?:[ \u00a0]?([0-5]\d)(?:[ ]?min)?)?(?![\p{L}\p{N}_/])/u,
);
const durationCueBefore = memoize((key: string): RegExp => {
  const cues = key.split(',').flatMap((language) => lexiconOf(language).clock.durationCues);
  return new RegExp(`(?:^|[\\s(])${alternation(cues)}[\\s\\u00a0]$`, 'iu');
});

/** 14h30, 14 h: a time of day, or a DURATION after a word such as "pendant". */
function* romanceTimes(text: string, context: RuleContext): Generator<EntityCandidate> {
  if (!context.lexiconLanguages.some((language) => lexiconOf(language).clock.hasHourSign)) return;
  for (const match of romanceTime.matchAll(context.wordStarts(text))) {
    const before = text.slice(Math.max(0, match.index - 12), match.index);
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 8);
    const startsRange = /^[ \u00a0]?(?:à|a|às|as|[-–])[ \u00a0]?\d/u.test(after);
    if (durationCueBefore(context.lexiconLanguages.join()).test(before)) {
      const [, hour = '', minute] = match;
      const value = minute === undefined ? `PT${Number(hour)}H` : `PT${Number(hour)}H${Number(minute)}M`;
      yield { ...time(match, 0.9, value), type: 'DURATION' };
      continue;
    }
    const value = timeOfDay(match[1], match[2], undefined, undefined);
    const isCertain =
      match[2] !== undefined || startsRange || hasTimeCueBefore(text, match.index, context.lexiconLanguages);
    if (value !== undefined) yield time(match, isCertain ? 0.9 : 0.76, value);
  }
}

function offsetOf(name: string | undefined, offset: string | undefined): string {
  if (offset !== undefined) return offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const shifted = /^(?:UTC|GMT)([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(name ?? '');
  if (shifted !== null) return `${shifted[1]}${(shifted[2] ?? '').padStart(2, '0')}:${shifted[3] ?? '00'}`;
  return offsets.get(name?.toUpperCase() ?? '') ?? '';
}

function timeOfDay(
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
  day: string | undefined,
): string | undefined {
  let hours = Number(hour);
  if (day !== undefined) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (/^p/i.test(day) ? 12 : 0);
  }
  if (hours > 24 || (hours === 24 && Number(minute ?? 0) > 0)) return undefined;
  return `${zeroPad(hours)}:${minute ?? '00'}${second === undefined ? '' : `:${second}`}`;
}

function time(match: RegExpExecArray, confidence: number, value: string): EntityCandidate {
  const length = match[0].trimEnd().length;
  return { startIndex: match.index, endIndex: match.index + length, type: 'TIME', confidence, value };
}
