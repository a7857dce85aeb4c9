import type { TextRange } from '@quern/text/span';

/**
 * A part of a block of text:
 *
 * - `text`: words to translate; `text` is their content, in which escapes and character references are decoded
 * - `keep`: something that takes part in a sentence like a word but is copied unchanged, such as a code span
 * - `open`, `close`: markup around words, such as the delimiters of emphasis; both have the number of their pair
 * - `line`: a line break inside a sentence, with the indentation and the markers of the next line
 * - `boundary`: something between two sentences, such as a tab or a hard line break
 */
export type InlineToken = TextRange &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'keep' | 'line' | 'boundary' }
    | { readonly kind: 'open' | 'close'; readonly pair: number }
  );

/** A paragraph, heading or table cell, or a whole plain text. Everything outside of blocks is copied unchanged. */
export interface TextBlock extends TextRange {
  /** Kind of the block that it is the text of. */
  readonly kind: string;
  readonly tokens: readonly InlineToken[];
  /** Whether translations must be escaped so that they are not read as markup. */
  readonly isMarkdown: boolean;
  /** Whether `|` separates cells. */
  readonly isInTable: boolean;
  /** Whether the block starts a line, so that its first word could be read as the marker of another kind of block. */
  readonly startsLine: boolean;
}

/** Formats of texts to translate. */
export const textFormats = ['text', 'markdown'] as const;
/** Format of a text to translate. */
export type TextFormat = (typeof textFormats)[number];
