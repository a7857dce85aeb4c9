import type { Element, ElementContent } from 'hast';

/** Property under which an element carries its number, in document order. */
export const elementIndexProperty = 'dataQuern';
/** Property of elements that a reader does not see at first: menus and dialogs, but also folded answers. */
export const hiddenProperty = 'dataHidden';

/** Returns whether `buildTree` marked an element as hidden. */
export function isMarkedHidden(element: Element): boolean {
  return element.properties[hiddenProperty] === true;
}

export function elementIndexOf(element: Element): number {
  const value = element.properties[elementIndexProperty];
  return typeof value === 'number' ? value : -1;
}

/** All text below an element, in order. */
export function hastText(node: Element | ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  let text = '';
  for (const child of node.children) text += hastText(child);
  return text;
}

/** True when an element shows any text but white space. */
export function hasNonBlankText(element: Element): boolean {
  return element.children.some((child) =>
    child.type === 'element' ? hasNonBlankText(child) : child.type === 'text' && child.value.trim() !== '',
  );
}

/** An attribute as text, '' when absent. Lists (class, rel) are joined by spaces. */
export function getProperty(element: Element, name: string): string {
  const value = element.properties[name];
  if (value === undefined || value === null || value === false) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** True when an element below `element` has a name that `tag` matches. */
export function containsTag(element: Element, tag: RegExp): boolean {
  return element.children.some(
    (child) => child.type === 'element' && (tag.test(child.tagName) || containsTag(child, tag)),
  );
}

/** Visits elements in document order; a visitor that answers false is not followed below. */
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
