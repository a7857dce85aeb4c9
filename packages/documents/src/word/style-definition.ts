import type { TextLook } from '../office/text-look.ts';

/** A style as a document defines it (ECMA-376 part 1, 17.7). */
export interface StyleDefinition extends TextLook {
  name: string;
  basedOn?: string;
  outlineLevel?: number;
  numberingId?: string;
  depth?: number;
  font?: string;
}

/** The definitions of the styles of a document. */
export interface StylePart {
  readonly definitions: ReadonlyMap<string, StyleDefinition>;
  /** Style of paragraphs that name none. */
  readonly defaultStyle: StyleDefinition | undefined;
  /** Font of text whose style names none; '' if it is not stated. */
  readonly defaultFont: string;
  /** BCP 47, '' if it is not stated. */
  readonly language: string;
}
