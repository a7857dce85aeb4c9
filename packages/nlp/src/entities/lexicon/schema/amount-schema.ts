import { z } from 'zod';
import { textsByWord, words } from './word-lists.ts';

/** Words for currencies. */
export const moneySchema = z.strictObject({
  /** Names and abbreviations after a number and their ISO 4217 codes. */
  words: textsByWord,
  /** Names of hundredths and the codes of their currencies. */
  minor: textsByWord,
  /** Names that precede a number: "Rp". */
  before: textsByWord,
  /** Words between an amount and its hundredths: "5 dollars and 20 cents". */
  and: words,
  /** Names that are also other words: "a won case". */
  ambiguous: words,
  /** Names that are uncertain after a number in words, such as those that are weights too: "two pounds". */
  ambiguousInWords: words,
  /** The currency of amounts such as "95,-". */
  own: z.string().default(''),
  /** Words before amounts without a currency: "harga 50rb". */
  cues: words,
  /** Words that may follow hundredths without their unit: "4 dollars 20 with tax", not "4 dollars 20 people". */
  afterCents: words,
});

/** Words for units of measure and percentages. */
export const quantitiesSchema = z.strictObject({
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
