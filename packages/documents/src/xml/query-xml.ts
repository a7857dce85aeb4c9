import type { XmlElement, XmlNode } from './xml-tree.ts';

/** @returns the first child element of a name */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((node): node is XmlElement => isElement(node) && node.name === name);
}

/** @returns the child elements of a name, or all */
export function childrenOf(element: XmlElement | undefined, name?: string): XmlElement[] {
  const elements = element?.children.filter(isElement) ?? [];
  return name === undefined ? elements : elements.filter((child) => child.name === name);
}

/** @returns the first element of a path of child elements */
export function pathOf(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>(childOf, element);
}

/** Finds elements at any depth in document order, without those inside of a found one. */
export function* descendantsOf(element: XmlElement | undefined, name: string): Generator<XmlElement> {
  for (const child of childrenOf(element)) {
    if (child.name === name) yield child;
    else yield* descendantsOf(child, name);
  }
}

/** @returns the first element of a name at any depth */
export function firstOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return descendantsOf(element, name).next().value ?? undefined;
}

/** @returns all characters in an element */
export function textIn(element: XmlElement | undefined): string {
  return element?.children.map((node) => (isElement(node) ? textIn(node) : node)).join('') ?? '';
}

/** Whether a node is an element and not text. */
export function isElement(node: XmlNode): node is XmlElement {
  return typeof node !== 'string';
}
