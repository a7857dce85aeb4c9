import { z } from 'zod';
import { numbersByWord, templates, textsByWord, words } from './word-lists.ts';

/** Vocabulary of clock times in words in English, German, Dutch and the Romance languages. */
export const spokenTimesSchema = z.strictObject({
  /** Words for the hours one to twelve. */
  hours: words,
  minutes: numbersByWord,
  past: words,
  to: words,
  /** "halb drei" is half past two. */
  half: words,
  threeQuarters: words,
  /** Words before "five to seven" that make it a time of day and not a range. */
  cuesBefore: words,
  /** Nouns for minutes: "ten minutes past three". */
  minuteNouns: words,
  /** Words that precede an hour without "o'clock": "a las tres y media". */
  lead: words,
  /** Words before an hour with nothing else: "a las 8". */
  bareHourCues: words,
  /** Words after such an hour; other words are what it counts. */
  afterBareHours: words,
  /** Words for minutes past the hour. */
  after: numbersByWord,
  noonAfter: numbersByWord,
  am: words,
  pm: words,
  clock: words,
});

/** Templates of times of day and their words. */
export const clockSchema = z.strictObject({
  /** Templates; ` => -30` shifts the time by minutes. */
  times: templates,
  /** Parts of templates by name. */
  templateParts: z.record(z.string(), z.string()).default({}),
  /** Whether 14h30 is a time of day. */
  hasHourSign: z.boolean().default(false),
  /** Whether a period separates hours and minutes: 14.30. */
  hasDotTimes: z.boolean().default(false),
  /** Words before hours that may also be a duration, which make them a time of day: "vers 3 heures". */
  cuesBefore: words,
  /** Words before hours such as 3h30, which make them a duration: "pendant". */
  durationCues: words,
  /** Words before a range of bare hours: "open 9-17". */
  rangeCues: words,
  /** Words before and between the two times of a range: "from 9 to 13 h". */
  rangeFrom: words,
  rangeTo: words,
  /** Words for hours, 1 to 24. */
  hours: numbersByWord,
  /** Words for minutes. */
  minutes: numbersByWord,
  /** Words for a part of the day and which half of it they mean: `am`, `pm`, `noon` or `night`. */
  dayParts: textsByWord,
});
