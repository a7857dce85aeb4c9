import { z } from 'zod';
import { words } from './word-lists.ts';

/**
 * Words that precede a personal number or an address in running text, by what they announce. A final `*` stands for any
 * ending.
 */
export const cueSchema = z.strictObject({
  address: words,
  postalCode: words,
  phone: words,
  ageBefore: words,
  /** After the number, of an age only: "years old", "-jährige". */
  ageAfter: words,
  /** After the number, of an age or a duration: an age after `ageBefore` or `ageVerbs`. */
  years: words,
  /** In front of a number and `years`: "elle a 34 ans". */
  ageVerbs: words,
  /** After `years`, of a duration: "ago". */
  notAge: words,
  nationalId: words,
  taxId: words,
  passport: words,
  driverLicense: words,
  licensePlate: words,
  /** Payment cards. */
  card: words,
  bankAccount: words,
  /** Nouns of numbered documents: invoice, order, case. */
  reference: words,
  /** Words between such a noun and its number: "no.", "is". */
  number: words,
});

/** Words that announce personal data in one language. */
export type CueWords = z.infer<typeof cueSchema>;
