/** A pair of delimiters between which a script typesets TeX. */
export interface TexDelimiter {
  readonly left: string;
  readonly right: string;
  /** Whether the formula is displayed on a separate line. */
  readonly display: boolean;
  /** Whether only text that has TeX markup, or is one letter, is a formula: the settings of the page are unknown. */
  readonly needsMarkup?: boolean;
}

/** The delimiters that are active in a part of a page. */
export interface TexDelimiters {
  readonly pairs: readonly TexDelimiter[];
  /** Whether environments such as `\begin{align}` are formulas without delimiters around them. */
  readonly hasEnvironments: boolean;
}

/** Delimiters of inline formulas that are active wherever one of the scripts is. */
export const inlineDelimiters: readonly TexDelimiter[] = [{ left: '\\(', right: '\\)', display: false }];
/** Delimiters that the settings of a page may add, which are often in another file. */
export const likelyDelimiters: readonly TexDelimiter[] = [
  { left: '$', right: '$', display: false, needsMarkup: true },
];
/** Delimiters of displayed formulas that are active wherever one of the scripts is. */
export const displayDelimiters: readonly TexDelimiter[] = [
  { left: '$$', right: '$$', display: true },
  { left: '\\[', right: '\\]', display: true },
];

/** All usual delimiters, as in an element that is marked as a formula. */
export const allDelimiters: TexDelimiters = {
  pairs: [...displayDelimiters, ...inlineDelimiters, { left: '$', right: '$', display: false }],
  hasEnvironments: true,
};
