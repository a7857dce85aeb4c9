import { z } from 'zod';
import { lists, numbersByWord, templates, textsByWord, words } from './word-lists.ts';

/** Calendar vocabulary of one language. */
export const calendarSchema = z.strictObject({
  /** Names of the twelve months. */
  months: lists,
  /** Names of months that are also other words: they need a day, a year or a preposition. */
  ambiguousMonths: words,
  /** Names of months that are verbs in lower case: "may", "march". */
  monthVerbs: words,
  /** Words before the name of a month that make it one. */
  monthCues: words,
  /** Words before a date in digits with a year of two digits. */
  dateCues: words,
  /** Names of the seven weekdays, from Monday; the first of each may stand alone, the others only in a date. */
  weekdays: lists,
  /** Further names of weekdays that may stand alone, from Monday. */
  weekdayForms: lists,
  /** Templates of dates. */
  dates: templates,
  /** Parts of templates by name, for what several of them share: `{daySuffix}`. */
  templateParts: z.record(z.string(), z.string()).default({}),
  /** Words for a day of the month: "primero". */
  dayWords: numbersByWord,
  /** Words before a day and month in digits with periods: "am 3.10." */
  dayMonthCues: words,
  /** Names of eras and the year before their first: "令和" is 2018. */
  eras: numbersByWord,
  /** Words for days, with their distance from the reference day. */
  days: numbersByWord,
  /** Those of the words above that are parts of the day too: "mañana", "morgen". */
  ambiguousDays: words,
  /** Words before them with which they are the part of the day: "la mañana". */
  notDayBefore: words,
  /** Words for a period relative to the reference date, as a number of units: "来週" is `1W`. */
  periodPhrases: textsByWord,
  /** Whether words for next and last only follow what they qualify: "tuần trước", but "trước Chủ nhật". */
  adjectivesFollow: z.boolean().default(false),
  /** Names of the weekdays directly after a week (下周五), from Monday. */
  weekdayAfterWeek: words,
  seasons: words,
  of: words,
  yearWords: words,
  next: words,
  last: words,
  this: words,
  ago: words,
  agoBefore: words,
  ahead: words,
  /** Words after a number of units ahead: "3日後". */
  aheadAfter: words,
  /** Names of time units and their codes: `S`, `M`, `H`, `D`, `W`, `MO`, `Y`, `DEC`, `CEN`, with a count such as `2W`. */
  units: textsByWord,
  clock: words,
  noon: words,
  midnight: words,
  /** Words after a unit that add half or a quarter of it: "heure et demie". */
  halfAfter: words,
  quarterAfter: words,
  /** Fixed phrases and their ISO 8601 durations. */
  durations: textsByWord,
  /** Whether a unit without a number means one of it: "неделю назад". */
  bareUnitIsOne: z.boolean().default(false),
  /** Units that mean one of them before the rest of a duration: "שעה ו-20 דקות". */
  bareUnits: textsByWord,
  /** Words between the parts of a duration: "2 hours and 5 minutes". */
  durationAnd: words,
  /** Words, or ends of words, before an article and a unit that make it a rate: "twice a year", "einmal". */
  rateWords: words,
  /** Dates that depend on earlier text: "the previous year". */
  vague: words,
  weekdayAdverbs: words,
});

/** Names of quarters, decades and centuries. */
export const periodsSchema = z.strictObject({
  quarter: words,
  halfYear: words,
  /** Words between a quarter or half and its year, in addition to those of dates. */
  of: words,
  decades: numbersByWord,
  decadeLead: words,
  decadeTail: words,
  century: words,
  centuryFirst: z.boolean().default(false),
});
