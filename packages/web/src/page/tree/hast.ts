import type { Element, ElementContent } from 'hast';

/** Property with the index of an element in document order. */
export const elementIndexProperty = 'dataQuern';
/** Property of elements that are not visible at first: menus and dialogs, but also collapsed answers. */
export const hiddenProperty = 'dataHidden';

/** Returns whether `buildTree` marked an element as hidden. */
export function isMarkedHidden(element: Element): boolean {
  return element.properties[hiddenProperty] === true;
}

/** Returns the index that `buildTree` gave an element; -1 for other elements. */
export function elementIndexOf(element: Element): number {
  const value = element.properties[elementIndexProperty];
  return typeof value === 'number' ? value : -1;
}

/** Returns the text of a node and its descendants in document order. */
export function hastText(node: Element | ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  let text = '';
  for (const child of node.children) text += hastText(child);
  return text;
}

/** Returns whether an element contains text other than white space. */
export function hasNonBlankText(element: Element): boolean {
  return element.children.some((child) =>
    child.type === 'element' ? hasNonBlankText(child) : child.type === 'text' && child.value.trim() !== '',
  );
}

/** Returns an attribute as text, '' if it is absent. Lists such as `class` and `rel` are joined by spaces. */
export function getProperty(element: Element, name: string): string {
  const value = element.properties[name];
  if (value === undefined || value === null || value === false) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** Returns whether an element has a descendant whose tag name matches `tag`. */
export function containsTag(element: Element, tag: RegExp): boolean {
  return element.children.some(
    (child) => child.type === 'element' && (tag.test(child.tagName) || containsTag(child, tag)),
  );
}

/** Visits elements in document order; skips the descendants of an element if the visitor returns false. */
export function visitElements(
  element: Element,
  visit: (element: Element, parent: Element | undefined) => boolean | undefined,
): void {
  const step = (node: Element, parent: Element | undefined) => {
    if (visit(node, parent) === false) return;
    for (const child of node.children) if (child.type === 'element') step(child, node);
  };
  step(element, undefined);
}
