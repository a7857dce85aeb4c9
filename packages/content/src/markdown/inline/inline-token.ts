/** A piece of a paragraph in Markdown. */
export interface InlineToken {
  readonly text: string;
  /** Number of the emphasis that this delimiter begins or ends; undefined for everything else. */
  readonly emphasis?: number;
  /** Whether this is text of the page, in which markup was escaped. */
  readonly isText?: boolean;
  /** Whether this is a line break. */
  readonly isBreak?: boolean;
}

/** Joins tokens to Markdown. */
export function joinTokens(tokens: readonly InlineToken[]): string {
  return tokens.map((token) => token.text).join('');
}
