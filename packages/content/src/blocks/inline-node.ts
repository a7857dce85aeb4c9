import type { TextRange } from '@quern/text/span';

/** Delimiters of strong and emphasized text, deleted text, and emphasized text inside strong text. */
export type EmphasisMark = '**' | '*' | '~~' | '_';

interface PlacedNode {
  /** Place in the Markdown that the node was read from; that of a node with children includes its delimiters. */
  readonly range?: TextRange | undefined;
}

/** Emphasized content. */
export interface Emphasis extends PlacedNode {
  readonly type: 'emphasis';
  readonly mark: EmphasisMark;
  readonly children: InlineNode[];
}

/** A link around inline content. */
export interface InlineLink extends PlacedNode {
  readonly type: 'link';
  readonly url: string;
  readonly children: InlineNode[];
}

/** Text in which white space is collapsed and nothing is escaped yet. */
export interface InlineText extends PlacedNode {
  readonly type: 'text';
  readonly value: string;
}

/** Content without children. */
type InlineLeaf = PlacedNode &
  (
    | { readonly type: 'code'; readonly value: string }
    | { readonly type: 'image'; readonly alt: string; readonly url: string }
    | { readonly type: 'footnote'; readonly label: string }
    /** Text that is Markdown already: a formula, or an HTML tag. */
    | { readonly type: 'raw'; readonly value: string }
    | { readonly type: 'break' }
  );

/** A part of a paragraph, heading or cell. */
export type InlineNode = InlineText | Emphasis | InlineLink | InlineLeaf;
