// The parsed page, reduced to what extraction needs and built by parse-document.ts: a full DOM takes several
// times the time and memory of the parser itself.

/** A text node. */
export interface DomText {
  readonly kind: 'text';
  value: string;
}

/** An element with its attributes and children. */
export interface DomElement {
  readonly kind: 'element';
  /** Tag name in lower case. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  children: DomNode[];
  /** Index in document order, among the elements of a page that may be content. */
  readonly index?: number;
  /** Whether it is not visible at first, as menus, dialogs and collapsed answers are. */
  readonly isHidden?: boolean;
}

/** A node of the tree; comments are not part of it. */
export type DomNode = DomText | DomElement;

/** A page with one head and one body. */
export interface DomDocument {
  /** Attributes of the `<html>` element. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly head: DomElement;
  readonly body: DomElement;
  /** All elements inside the head, then all inside the body, in document order. */
  readonly elements: readonly DomElement[];
  /** The same elements by tag name. */
  readonly elementsByTag: ReadonlyMap<string, readonly DomElement[]>;
}

/** Creates an element without children. */
export function createDomElement(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): DomElement {
  return { kind: 'element', name, attributes, children: [] };
}

/** Returns an attribute's value; undefined if the element does not have it. */
export function getAttribute(element: DomElement, name: string): string | undefined {
  return Object.hasOwn(element.attributes, name) ? element.attributes[name] : undefined;
}

/** Returns an attribute's value, '' if the element does not have it. */
export function attributeOf(element: DomElement, name: string): string {
  return getAttribute(element, name) ?? '';
}

/** Returns the index of an element in document order; -1 for elements that were made for the result. */
export function elementIndexOf({ index = -1 }: DomElement): number {
  return index;
}

/** Returns the text of a node and its descendants in document order. */
export function domText(node: DomNode): string {
  if (node.kind === 'text') return node.value;
  if (node.children.length === 1 && node.children[0]?.kind === 'text') return node.children[0].value;
  const parts: string[] = [];
  collectText(node, parts);
  return parts.join('');
}

/** Not recursive, since formulas and scripts are read before their depth is limited. */
function collectText(element: DomElement, parts: string[]): void {
  const pending: DomNode[] = [element];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.kind === 'text') {
      parts.push(node.value);
      continue;
    }
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index];
      if (child) pending.push(child);
    }
  }
}

/** Returns whether the text of an element has at least `lengthMin` characters; stops reading there. */
export function hasTextOfLength(element: DomElement, lengthMin: number): boolean {
  let remaining = lengthMin;
  const reachesMin = (inner: DomElement): boolean =>
    inner.children.some((child) => {
      if (child.kind === 'element') return reachesMin(child);
      remaining -= child.value.length;
      return remaining <= 0;
    });
  return reachesMin(element);
}

/** Returns the first descendant of `root`, in document order, that passes the test. */
export function findElement(
  root: DomElement,
  test: (element: DomElement) => boolean,
): DomElement | undefined {
  for (const child of root.children) {
    if (child.kind !== 'element') continue;
    const found = test(child) ? child : findElement(child, test);
    if (found) return found;
  }
  return undefined;
}

/** Returns all descendants of `root` that pass the test, in document order. */
export function findElements(root: DomElement, test: (element: DomElement) => boolean): DomElement[] {
  const found: DomElement[] = [];
  const visit = (element: DomElement) => {
    for (const child of element.children) {
      if (child.kind !== 'element') continue;
      if (test(child)) found.push(child);
      visit(child);
    }
  };
  visit(root);
  return found;
}

/** Lists the elements of a page once, for all later searches by tag name or attribute. */
export function createDocument(parts: Pick<DomDocument, 'attributes' | 'head' | 'body'>): DomDocument {
  const elements = [...findElements(parts.head, () => true), ...findElements(parts.body, () => true)];
  const elementsByTag = new Map<string, DomElement[]>();
  for (const element of elements) {
    const named = elementsByTag.get(element.name);
    if (named) named.push(element);
    else elementsByTag.set(element.name, [element]);
  }
  return { ...parts, elements, elementsByTag };
}

/** Returns all elements of a page with a tag name, those of the head first. */
export function findElementsByTag(document: DomDocument, name: string): readonly DomElement[] {
  return document.elementsByTag.get(name) ?? [];
}

/** Returns the first element of a page that passes the test, searching the head first. */
export function findElementInDocument(
  document: DomDocument,
  test: (element: DomElement) => boolean,
): DomElement | undefined {
  return document.elements.find(test);
}
