import { classNameGroups } from './class-name-hints.ts';
import { ancestorColumns, ancestorKinds, type ElementFeatures, noAncestor } from './element-features.ts';

const hidden = ancestorKinds.indexOf('hidden');
const dialog = ancestorKinds.indexOf('dialog');
const modal = ancestorKinds.length + classNameGroups.indexOf('modal');
const cookie = ancestorKinds.length + classNameGroups.indexOf('cookie');
const advertisement = ancestorKinds.length + classNameGroups.indexOf('ad');

/** Steps up within which a class name for advertisements applies to a block. */
const advertisementStepsMax = 2;
/** Share of the page's characters above which an element is not excluded, whatever its class name. */
const advertisementShareMax = 0.05;
/** Maximum distance between a hidden element and the dialog that it belongs to. */
const dialogDistanceMax = 1;

/**
 * Returns the reason for which a block is never content, regardless of the classifier: it is part of a hidden
 * dialog, or of a small element with a class name for advertisements. Undefined for all other blocks.
 * @param container index of the block's container
 * @param parents index of each element's parent
 */
export function matchExcludeRule(
  container: number,
  elements: ElementFeatures,
  parents: Int32Array,
): 'hidden dialog' | 'advertisement' | undefined {
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
  const steps = distanceTo(advertisement);
  if (steps > advertisementStepsMax) return undefined;
  let element = container;
  for (let step = 0; step < steps; step++) element = parents[element] ?? 0;
  const isSmall = (elements.chars[element] ?? 0) < (elements.chars[0] ?? 0) * advertisementShareMax;
  return isSmall ? 'advertisement' : undefined;
}
