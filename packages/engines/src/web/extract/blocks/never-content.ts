import { nameGroups } from './match-names.ts';
import { aroundCount, type ElementFacts, far, surroundings } from './read-elements.ts';

const hidden = surroundings.indexOf('hidden');
const dialog = surroundings.indexOf('dialog');
const modal = surroundings.length + nameGroups.indexOf('modal');
const cookie = surroundings.length + nameGroups.indexOf('cookie');
const advertisement = surroundings.length + nameGroups.indexOf('ad');

/** Steps up to an element whose name says what the block is. */
const nearSteps = 2;
/** Of the page's characters; what holds more is the page, however it is named. */
const shareMax = 0.05;

/**
 * What is never content, whatever the trees make of its words: dialogs that wait unseen, and small parts that
 * are named as advertisement. The reason, or undefined.
 * @param parents of each element, by number
 */
export function neverContent(
  container: number,
  facts: ElementFacts,
  parents: Int32Array,
): 'hidden dialog' | 'advertisement' | undefined {
  const row = container * aroundCount;
  const near = (kind: number) => facts.around[row + kind] ?? far;
  const waits = Math.min(near(dialog), near(modal), near(cookie));
  if (near(hidden) < far && waits < far && Math.abs(near(hidden) - waits) <= 1) return 'hidden dialog';
  const steps = near(advertisement);
  if (steps > nearSteps) return undefined;
  let named = container;
  for (let step = 0; step < steps; step++) named = parents[named] ?? 0;
  const small = (facts.chars[named] ?? 0) < (facts.chars[0] ?? 0) * shareMax;
  return small ? 'advertisement' : undefined;
}
