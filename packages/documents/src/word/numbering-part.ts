/** One level of a list. */
export interface NumberingLevel {
  /** Such as `bullet` or `decimal`. */
  format?: string;
  start?: number;
  /** Text of the label, in which `%1` is the number of the outermost level. */
  text?: string;
  /** Id of the style of the paragraphs on this level. */
  style?: string;
  /** Whether the numbers of all levels are written as decimal numbers in the label. */
  isDecimal?: boolean;
}

/** The definition of a list (ECMA-376 part 1, 17.9). */
export interface NumberingDefinition {
  readonly levels: readonly NumberingLevel[];
  /** Id of the style for lists that has the levels. */
  styleLink?: string;
}

/** A numbering that paragraphs refer to. Several ones with one definition count on together. */
export interface NumberingInstance {
  definitionId: string;
  /** Whether it counts for itself, since it sets another first number. */
  isSeparate: boolean;
  readonly overrides: readonly NumberingLevel[];
}

/** The lists of a document. */
export interface NumberingPart {
  readonly definitions: ReadonlyMap<string, NumberingDefinition>;
  readonly instances: ReadonlyMap<string, NumberingInstance>;
}
