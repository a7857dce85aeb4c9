/** The part of the DOM that is used here; linkedom implements it (its own types need the browser's library). */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly childNodes: ArrayLike<DomNode>;
  readonly textContent: string | null;
}

export interface DomElement extends DomNode {
  readonly localName: string;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  append(...nodes: DomNode[]): void;
  prepend(...nodes: DomNode[]): void;
  replaceWith(...nodes: DomNode[]): void;
  remove(): void;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): ArrayLike<DomElement>;
}

export interface DomDocument {
  readonly documentElement: DomElement | null;
  readonly body: DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): ArrayLike<DomElement>;
}

export const elementNode = 1;
export const textNode = 3;

export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === elementNode;
}
