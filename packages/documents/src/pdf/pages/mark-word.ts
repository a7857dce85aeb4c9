import type { PageBox } from '@quern/content/blocks/content-block';
import { plainWord, type Word } from '../words/word.ts';

/** Font size of a check box without a text next to it, as a share of its height. */
const sizeShare = 0.9;
/** Maximum distance from a check box to its text, in font sizes. */
const distanceMax = 4;

/** The text in the row of a check box: the nearest one on its right, else on its left. */
export function labelOf(words: readonly Word[], box: PageBox): Word | undefined {
  const middle = (box.top + box.bottom) / 2;
  const inRow = words.filter(
    ({ baseline, size, left, right }) =>
      middle < baseline + size * 0.15 &&
      middle > baseline - size * 0.9 &&
      left - box.right < distanceMax * size &&
      box.left - right < distanceMax * size,
  );
  const after = inRow.filter(({ left }) => left >= box.right - 1).toSorted((a, b) => a.left - b.left);
  const before = inRow.filter(({ right }) => right <= box.left + 1).toSorted((a, b) => b.right - a.right);
  return after[0] ?? before[0];
}

/** A check box as a word, on the baseline of the text next to it. @param value ☒ or ☐ */
export function markWord(
  words: readonly Word[],
  { value, ...box }: PageBox & { readonly value: string },
): Word {
  const label = labelOf(words, box);
  const size = label?.size ?? (box.bottom - box.top) * sizeShare;
  const baseline = label?.baseline ?? box.bottom - (box.bottom - box.top) * 0.15;
  return plainWord(value, box.left, box.right, { baseline, size });
}
