/**
 * The page as parsed: only what extraction needs, made by parse-document.ts. A full DOM costs several times
 * the parser's own time and memory.
 */
export interface DomText {
  readonly kind: 'text';
  value: string;
}

export interface DomElement {
  readonly kind: 'element';
  /** In lower case. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  children: DomNode[];
}

export type DomNode = DomText | DomElement;

export interface DomDocument {
  /** Attributes of the `<html>` tag. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly head: DomElement;
  readonly body: DomElement;
}

export function createDomElement(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): DomElement {
  return { kind: 'element', name, attributes, children: [] };
}

export function getAttribute(element: DomElement, name: string): string | undefined {
  return Object.hasOwn(element.attributes, name) ? element.attributes[name] : undefined;
}

/** All text below a node, in order. */
export function domText(node: DomNode): string {
  if (node.kind === 'text') return node.value;
  if (node.children.length === 1 && node.children[0]?.kind === 'text') return node.children[0].value;
  const parts: string[] = [];
  collectText(node, parts);
  return parts.join('');
}

/** Without recursion: formulas and scripts are read before anything has bounded how deep they are. */
function collectText(element: DomElement, parts: string[]): void {
  const waiting: DomNode[] = [element];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === 'text') {
      parts.push(node.value);
      continue;
    }
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index];
      if (child) waiting.push(child);
    }
  }
}

/** True when the text below an element has at least so many characters; reads no further. */
export function hasTextOfLength(element: DomElement, lengthMin: number): boolean {
  let missing = lengthMin;
  const read = (inner: DomElement): boolean =>
    inner.children.some((child) => {
      if (child.kind === 'element') return read(child);
      missing -= child.value.length;
      return missing <= 0;
    });
  return read(element);
}

/** The first element below `root` in document order that passes. */
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

/** All elements below `root` that pass, in document order. */
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

/** Elements of a page by name, head before body. */
export function findElementsByTag(document: DomDocument, name: string): DomElement[] {
  const test = (element: DomElement) => element.name === name;
  return [...findElements(document.head, test), ...findElements(document.body, test)];
}

export function findElementInDocument(
  document: DomDocument,
  test: (element: DomElement) => boolean,
): DomElement | undefined {
  return findElement(document.head, test) ?? findElement(document.body, test);
}
