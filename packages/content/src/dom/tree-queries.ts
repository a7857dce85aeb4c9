import type { DomElement } from './dom.ts';

/** Returns whether an element contains text other than white space. */
export function hasNonBlankText(element: DomElement): boolean {
  return element.children.some((child) =>
    child.kind === 'element' ? hasNonBlankText(child) : child.value.trim() !== '',
  );
}

/** Returns whether an element has a descendant whose tag name matches `tag`. */
export function containsTag(element: DomElement, tag: RegExp): boolean {
  return element.children.some(
    (child) => child.kind === 'element' && (tag.test(child.name) || containsTag(child, tag)),
  );
}

/** Visits elements in document order; skips the descendants of an element if the visitor returns false. */
export function visitElements(
  element: DomElement,
  visit: (element: DomElement, parent: DomElement | undefined) => boolean | undefined,
): void {
  const step = (node: DomElement, parent: DomElement | undefined) => {
    if (visit(node, parent) === false) return;
    for (const child of node.children) if (child.kind === 'element') step(child, node);
  };
  step(element, undefined);
}
