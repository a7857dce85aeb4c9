/** Delimiters of strong and emphasized text, deleted text, and emphasized text inside strong text. */
export type EmphasisMark = '**' | '*' | '~~' | '_';

/** Emphasized content. */
export interface Emphasis {
  readonly type: 'emphasis';
  readonly mark: EmphasisMark;
  readonly children: InlineNode[];
}

/** A link around inline content. */
export interface InlineLink {
  readonly type: 'link';
  readonly url: string;
  readonly children: InlineNode[];
}

/** Text in which white space is collapsed and nothing is escaped yet. */
export interface InlineText {
  readonly type: 'text';
  readonly value: string;
}

/** A part of a paragraph, heading or cell. */
export type InlineNode =
  | InlineText
  | Emphasis
  | InlineLink
  | { readonly type: 'code'; readonly value: string }
  | { readonly type: 'image'; readonly alt: string; readonly url: string }
  | { readonly type: 'footnote'; readonly label: string }
  /** Text that is Markdown already. */
  | { readonly type: 'raw'; readonly value: string }
  | { readonly type: 'break' };
