import type { DomElement } from '@quern/content/dom/dom';

/** Returns a copy of a tree without the elements that `buildTree` marked as hidden. The root itself is kept. */
export function dropHidden(root: DomElement): DomElement {
  const children = root.children
    .filter((child) => child.kind !== 'element' || !child.isHidden === true)
    .map((child) => (child.kind === 'element' ? dropHidden(child) : child));
  return { ...root, children };
}
