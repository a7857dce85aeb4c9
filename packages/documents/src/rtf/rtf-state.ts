import type { RtfFieldState } from './rtf-fields.ts';
import type { MathElement } from './rtf-math.ts';

/** Where the text of a group goes. */
export type RtfDestination =
  | 'body'
  | 'skip'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'overrides'
  | 'label'
  | 'field-code'
  | 'math'
  | 'info'
  | 'shape-name'
  | 'shape-value';

/** Format of a paragraph. Lengths are in twips (1/20 point). */
export interface RtfParagraphFormat {
  readonly style: number;
  /** From 0; undefined if it is not stated. */
  readonly outlineLevel: number | undefined;
  /** Number of the list; 0 for none. */
  readonly list: number;
  readonly level: number;
  readonly leftIndent: number;
  readonly firstIndent: number;
  readonly isInTable: boolean;
  /** Number of tables around it, if it is in one. */
  readonly nesting: number;
}

/** Format of paragraphs after `\pard`. */
export const plainParagraph: RtfParagraphFormat = {
  style: 0,
  outlineLevel: undefined,
  list: 0,
  level: 0,
  leftIndent: 0,
  firstIndent: 0,
  isInTable: false,
  nesting: 1,
};

/** The state that a group restores at its end. */
export interface RtfState {
  destination: RtfDestination;
  /** Name of the innermost destination, such as `title` in the document information. */
  target: string;
  paragraph: RtfParagraphFormat;
  isBold: boolean;
  isItalic: boolean;
  isStruck: boolean;
  isHidden: boolean;
  isDeleted: boolean;
  font: number;
  characterStyle: number;
  /** Number of characters after a Unicode character that programs without Unicode show instead. */
  fallbackLength: number;
  field: RtfFieldState | undefined;
  url: string | undefined;
  /** The open element of a formula. */
  math: MathElement | undefined;
  /** Whether the next control word names a destination that may be ignored. */
  isOptional: boolean;
  /** Whether definitions of rows are those of a table in a table. */
  isInnerRow: boolean;
}

/** @returns the state at the beginning of a file */
export function initialState(): RtfState {
  return {
    destination: 'body',
    target: '',
    paragraph: plainParagraph,
    ...plainCharacters,
    font: 0,
    fallbackLength: 1,
    field: undefined,
    url: undefined,
    math: undefined,
    isOptional: false,
    isInnerRow: false,
  };
}

/** Format of characters after `\plain`, except for the font. */
export const plainCharacters = {
  isBold: false,
  isItalic: false,
  isStruck: false,
  isHidden: false,
  isDeleted: false,
  characterStyle: 0,
};
