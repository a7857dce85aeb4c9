import type { PageBox } from '@quern/content/blocks/content-block';

/** The look of a word. */
export interface WordLook {
  readonly fontName: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
  /** Whether the font is unknown, since the text was recognized. */
  readonly isRecognized?: boolean | undefined;
}

/** A word, or a part of one that looks different. Positions are in points from the top left corner of the page. */
export interface Word extends PageBox {
  readonly text: string;
  readonly baseline: number;
  /** Height of the font in points. */
  readonly size: number;
  readonly look: WordLook;
  /** Whether it continues the word before it. */
  readonly isAttached: boolean;
  /** Target of a link. */
  readonly url?: string | undefined;
  /** Whether it leads to another place of the document, such as a footnote. */
  readonly isReference?: boolean | undefined;
  /** Identifier of its marked content in a tagged PDF; -1 without one. */
  readonly markedContentId: number;
}

/** Parts of the font size above and below the baseline that letters take. */
export const [ascent, descent] = [0.72, 0.2];
const plainLook: WordLook = { fontName: '', isBold: false, isItalic: false, isMonospaced: false };

/** A word that is not from the text of a page, such as the value of a field. @param left @param right in points */
export function plainWord(
  text: string,
  left: number,
  right: number,
  { baseline, size }: Pick<Word, 'baseline' | 'size'>,
): Word {
  const [top, bottom] = [baseline - size * ascent, baseline + size * descent];
  const look = plainLook;
  return { text, left, right, top, bottom, baseline, size, look, isAttached: false, markedContentId: -1 };
}

/** The smallest box around boxes. */
export function boundsOf(boxes: readonly PageBox[]): PageBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, top, right, bottom };
}

/** The middle one of numbers; 0 for none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Whether the middle of a box is in another one. */
export function isMiddleIn({ left, top, right, bottom }: PageBox, box: PageBox): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
