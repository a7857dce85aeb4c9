import type { DomElement } from '../../dom/dom.ts';

/** Returns a copy of a composed page without its hidden elements. The root itself is kept. */
export function dropHidden(root: DomElement): DomElement {
  const children = root.children
    .filter((child) => child.kind === 'text' || child.isHidden !== true)
    .map((child) => (child.kind === 'element' ? dropHidden(child) : child));
  return { ...root, children };
}
