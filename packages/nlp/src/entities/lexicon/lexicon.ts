import { z } from 'zod';
import { expandKeys, expandWords } from './expand-words.ts';

/** A list of words; `~` is an optional period, `(a|b)` a choice of endings. */
const words = z.array(z.string()).default([]).transform(expandWords);
/** Templates, see `compileTemplate`. */
const templates = z.array(z.string()).default([]);
const lists = z.array(z.array(z.string()).transform(expandWords)).default([]);
const numbersByWord = z
  .record(z.string(), z.number())
  .default({})
  .transform(expandKeys<number>);
const textsByWord = z
  .record(z.string(), z.string())
  .default({})
  .transform(expandKeys<string>);

/** Calendar vocabulary of one language. */
const calendarSchema = z.strictObject({
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
  /** Names of eras and the year before their first: "令和" is 2018. */
  eras: numbersByWord,
  /** Words for days, with their distance from the reference day. */
  days: numbersByWord,
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
  /** Dates that depend on earlier text: "the previous year". */
  vague: words,
  weekdayAdverbs: words,
});

/** Names of quarters, decades and centuries. */
const periodsSchema = z.strictObject({
  quarter: words,
  halfYear: words,
  decades: numbersByWord,
  decadeLead: words,
  decadeTail: words,
  century: words,
  centuryFirst: z.boolean().default(false),
});

/** Vocabulary of clock times in words in English, German, Dutch and the Romance languages. */
const spokenTimesSchema = z.strictObject({
  /** Words for the hours one to twelve. */
  hours: words,
  minutes: numbersByWord,
  past: words,
  to: words,
  /** "halb drei" is half past two. */
  half: words,
  threeQuarters: words,
  /** Words that precede an hour without "o'clock": "a las tres y media". */
  lead: words,
  /** Words for minutes past the hour. */
  after: numbersByWord,
  noonAfter: numbersByWord,
  am: words,
  pm: words,
  clock: words,
});

/** Templates of times of day and their words. */
const clockSchema = z.strictObject({
  /** Templates; ` => -30` shifts the time by minutes. */
  times: templates,
  /** Parts of templates by name. */
  templateParts: z.record(z.string(), z.string()).default({}),
  /** Whether 14h30 is a time of day. */
  hasHourSign: z.boolean().default(false),
  /** Whether a period separates hours and minutes: 14.30. */
  hasDotTimes: z.boolean().default(false),
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

/** Number words and ordinals of one language. */
const numbersSchema = z.strictObject({
  values: numbersByWord,
  /** Articles that are also the number one: "a dozen", "eine Stunde". */
  articles: words,
  /** Words for one that are pronouns when alone: "one", "uno". */
  pronouns: words,
  /** Nouns with a numeric value that need a number before them: "a dozen", "une centaine". */
  nouns: numbersByWord,
  halves: z.strictObject({ after: words, before: words }).prefault({}),
  oneAndHalf: numbersByWord,
  and: words,
  /** Words that multiply the ones before them ("puluh" by 10). */
  multipliers: numbersByWord,
  /** Words that add to the ones before them ("belas" adds 10). */
  addends: numbersByWord,
  /** Whether numbers are written as one word: "dreiundzwanzig". */
  isCompounding: z.boolean().default(false),
  /** Whether ones precede tens: "dreiundzwanzig", "ثلاثة وعشرون". */
  onesFirst: z.boolean().default(false),
  /** Whether a scale alone is a number: "mille", "тысяча", not "hundred". */
  scaleAlone: z.boolean().default(true),
  /** Whether a conjunction joins hundreds and what follows: "hundred and five". */
  andAfterHundred: z.boolean().default(false),
  /** Whether a conjunction joins tens and ones: "treinta y uno". */
  andAfterTens: z.boolean().default(false),
  /** Whether ten and ones are two words: "mười lăm". */
  joinsTen: z.boolean().default(false),
  /** Whether digits directly after a scale are its decimals: "13tr5" is 13.5 million. */
  hasDecimalsAfterScale: z.boolean().default(false),
  /** Whether numbers count by scores: "quatre-vingt-dix". */
  isVigesimal: z.boolean().default(false),
  /** Whether a million or more is a number without another one: "миллион". */
  largeScaleAlone: z.boolean().default(false),
  /** A letter that joins the parts: "و" in "ثلاثة وعشرون". */
  andPrefix: z.string().default(''),
  /** Words after a number that name something by it: "204 numaralı". */
  identifierAfter: words,
  /** Number words that are also other words: numbers only before a noun of their table or a unit. */
  ambiguous: words,
  ordinals: numbersByWord,
  ordinalSuffixes: words,
  ordinalPrefixes: words,
  /** Nouns that are counted by what also names a weekday: "lần thứ hai" is the second time. */
  nounsBeforeOrdinals: words,
  /** Whether a period makes a number an ordinal: "21. století". */
  hasDotOrdinals: z.boolean().default(false),
  ambiguousOrdinals: words,
});

/** Words for currencies. */
const moneySchema = z.strictObject({
  /** Names and abbreviations after a number and their ISO 4217 codes. */
  words: textsByWord,
  /** Names of hundredths and the codes of their currencies. */
  minor: textsByWord,
  /** Names that precede a number: "Rp". */
  before: textsByWord,
  /** The currency of amounts such as "95,-". */
  own: z.string().default(''),
  /** Words before amounts without a currency: "harga 50rb". */
  cues: words,
  /** Words that may follow hundredths without their unit: "4 dollars 20 with tax", not "4 dollars 20 people". */
  afterCents: words,
});

/** Words for units of measure and percentages. */
const quantitiesSchema = z.strictObject({
  /** Names and symbols after a number and the symbols of the units. */
  units: textsByWord,
  percent: words,
  percentBefore: words,
  /** Words for tenths: 三成 is 30%. */
  tenths: words,
  /** Case endings after a unit, sign or code: "7%-kal". */
  suffixes: words,
  /** Words that make a temperature negative. */
  negative: words,
});

/** A lexicon file, `<language>.data.json`. Any part may be left out. */
export const lexiconSchema = z.strictObject({
  calendar: calendarSchema.prefault({}),
  periods: periodsSchema.prefault({}),
  spokenTimes: spokenTimesSchema.prefault({}),
  clock: clockSchema.prefault({}),
  numbers: numbersSchema.prefault({}),
  /** Scale words after a number and their power of ten: "million" is 6. */
  scales: numbersByWord,
  money: moneySchema.prefault({}),
  quantities: quantitiesSchema.prefault({}),
  /** Nouns that are followed by an identifying number: "room", "invoice". */
  identifierNouns: words,
  demonyms: words,
  /** Whether words follow each other without spaces. */
  isUnspaced: z.boolean().default(false),
});

/** Vocabulary and conventions of one language. */
export type Lexicon = z.infer<typeof lexiconSchema>;
/** Calendar vocabulary of one language. */
export type CalendarWords = Lexicon['calendar'];
