import type { HeadlineWord } from '../statistics/topic-terms.ts';

/** Input of `selectUnits`. */
export interface SelectionInput {
  /** Length of each unit in UTF-16 code units. */
  readonly lengths: readonly number[];
  /** How much each character of a unit contributes to a summary; higher is better. */
  readonly scores: ArrayLike<number>;
  /** The terms of each unit in order. */
  readonly terms: readonly Int32Array[];
  /** For each unit the unit that it cannot be understood without, -1 for none, -2 if it is never selected. */
  readonly antecedents: Int32Array;
  /** The part of the text that each unit belongs to; several units of one part contribute less. */
  readonly parts: ArrayLike<number>;
  /** Probability that each unit of the text states a key fact. */
  readonly facts: ArrayLike<number>;
  /** Probability that each unit names the subject of the text. */
  readonly subjects: ArrayLike<number>;
  /** Index of the first headline. Headlines are after all units of the text, and before them in a summary. */
  readonly headlineStart: number;
  /** The telling words of each headline. */
  readonly headlineWords: readonly (readonly HeadlineWord[])[];
}

/** Limits of a selection. */
export interface SelectionLimits {
  /** Maximum length of the joined units in UTF-16 code units. */
  readonly lengthMax: number;
  /** Length of the separator between two units. */
  readonly separatorLength: number;
  /** Units that contribute less per character are fillers, and are not selected after others. */
  readonly gainMin: number;
  /** Units that are selected already; they fit. */
  readonly initial?: readonly number[];
  /** Number of units that the search is repeated from; none by default. */
  readonly starts?: number;
}

/** How a selection weighs score, repetition and coverage. */
export interface SelectionWeights {
  /** Multiplied with the probability that a unit names the subject and no selected one does. */
  readonly subject: number;
  /** Added to that in proportion to the probability that the unit states a key fact as well: such a sentence is the message of a short text. */
  readonly message: number;
  /** The same as `subject` for headlines. */
  readonly headline: number;
  /** Subtracted from the score of a unit all of whose word pairs are in selected units, in proportion. */
  readonly repetition: number;
  /** Subtracted from the score for each unit of the same part that was selected before. */
  readonly crowding: number;
}
