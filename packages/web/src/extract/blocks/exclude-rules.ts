import type { SegmentedPage } from '../segments/segment-blocks.ts';
import { ancestorKinds } from './ancestor-kinds.ts';
import type { BlockFeatures } from './block-features.ts';
import { classNameGroups } from './class-name-hints.ts';
import { isDescendantOrSelf } from './content-candidates.ts';
import { ancestorColumns, type ElementFeatures, noAncestor } from './element-features.ts';

const hidden = ancestorKinds.indexOf('hidden');
const dialog = ancestorKinds.indexOf('dialog');
const modal = ancestorKinds.length + classNameGroups.indexOf('modal');
const cookie = ancestorKinds.length + classNameGroups.indexOf('cookie');
const advertisement = ancestorKinds.length + classNameGroups.indexOf('ad');
const newsletter = ancestorKinds.length + classNameGroups.indexOf('newsletter');

/** Steps up within which a class name for advertisements or newsletters applies to a block. */
const namedStepsMax = 2;
/** Share of the page's characters above which an element is not excluded, whatever its class name. */
const namedShareMax = 0.05;
/** Maximum distance between a hidden element and the dialog that it belongs to. */
const dialogDistanceMax = 1;

const comment = ancestorKinds.length + classNameGroups.indexOf('comment');

/**
 * Returns whether a block belongs to the comments on an article: an element with such a class name that contains
 * neither the title nor the text body of the page. Readers' comments are prose like the article itself, so that their
 * probability alone does not exclude them.
 * @param container index of the block's container
 */
export function isComment(
  page: SegmentedPage,
  container: number,
  { elementFeatures, structure }: Pick<BlockFeatures, 'elementFeatures' | 'structure'>,
): boolean {
  const steps = elementFeatures.ancestorDistance[container * ancestorColumns + comment] ?? noAncestor;
  if (steps >= noAncestor) return false;
  let element = container;
  for (let step = 0; step < steps; step++) element = page.parents[element] ?? 0;
  const { body, titleBlock } = structure;
  const hasTitle =
    titleBlock >= (page.firstBlock[element] ?? 0) && titleBlock < (page.endBlock[element] ?? 0);
  return !hasTitle && body.element >= 0 && !isDescendantOrSelf(page, body.element, element);
}

/**
 * Returns the reason for which a block is never content, regardless of the classifier: it is part of a hidden
 * dialog, or of a small element with a class name for advertisements or newsletters. Undefined for all other blocks.
 * @param container index of the block's container
 * @param parents index of each element's parent
 */
export function matchExcludeRule(
  container: number,
  elements: ElementFeatures,
  parents: Int32Array,
): 'hidden dialog' | 'advertisement' | 'newsletter' | undefined {
  const row = container * ancestorColumns;
  const distanceTo = (column: number) => elements.ancestorDistance[row + column] ?? noAncestor;
  const dialogDistance = Math.min(distanceTo(dialog), distanceTo(modal), distanceTo(cookie));
  const hiddenDistance = distanceTo(hidden);
  if (
    hiddenDistance < noAncestor &&
    dialogDistance < noAncestor &&
    Math.abs(hiddenDistance - dialogDistance) <= dialogDistanceMax
  )
    return 'hidden dialog';
  const isInSmall = (steps: number) => {
    if (steps > namedStepsMax) return false;
    let element = container;
    for (let step = 0; step < steps; step++) element = parents[element] ?? 0;
    return (elements.chars[element] ?? 0) < (elements.chars[0] ?? 0) * namedShareMax;
  };
  if (isInSmall(distanceTo(advertisement))) return 'advertisement';
  return isInSmall(distanceTo(newsletter)) ? 'newsletter' : undefined;
}
