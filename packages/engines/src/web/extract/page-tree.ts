import type { Element, ElementContent, Root } from 'hast';

/** One element of a page with what the extraction needs to know about it. Text lies in `hast`. */
export type PageNode = Element;

/** Property under which an element carries its number; the same number marks it in the DOM. */
export const numberProperty = 'dataQuern';
/** Property of elements that a reader does not see at first: menus and dialogs, but also folded answers. */
export const hiddenProperty = 'dataHidden';
/** Attribute in the DOM. One a number, so that a copy of several elements' attributes keeps them all. */
export const numberAttributePrefix = 'data-quern-';

export function numberOf(element: Element): number {
  const value = element.properties[numberProperty];
  return typeof value === 'number' ? value : -1;
}

export function isElementContent(node: ElementContent | Root['children'][number]): node is Element {
  return node.type === 'element';
}

/** All text below an element, in order. */
export function textOf(node: Element | ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  let text = '';
  for (const child of node.children) text += textOf(child);
  return text;
}

/** An attribute as text, '' when absent. Lists (class, rel) are joined by spaces. */
export function property(element: Element, name: string): string {
  const value = element.properties[name];
  if (value === undefined || value === null || value === false) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** Visits elements in document order; a visitor that answers false is not followed below. */
export function walk(
  element: Element,
  visit: (element: Element, parent: Element | undefined) => boolean | undefined,
): void {
  const step = (node: Element, parent: Element | undefined) => {
    if (visit(node, parent) === false) return;
    for (const child of node.children) if (child.type === 'element') step(child, node);
  };
  step(element, undefined);
}

/** A copy that leaves out what `keep` refuses, and everything below that. */
export function filterTree(element: Element, keep: (element: Element) => boolean): Element {
  const children: ElementContent[] = [];
  for (const child of element.children) {
    if (child.type === 'text') children.push(child);
    else if (child.type === 'element' && keep(child)) children.push(filterTree(child, keep));
  }
  return { ...element, children };
}
