/** A position where a sentence may end. */
export interface SentenceEndCandidate {
  /** The sentence before the terminators; its last 200 characters at most. */
  readonly textBefore: string;
  /** Whether `textBefore` is the whole sentence so far. */
  readonly isPrefixComplete: boolean;
  /** Period, question mark or similar, possibly several. */
  readonly terminators: string;
  /** Closing quotation marks, brackets and footnote numbers after the terminators. */
  readonly closingMarks: string;
  /** The character before the opening mark, white space left out, if `closingMarks` close a range; or empty. */
  readonly beforeOpeningMark: string;
  /** Whether emoji or emoticons follow the closing marks. */
  readonly hasEmoji: boolean;
  readonly isFollowedBySpace: boolean;
  /** The text after the white space; 80 characters at most. */
  readonly textAfter: string;
  /** Whether the paragraph has no capital letters, so that a sentence may begin with a small one. */
  readonly isCaseless: boolean;
}
