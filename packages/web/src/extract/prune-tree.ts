import {
  attributeOf,
  type DomElement,
  type DomNode,
  type DomText,
  elementIndexOf,
} from '@quern/content/dom/dom';
import { embedAttribute } from '@quern/content/html/compose/compose-page';
import type { SegmentedPage } from './segments/segment-blocks.ts';
import { WordSums } from './word-sums.ts';

/** Elements without text, which are kept with the text around them. */
const mediaTags = new Set(['img', 'hr', 'input', 'picture']);
/** Minimum share of kept words around an image for it to be kept. */
const keptShareMin = 0.5;
/** Steps up within which a figure is searched for an image. */
const figureStepsMax = 4;

/**
 * Returns a copy of the page with the text of the kept blocks, its ancestors, all cells of its table rows, and
 * the images and embedded videos around it.
 * @param keptMask 1 for each block that is kept
 * @param words number of words of each block
 */
export function pruneTree(
  root: DomElement,
  page: SegmentedPage,
  keptMask: Uint8Array,
  words: readonly number[],
): DomElement {
  return new Pruner(page, keptMask, words).copy(root) ?? { ...root, children: [] };
}

interface CopiedChild {
  readonly element: DomElement;
  /** False for line breaks and empty cells, which do not make their parent worth keeping. */
  readonly isContent: boolean;
}

class Pruner {
  readonly #page: SegmentedPage;
  readonly #keptTexts = new Set<DomText>();
  readonly #droppedTexts = new Set<DomText>();
  readonly #sums: WordSums;

  constructor(page: SegmentedPage, keptMask: Uint8Array, words: readonly number[]) {
    this.#page = page;
    // Each block counts as one word more, so that blocks without words count too.
    this.#sums = new WordSums(
      page,
      keptMask,
      page.blocks.map((_, block) => (words[block] ?? 0) + 1),
    );
    for (const [index, block] of page.blocks.entries()) {
      const texts = keptMask[index] === 1 ? this.#keptTexts : this.#droppedTexts;
      for (const text of block.texts) texts.add(text);
    }
  }

  /** Returns undefined if nothing inside the element is kept. */
  copy(element: DomElement): DomElement | undefined {
    const children: DomNode[] = [];
    let hasContent = false;
    const isRow = element.name === 'tr';
    for (const child of element.children) {
      if (child.kind === 'text') {
        if (this.#droppedTexts.has(child)) continue;
        children.push(child);
        hasContent ||= this.#keptTexts.has(child);
      } else {
        const copied = this.#copyChild(child, isRow);
        if (!copied) continue;
        children.push(copied.element);
        hasContent ||= copied.isContent;
      }
    }
    return hasContent ? { ...element, children } : undefined;
  }

  #copyChild(child: DomElement, isInRow: boolean): CopiedChild | undefined {
    if (child.name === 'br' || child.name === 'wbr') return { element: child, isContent: false };
    if (mediaTags.has(child.name) || attributeOf(child, embedAttribute) !== '') {
      return this.#isAmongKeptText(child) ? { element: child, isContent: true } : undefined;
    }
    const copied = this.copy(child);
    if (copied) return { element: copied, isContent: true };
    // An empty cell keeps the cells after it in their columns.
    const isCell = isInRow && /^t[dh]$/.test(child.name);
    return isCell ? { element: { ...child, children: [] }, isContent: false } : undefined;
  }

  /** Returns whether most words of the nearest ancestor with text are kept. */
  #isAmongKeptText(media: DomElement): boolean {
    const { parents, firstBlock, endBlock } = this.#page;
    let element = parents[elementIndexOf(media)] ?? -1;
    const figure = this.#figureAround(element);
    // A caption can be dropped although its image belongs to the text.
    if (figure >= 0) element = parents[figure] ?? -1;
    while (element >= 0 && firstBlock[element] === endBlock[element]) element = parents[element] ?? -1;
    if (element < 0) return false;
    const { total, kept } = this.#sums.inside(element);
    return kept >= total * keptShareMin;
  }

  /** Returns the nearest `figure` at or above an element within a few steps; -1 if there is none. */
  #figureAround(element: number): number {
    const { elements, parents } = this.#page;
    let ancestor = element;
    for (let step = 0; step < figureStepsMax && ancestor >= 0; step++) {
      if (elements[ancestor]?.name === 'figure') return ancestor;
      ancestor = parents[ancestor] ?? -1;
    }
    return -1;
  }
}
