import { z } from 'zod';
import { addressSchema } from './schema/address-schema.ts';
import { moneySchema, quantitiesSchema } from './schema/amount-schema.ts';
import { calendarSchema, periodsSchema } from './schema/calendar-schema.ts';
import { clockSchema, spokenTimesSchema } from './schema/clock-schema.ts';
import { cueSchema } from './schema/cue-schema.ts';
import { numbersSchema } from './schema/number-schema.ts';
import { numbersByWord, words } from './schema/word-lists.ts';

/**
 * A lexicon file, `languages/<language>.data.json`. Any part may be left out. The files in `schema` describe every key. Names
 * that many languages share are in `currencies.data.json`, `units.data.json` and `all-languages.data.json`.
 */
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
  addresses: addressSchema.prefault({}),
  cues: cueSchema.prefault({}),
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
