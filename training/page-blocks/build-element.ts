import type { DomElement, DomNode } from '@quern/content/dom/dom';

/** Builds an element; text is given as a string. */
export function buildElement(
  name: string,
  children: readonly (DomElement | string)[] = [],
  attributes: Readonly<Record<string, string>> = {},
): DomElement {
  return {
    kind: 'element',
    name,
    attributes,
    children: children.map(
      (child): DomNode => (typeof child === 'string' ? { kind: 'text', value: child } : child),
    ),
  };
}
