import type { Element } from 'hast';
import { isMarkedHidden } from './hast.ts';

/** Returns a copy of a tree without the elements that `buildTree` marked as hidden. The root itself is kept. */
export function dropHidden(root: Element): Element {
  const children = root.children
    .filter((child) => child.type !== 'element' || !isMarkedHidden(child))
    .map((child) => (child.type === 'element' ? dropHidden(child) : child));
  return { ...root, children };
}
