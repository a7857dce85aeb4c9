/** Types of pages that the classifier distinguishes, in the order of the trained model, and `other` for uncertain ones. */
export const pageTypes = [
  'article',
  'collection',
  'documentation',
  'forum',
  'listing',
  'product',
  'service',
] as const;

/** Type of a page; `other` if no type is likely enough. */
export type PageType = (typeof pageTypes)[number] | 'other';

/** A type of page with its probability. */
export interface PageTypeProbability {
  readonly type: (typeof pageTypes)[number];
  readonly probability: number;
}

/**
 * A page whose most probable type is below this is `other`: in the cross-validation of training/page-blocks most of
 * these pages had another type.
 */
const probabilityMin = 0.3;

/** @param probabilities in the order of `pageTypes` */
export function choosePageType(probabilities: readonly number[]): PageType {
  const highest = Math.max(...probabilities);
  return (highest >= probabilityMin && pageTypes[probabilities.indexOf(highest)]) || 'other';
}

/**
 * Returns the types in descending order of probability.
 * @param probabilities in the order of `pageTypes`
 */
export function rankPageTypes(probabilities: readonly number[]): PageTypeProbability[] {
  return pageTypes
    .map((type, index) => ({ type, probability: probabilities[index] ?? 0 }))
    .sort((left, right) => right.probability - left.probability);
}
