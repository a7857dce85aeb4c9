import { classNameGroups } from './class-name-hints.ts';
import { ancestorColumns, ancestorKinds, type ElementFeatures, noAncestor } from './element-features.ts';

const hidden = ancestorKinds.indexOf('hidden');
const dialog = ancestorKinds.indexOf('dialog');
const modal = ancestorKinds.length + classNameGroups.indexOf('modal');
const cookie = ancestorKinds.length + classNameGroups.indexOf('cookie');
const advertisement = ancestorKinds.length + classNameGroups.indexOf('ad');

/** Steps up to an element whose name says what the block is. */
const nearSteps = 2;
/** Of the page's characters; what holds more is the page, however it is named. */
const shareMax = 0.05;

/**
 * What is never content, whatever the trees make of its words: dialogs that wait unseen, and small parts that
 * are named as advertisement. The reason, or undefined.
 * @param parents of each element, by number
 */
export function matchExcludeRule(
  container: number,
  facts: ElementFeatures,
  parents: Int32Array,
): 'hidden dialog' | 'advertisement' | undefined {
  const row = container * ancestorColumns;
  const near = (kind: number) => facts.ancestorDistance[row + kind] ?? noAncestor;
  const waits = Math.min(near(dialog), near(modal), near(cookie));
  if (near(hidden) < noAncestor && waits < noAncestor && Math.abs(near(hidden) - waits) <= 1)
    return 'hidden dialog';
  const steps = near(advertisement);
  if (steps > nearSteps) return undefined;
  let named = container;
  for (let step = 0; step < steps; step++) named = parents[named] ?? 0;
  const small = (facts.chars[named] ?? 0) < (facts.chars[0] ?? 0) * shareMax;
  return small ? 'advertisement' : undefined;
}
