import type { SegmentedPage } from './segments/segment-blocks.ts';

/** Fewer words around an element say little about it. */
const surroundingWordsMin = 30;

/** Words inside an element. */
export interface WordCount {
  readonly total: number;
  readonly kept: number;
}

/** Counts all words and kept words inside elements, each in constant time. */
export class WordSums {
  readonly #page: SegmentedPage;
  /** Prefix sums over the blocks. */
  readonly #total: Float64Array;
  readonly #kept: Float64Array;

  /**
   * @param keptMask 1 for each block that is kept
   * @param words number of words of each block
   */
  constructor(page: SegmentedPage, keptMask: Uint8Array, words: readonly number[]) {
    this.#page = page;
    this.#total = new Float64Array(keptMask.length + 1);
    this.#kept = new Float64Array(keptMask.length + 1);
    for (let block = 0; block < keptMask.length; block++) {
      const count = words[block] ?? 0;
      this.#total[block + 1] = (this.#total[block] ?? 0) + count;
      this.#kept[block + 1] = (this.#kept[block] ?? 0) + (keptMask[block] === 1 ? count : 0);
    }
  }

  /** @param element index of the element */
  inside(element: number): WordCount {
    const from = this.#page.firstBlock[element] ?? 0;
    const to = this.#page.endBlock[element] ?? 0;
    return {
      total: (this.#total[to] ?? 0) - (this.#total[from] ?? 0),
      kept: (this.#kept[to] ?? 0) - (this.#kept[from] ?? 0),
    };
  }

  /**
   * Whether a share of the text next to an element is kept: in the nearest ancestor with at least 30 words more than the
   * element.
   */
  isInsideKept(element: number, shareMin: number): boolean {
    const own = this.inside(element);
    const { parents } = this.#page;
    for (let ancestor = parents[element] ?? -1; ancestor >= 0; ancestor = parents[ancestor] ?? -1) {
      const { total, kept } = this.inside(ancestor);
      if (total - own.total >= surroundingWordsMin) return kept - own.kept >= (total - own.total) * shareMin;
    }
    return false;
  }
}
