import type { TextRange } from '@quern/text/span';

/** Why a sentence is not supported. */
export type ProblemKind =
  | 'name'
  | 'number'
  | 'date'
  | 'negation'
  | 'quotation'
  | 'swapped'
  | 'address'
  | 'unrelated'
  | 'wrong_language';

/** A part of a sentence that the text does not support. */
export interface SentenceProblem {
  readonly kind: ProblemKind;
  /** The name, number or date; the sentence itself if it is a whole. */
  readonly text: string;
}

/** Result of checking one sentence of a summary. */
export interface SentenceCheck {
  /** Empty if the text supports the sentence. */
  readonly problems: readonly SentenceProblem[];
  /** Best supporting sentence of the text; undefined if there is none. */
  readonly source: TextRange | undefined;
  /** Sentences of the text that belong to it, for a correction. */
  readonly evidence: string;
  /** Share of the sentence that the text covers, 0..1. */
  readonly score: number;
}
