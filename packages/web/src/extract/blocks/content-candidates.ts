import type { SegmentedPage } from '../segments/segment-blocks.ts';
import type { TextFeatures } from '../segments/text-features.ts';
import { ancestorKinds } from './ancestor-kinds.ts';
import { ancestorColumns, type ElementFeatures } from './element-features.ts';

/**
 * Elements that simple rules take for the main content. They are only features: the classifier weighs them.
 */
export interface ContentCandidates {
  /**
   * Score of each element as a share of the best: prose adds to the score of its ancestors, as in Arc90's
   * Readability (2009).
   */
  readonly scores: Float32Array;
  /** Element with the best score. */
  readonly top: number;
  /** Element whose prose blocks most outweigh its boilerplate blocks. */
  readonly densest: number;
  /** The `main` element and the `article` element with the most text; -1 for none. */
  readonly main: number;
  readonly article: number;
}

const proseCharsMin = 25;
const proseWordsMin = 10;
const linkShareMax = 0.4;
/** Fixed cost of a boilerplate block, in characters. */
const boilerplateCost = 40;
/** Cost of each character of a boilerplate block. */
const boilerplateCharCost = 0.5;
/** Share of a block's score that its container and each further ancestor receive. */
const ancestorShares = [1, 0.9, 0.5, 0.33, 0.25];

/** Finds the content candidates of a page. */
export function findContentCandidates(
  page: SegmentedPage,
  textFeatures: readonly TextFeatures[],
  elements: ElementFeatures,
): ContentCandidates {
  const count = page.elements.length;
  const scores = new Float32Array(count);
  const balance = new Float64Array(count);
  for (const [index, block] of page.blocks.entries()) {
    const text = textFeatures[index];
    if (!text) continue;
    const linkShare = block.linkChars / block.chars;
    const isProse = block.chars >= proseCharsMin && linkShare < linkShareMax;
    const gain =
      isProse && text.words >= proseWordsMin
        ? block.chars
        : -boilerplateCost - block.chars * boilerplateCharCost;
    balance[block.container] = (balance[block.container] ?? 0) + gain;
    if (!isProse) continue;
    const score = (1 + text.commas + Math.min(3, block.chars / 100)) * (1 - linkShare);
    let element = block.container;
    for (const share of ancestorShares) {
      if (element < 0) break;
      scores[element] = (scores[element] ?? 0) + score * share;
      element = page.parents[element] ?? -1;
    }
  }
  for (let element = count - 1; element > 0; element--) {
    const parent = page.parents[element] ?? 0;
    balance[parent] = (balance[parent] ?? 0) + (balance[element] ?? 0);
  }
  let top = 0;
  let densest = 0;
  for (let element = 0; element < count; element++) {
    const chars = elements.chars[element] ?? 0;
    if (chars === 0) continue;
    scores[element] = (scores[element] ?? 0) * (1 - (elements.linkChars[element] ?? 0) / chars);
    if ((scores[element] ?? 0) > (scores[top] ?? 0)) top = element;
    // Of several elements with the same content, take the innermost, which has the highest index.
    if ((balance[element] ?? 0) >= (balance[densest] ?? 0)) densest = element;
  }
  const best = Math.max(1, scores[top] ?? 0);
  for (let element = 0; element < count; element++) scores[element] = (scores[element] ?? 0) / best;
  return {
    scores,
    top,
    densest,
    main: largestOfKind(page, elements, 'main'),
    article: largestOfKind(page, elements, 'article'),
  };
}

function largestOfKind(page: SegmentedPage, elements: ElementFeatures, kind: 'main' | 'article'): number {
  const column = ancestorKinds.indexOf(kind);
  let best = -1;
  for (let element = 0; element < page.elements.length; element++) {
    if (elements.ancestorDistance[element * ancestorColumns + column] !== 0) continue;
    if (best < 0 || (elements.chars[element] ?? 0) > (elements.chars[best] ?? 0)) best = element;
  }
  return best;
}

/** Returns whether `inner` is `outer` or one of its descendants. */
export function isDescendantOrSelf(page: SegmentedPage, inner: number, outer: number): boolean {
  if (outer < 0) return false;
  let element = inner;
  while (element > outer) element = page.parents[element] ?? -1;
  return element === outer;
}

/** Counts the steps from `from` up to the nearest ancestor that it shares with `to`. */
export function stepsToCommonAncestor(page: SegmentedPage, from: number, to: number): number {
  let steps = 0;
  let element = from;
  let other = to;
  while (element !== other && element >= 0 && other >= 0) {
    if (element > other) {
      element = page.parents[element] ?? -1;
      steps++;
    } else other = page.parents[other] ?? -1;
  }
  return steps;
}
