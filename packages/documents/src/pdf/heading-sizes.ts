import { headingLevelMax } from '../model/document-block.ts';
import type { PdfParagraph } from './reconstruct-paragraphs.ts';

/** Minimum font size of a heading, and of one that is longer than a line, relative to that of the body. */
export const headingSizeMin = 1.08;
const longSizeMin = 1.2;
/** Maximum lines and characters of a heading. */
const linesMax = 4;
const lengthMax = 250;
/** Sizes that differ less are one level. */
export const headingSizeTolerance = 0.04;
/** Number of sizes up to which each is a separate level. */
const groupsMax = 4;

/** Recognizes headings by their font size, relative to the size in which most characters of the document are set. */
export class HeadingSizes {
  readonly #bodySize: number;
  /** Smallest font size of each level, from the highest level on. */
  readonly #levelSizes: readonly number[];

  /** @param bodySize font size of the body, in points */
  constructor(bodySize: number, paragraphs: readonly PdfParagraph[]) {
    this.#bodySize = bodySize;
    const sizes = paragraphs
      .filter((paragraph) => this.#isHeading(paragraph))
      .map(({ first }) => first.fontSize);
    this.#levelSizes = groupSizes(sizes).slice(0, headingLevelMax);
  }

  /** @returns the level of a heading, 1 to 6; undefined for other paragraphs */
  levelOf(paragraph: PdfParagraph): number | undefined {
    if (!this.#isHeading(paragraph)) return undefined;
    const rank = this.#levelSizes.findIndex((size) => paragraph.first.fontSize >= size);
    return rank < 0 ? headingLevelMax : rank + 1;
  }

  #isHeading({ text, first, lineCount, isAdjacent, marker }: PdfParagraph): boolean {
    if (isAdjacent || marker?.isAmbiguous === false || first.fontSize < this.#bodySize * headingSizeMin)
      return false;
    if (lineCount > linesMax || text.length > lengthMax || !isMostlyLetters(text)) return false;
    const isLarge = first.fontSize >= this.#bodySize * longSizeMin;
    return isLarge || (lineCount === 1 && !/[.,;:]$/.test(text));
  }
}

/**
 * Groups the font sizes of headings that hardly differ. If there are many groups, a size that occurs once, as on a cover,
 * belongs to the next smaller one, unless it is the largest.
 *
 * @returns the smallest size of each group, from the largest group on
 */
function groupSizes(sizes: readonly number[]): number[] {
  const groups: { size: number; count: number }[] = [];
  for (const size of sizes.toSorted((one, other) => other - one)) {
    const last = groups.at(-1);
    if (last && size >= last.size * (1 - headingSizeTolerance)) {
      last.size = size;
      last.count++;
    } else groups.push({ size, count: 1 });
  }
  const isLevel = (count: number, index: number) =>
    groups.length <= groupsMax || count > 1 || index === 0 || index === groups.length - 1;
  return groups.filter(({ count }, index) => isLevel(count, index)).map(({ size }) => size);
}

/** Whether there are two letters at least and not more other characters than letters, as in formulas. */
function isMostlyLetters(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const others = text.match(/[^\p{L}\p{M}\s]/gu)?.length ?? 0;
  return letters >= 2 && others <= letters;
}
