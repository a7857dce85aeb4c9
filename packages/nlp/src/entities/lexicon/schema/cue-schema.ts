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
  /** In front of an age or duration that is a duration: "depuis 34 ans". */
  notAgeBefore: words,
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
  /** Words directly in front of such a number, by which even a short one is a reference: "no. 12". */
  numberLabels: words,
  /** Words after such a number that are not what it counts: "invoice 20415 was", unlike "order 2000 shares". */
  notCounted: words,
  /** Labels after a phone number: "(office)", "Fax". */
  phoneLabels: words,
  /** In front of the extension of a phone number: "ext.", "доб." */
  phoneExtensions: words,
});

/** Words that announce personal data in one language. */
export type CueWords = z.infer<typeof cueSchema>;
