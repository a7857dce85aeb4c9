/** A block that a conversion should find, as in `truth.jsonl`. */
export interface TruthBlock {
  readonly type: 'heading' | 'paragraph' | 'list_item' | 'table' | 'code' | 'footnote';
  readonly text?: string | undefined;
  readonly level?: number | undefined;
  readonly depth?: number | undefined;
  readonly ordered?: boolean | undefined;
  readonly rows?: readonly (readonly string[])[] | undefined;
  /** 1 where the text of a cell repeats that of a merged one. */
  readonly span?: readonly (readonly number[])[] | undefined;
}

/** A document, and what its conversion should find. */
export interface ConversionTruth {
  readonly file: string;
  readonly format: string;
  readonly scanned?: boolean;
  readonly blocks: readonly TruthBlock[];
  /** Running heads and feet, which must not appear. */
  readonly running: readonly string[];
  readonly pageNumbers: readonly string[];
  /** Text that may appear or not. */
  readonly optional: string;
}
