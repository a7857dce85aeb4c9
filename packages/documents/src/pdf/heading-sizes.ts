import { headingLevelMax } from '../blocks/document-block.ts';
import type { PdfParagraph } from './reconstruct-paragraphs.ts';

/** Minimum font size of a heading, and of one that is longer than a line, relative to that of the body. */
export const headingSizeMin = 1.08;
const longSizeMin = 1.2;
/** Maximum lines and characters of a heading. */
const linesMax = 4;
const lengthMax = 250;
/** Sizes that differ less are one level. */
export const headingSizeTolerance = 0.04;

/** Recognizes headings by their font size, relative to the size in which most characters of the document are set. */
export class HeadingSizes {
  readonly #bodySize: number;
  /** Smallest font size of each level, from the highest level on. */
  readonly #levelSizes: readonly number[];

  /** @param bodySize font size of the body, in points */
  constructor(bodySize: number, paragraphs: readonly PdfParagraph[]) {
    this.#bodySize = bodySize;
    const sizes = new Set<number>();
    for (const paragraph of paragraphs) if (this.#isHeading(paragraph)) sizes.add(paragraph.first.fontSize);
    this.#levelSizes = groupSizes(sizes).slice(0, headingLevelMax);
  }

  /** @returns the level of a heading, 1 to 6; undefined for other paragraphs */
  levelOf(paragraph: PdfParagraph): number | undefined {
    if (!this.#isHeading(paragraph)) return undefined;
    const rank = this.#levelSizes.findIndex((size) => paragraph.first.fontSize >= size);
    return rank < 0 ? headingLevelMax : rank + 1;
  }

  #isHeading({ text, first, lineCount, isAdjacent }: PdfParagraph): boolean {
    if (isAdjacent || first.fontSize < this.#bodySize * headingSizeMin) return false;
    if (lineCount > linesMax || text.length > lengthMax || !isMostlyLetters(text)) return false;
    const isLarge = first.fontSize >= this.#bodySize * longSizeMin;
    return isLarge || (lineCount === 1 && !/[.,;:]$/.test(text));
  }
}

/** Groups sizes that hardly differ. @returns the smallest size of each group, from the largest group on */
function groupSizes(sizes: Iterable<number>): number[] {
  const groups: number[] = [];
  for (const size of [...sizes].sort((one, other) => other - one)) {
    const before = groups.at(-1);
    if (before !== undefined && size >= before * (1 - headingSizeTolerance)) groups[groups.length - 1] = size;
    else groups.push(size);
  }
  return groups;
}

/** Whether there are two letters at least and not more other characters than letters, as in formulas. */
function isMostlyLetters(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const others = text.match(/[^\p{L}\p{M}\s]/gu)?.length ?? 0;
  return letters >= 2 && others <= letters;
}
