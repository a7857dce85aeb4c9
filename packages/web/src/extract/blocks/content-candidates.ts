import type { ElementFeatures } from './element-features.ts';
import type { SegmentedPage } from './segment-blocks.ts';
import type { TextFeatures } from './text-features.ts';

/** Parts of the page that simple rules take for the content: features for the trees, which weigh them. */
export interface ContentCandidates {
  /** Points of each element, as share of the best: prose gives points to what it lies in. */
  readonly scores: Float32Array;
  readonly top: number;
  /** The element whose blocks of prose most outweigh its blocks of boilerplate. */
  readonly densest: number;
  /** The largest element marked as main part, and the largest article; -1 for none. */
  readonly main: number;
  readonly article: number;
}

const proseCharsMin = 25;
const linkShareMax = 0.4;
/** What a block of boilerplate costs, beside its characters. */
const boilerplateCost = 40;
const climbShares = [1, 0.9, 0.5, 0.33, 0.25];

export function findContentCandidates(
  page: SegmentedPage,
  texts: readonly TextFeatures[],
  facts: ElementFeatures,
  around: { readonly main: number; readonly article: number },
): ContentCandidates {
  const count = page.elements.length;
  const points = new Float32Array(count);
  const balance = new Float64Array(count);
  for (const [index, block] of page.blocks.entries()) {
    const text = texts[index];
    if (!text) continue;
    const linkShare = block.linkChars / block.chars;
    const prose = block.chars >= proseCharsMin && linkShare < linkShareMax;
    const gain = prose && text.words >= 10 ? block.chars : -boilerplateCost - block.chars * 0.5;
    balance[block.container] = (balance[block.container] ?? 0) + gain;
    if (!prose) continue;
    const value = (1 + text.commas + Math.min(3, block.chars / 100)) * (1 - linkShare);
    let number = block.container;
    for (const share of climbShares) {
      if (number < 0) break;
      points[number] = (points[number] ?? 0) + value * share;
      number = page.parents[number] ?? -1;
    }
  }
  for (let number = count - 1; number > 0; number--) {
    const parent = page.parents[number] ?? 0;
    balance[parent] = (balance[parent] ?? 0) + (balance[number] ?? 0);
  }
  let top = 0;
  let densest = 0;
  for (let number = 0; number < count; number++) {
    const chars = facts.chars[number] ?? 0;
    if (chars === 0) continue;
    points[number] = (points[number] ?? 0) * (1 - (facts.linkChars[number] ?? 0) / chars);
    if ((points[number] ?? 0) > (points[top] ?? 0)) top = number;
    // The innermost of several with the same content: it has the higher number.
    if ((balance[number] ?? 0) >= (balance[densest] ?? 0)) densest = number;
  }
  const best = Math.max(1, points[top] ?? 0);
  for (let number = 0; number < count; number++) points[number] = (points[number] ?? 0) / best;
  return { scores: points, top, densest, ...largestMarked(page, facts, around) };
}

function largestMarked(
  page: SegmentedPage,
  facts: ElementFeatures,
  around: { readonly main: number; readonly article: number },
): { main: number; article: number } {
  const width = facts.ancestorDistance.length / Math.max(1, page.elements.length);
  const largest = (kind: number) => {
    let best = -1;
    for (let number = 0; number < page.elements.length; number++) {
      if (facts.ancestorDistance[number * width + kind] !== 0) continue;
      if (best < 0 || (facts.chars[number] ?? 0) > (facts.chars[best] ?? 0)) best = number;
    }
    return best;
  };
  return { main: largest(around.main), article: largest(around.article) };
}

/** True when `inner` is `outer` or lies below it. */
export function isDescendantOrSelf(page: SegmentedPage, inner: number, outer: number): boolean {
  if (outer < 0) return false;
  let number = inner;
  while (number > outer) number = page.parents[number] ?? -1;
  return number === outer;
}

/** Steps up from `from` until an ancestor of `to` is met. */
export function stepsToCommonAncestor(page: SegmentedPage, from: number, to: number): number {
  let steps = 0;
  let number = from;
  let other = to;
  while (number !== other && number >= 0 && other >= 0) {
    if (number > other) {
      number = page.parents[number] ?? -1;
      steps++;
    } else other = page.parents[other] ?? -1;
  }
  return steps;
}
