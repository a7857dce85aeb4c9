/** A number with its unit. */
export interface NumberFact {
  readonly kind: 'number';
  readonly value: number;
  /** ISO 4217 code, `%`, a unit of measure, or a unit of time; undefined if it has none, or none that is known. */
  readonly unit: string | undefined;
  /** How the text qualifies it: exact, `about`, `above` (more than) or `below` (almost). */
  readonly precision: Precision;
  /** Whether no word follows it, which it could count. */
  readonly isBare?: boolean;
  /** As written. */
  readonly text: string;
}

/** How exactly a number is meant. */
export type Precision = 'exact' | 'about' | 'above' | 'below';

/** A date, or the parts of it that a text mentions. */
export interface DateFact {
  readonly kind: 'date';
  readonly year: number | undefined;
  /** From 1. */
  readonly month: number | undefined;
  readonly day: number | undefined;
  /** Normalized form of a relative date or a time of day; such dates have no other parts. */
  readonly other: string | undefined;
  readonly text: string;
}

/** A number or a date of a sentence. */
export type Fact = NumberFact | DateFact;
