import { ancestorKinds } from './ancestor-kinds.ts';
import { classNameGroups } from './class-name-hints.ts';
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
