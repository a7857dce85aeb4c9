import {
  createDocument,
  createDomElement,
  type DomDocument,
  type DomElement,
  type DomNode,
  findElements,
} from './dom.ts';
import { limitDepth } from './limit-depth.ts';

const headTags = new Set(['meta', 'link', 'title', 'script', 'style', 'base', 'noscript', 'template']);

const tableSections = ['table', 'thead', 'tbody', 'tfoot'];
/** The parents of the parts of tables. */
const tableParents: ReadonlyMap<string, readonly string[]> = new Map([
  ...tableSections.slice(1).map((name): [string, string[]] => [name, ['table']]),
  ['tr', tableSections],
  ['td', ['tr']],
  ['th', ['tr']],
]);

/**
 * Tags beyond this number are ignored and their text is kept: each element costs about 20 µs until it is classified.
 * The largest of 1,497 ordinary pages has 10,000 elements.
 */
export const elementsMax = 200_000;

/**
 * Parses any HTML into a tree of limited depth with one head and one body. Content before, between or after them,
 * and in further bodies, becomes part of the body. Linear in the length of the page.
 *
 * @param isXhtml whether tags that end with a slash have no content, and CDATA sections are text, as in EPUB
 */
export async function parseDocument(html: string, isXhtml = false): Promise<DomDocument> {
  const { BoundedParser } = await import('./bounded-parser.ts');
  const builder = new DocumentBuilder();
  const parser = new BoundedParser(builder, { recognizeSelfClosing: isXhtml, recognizeCDATA: isXhtml });
  const source = html.replaceAll('\0', '');
  parser.write(limitDepth(isXhtml ? source : source.replaceAll('<![CDATA[', ''), { isXhtml }));
  parser.end();
  if (html.includes('"S:')) placeStreamedSegments(builder.document.body);
  return createDocument(builder.document);
}

/** Builds a document from the events of the parser, whose opening and closing tags are balanced. */
class DocumentBuilder {
  readonly document: Pick<DomDocument, 'attributes' | 'head' | 'body'>;
  readonly #htmlAttributes: Record<string, string> = {};
  /** Open elements; undefined for `<html>`, `<head>` and `<body>` outside other elements. */
  readonly #open: (DomElement | undefined)[] = [];
  #openHeads = 0;
  #elements = 0;

  constructor() {
    this.document = {
      attributes: this.#htmlAttributes,
      head: createDomElement('head'),
      body: createDomElement('body'),
    };
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    if (name === 'head') this.#openHeads++;
    if (name === 'html' || name === 'head' || name === 'body') {
      this.#mergeAttributes(name, attributes);
      // Inside another element the tag is ignored: its content belongs to that element.
      this.#open.push(this.#open.at(-1));
      return;
    }
    if (name === 'a') this.#endLink();
    const parent = this.#parentOf(name);
    if (++this.#elements > elementsMax) {
      this.#open.push(parent);
      return;
    }
    const element = createDomElement(name, attributes);
    parent.children.push(element);
    this.#open.push(element);
  }

  /**
   * Ends a link that is still open where another one begins, as browsers do
   * (https://html.spec.whatwg.org/#parsing-main-inbody, a start tag "a").
   */
  #endLink(): void {
    const last = this.#open.length - 1;
    // Its end tag, or that of its parent, still closes this entry of the stack.
    if (this.#open[last]?.name === 'a') this.#open[last] = this.#open[last - 1];
  }

  ontext(value: string): void {
    const parent = this.#open.at(-1) ?? this.document.body;
    const last = parent.children.at(-1);
    if (last?.kind === 'text') last.value += value;
    else parent.children.push({ kind: 'text', value });
  }

  onclosetag(name: string): void {
    if (name === 'head') this.#openHeads--;
    this.#open.pop();
  }

  /** Keeps the first value of each attribute, as browsers do for repeated `<html>` and `<body>` tags. */
  #mergeAttributes(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'head') return;
    const target = name === 'html' ? this.#htmlAttributes : this.document.body.attributes;
    for (const key of Object.keys(attributes))
      if (!Object.hasOwn(target, key)) Object.assign(target, { [key]: attributes[key] });
  }

  /**
   * Finds the parent of a part of a table. A row or a section ends the cell that is still open, whatever is open inside it
   * (https://html.spec.whatwg.org/#parsing-main-intd).
   */
  #tableParentOf(name: string): DomElement | undefined {
    const parents = tableParents.get(name);
    if (!parents) return undefined;
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const element = this.#open[at];
      if (element && parents.includes(element.name)) return element;
      if (element?.name === 'table') return undefined;
    }
    return undefined;
  }

  #parentOf(name: string): DomElement {
    const { head, body } = this.document;
    const inTable = this.#tableParentOf(name);
    if (inTable) return inTable;
    return this.#open.at(-1) ?? (this.#openHeads > 0 && headTags.has(name) ? head : body);
  }
}

/**
 * Moves segments that a server streamed at the end of the page to their placeholders, as React's inline script does:
 * `<div hidden id="S:0">` replaces `<template id="B:0">`.
 */
function placeStreamedSegments(body: DomElement): void {
  const isSegment = (element: DomElement) =>
    element.name === 'div' && 'hidden' in element.attributes && /^S:/.test(element.attributes['id'] ?? '');
  const segments = new Map<string, DomElement>();
  for (const segment of findElements(body, isSegment)) {
    segments.set((segment.attributes['id'] ?? '').slice(2), segment);
  }
  const placed = new Set<DomElement>();
  rewriteElements(body, (element) => {
    const id = element.name === 'template' ? (element.attributes['id'] ?? '') : '';
    const segment = id.startsWith('B:') ? segments.get(id.slice(2)) : undefined;
    if (!segment || placed.has(segment)) return [element];
    placed.add(segment);
    return [withoutHidden(segment)];
  });
  rewriteElements(body, (element) => {
    if (!isSegment(element)) return [element];
    return placed.has(element) ? [] : [withoutHidden(element)];
  });
}

/** Replaces each descendant by what `rewrite` returns, parents before children. */
function rewriteElements(parent: DomElement, rewrite: (element: DomElement) => DomNode[]): void {
  parent.children = parent.children.flatMap((child) => (child.kind === 'element' ? rewrite(child) : [child]));
  for (const child of parent.children) if (child.kind === 'element') rewriteElements(child, rewrite);
}

function withoutHidden(element: DomElement): DomElement {
  const { hidden: _hidden, ...attributes } = element.attributes;
  return { ...element, attributes };
}
