import { createDomElement, type DomDocument, type DomElement, type DomNode, findElements } from './dom.ts';
import { limitDepth } from './limit-depth.ts';

const headTags = new Set(['meta', 'link', 'title', 'script', 'style', 'base', 'noscript', 'template']);

/**
 * Tags beyond this are ignored, their text stays: each element costs some 20 µs until the page is judged. The
 * largest of 1,497 ordinary pages has 10,000.
 */
const elementsMax = 200_000;

/**
 * Parses a page of any shape into a tree of bounded depth with one head and one body: what a page has before,
 * between or behind them, and in a second body, comes into the body. Linear in the page's length.
 */
export async function parseDocument(html: string): Promise<DomDocument> {
  const { BoundedParser } = await import('./bounded-parser.ts');
  const builder = documentBuilder();
  const parser = new BoundedParser(builder.events);
  parser.write(limitDepth(html.replaceAll('\0', '').replaceAll('<![CDATA[', '')));
  parser.end();
  if (html.includes('"S:')) placeStreamedParts(builder.document.body);
  return builder.document;
}

/** Receives the parser's events, which are balanced. */
function documentBuilder() {
  const attributes: Record<string, string> = {};
  const document: DomDocument = {
    attributes,
    head: createDomElement('head'),
    body: createDomElement('body'),
  };
  /** Open elements; undefined for tags that only say where the page's parts begin. */
  const open: (DomElement | undefined)[] = [];
  const frame = (name: string, own: Readonly<Record<string, string>>): boolean => {
    if (name !== 'html' && name !== 'head' && name !== 'body') return false;
    const target = name === 'html' ? attributes : name === 'body' ? document.body.attributes : {};
    for (const key of Object.keys(own))
      if (!Object.hasOwn(target, key)) Object.assign(target, { [key]: own[key] });
    return true;
  };
  let inHead = 0;
  let elements = 0;
  const target = (name: string): DomElement => {
    const parent = open.at(-1);
    return parent ?? (inHead > 0 && headTags.has(name) ? document.head : document.body);
  };
  const events = {
    onopentag(name: string, own: Record<string, string>) {
      if (name === 'head') inHead++;
      if (frame(name, own)) {
        // A body in the midst of the page is no part of its own.
        open.push(open.at(-1));
        return;
      }
      if (++elements > elementsMax) {
        open.push(target(name));
        return;
      }
      const element = createDomElement(name, own);
      target(name).children.push(element);
      open.push(element);
    },
    ontext(value: string) {
      const parent = open.at(-1) ?? document.body;
      const last = parent.children.at(-1);
      if (last?.kind === 'text') last.value += value;
      else parent.children.push({ kind: 'text', value });
    },
    onclosetag(name: string) {
      if (name === 'head') inHead--;
      open.pop();
    },
  };
  return { document, events };
}

/** Servers that stream React send late parts hidden at the end, to be moved to their place by a script. */
function placeStreamedParts(body: DomElement): void {
  const isPart = (element: DomElement) =>
    element.name === 'div' && 'hidden' in element.attributes && /^S:/.test(element.attributes['id'] ?? '');
  const parts = new Map<string, DomElement>();
  for (const part of findElements(body, isPart)) {
    parts.set((part.attributes['id'] ?? '').slice(2), part);
  }
  const placed = new Set<DomElement>();
  const shown = (part: DomElement): DomElement => {
    const { hidden: _hidden, ...attributes } = part.attributes;
    return { ...part, attributes };
  };
  const visit = (element: DomElement) => {
    element.children = element.children.flatMap((child): DomNode[] => {
      if (child.kind !== 'element') return [child];
      const id = child.name === 'template' ? (child.attributes['id'] ?? '') : '';
      const part = id.startsWith('B:') ? parts.get(id.slice(2)) : undefined;
      if (!part || placed.has(part)) return [child];
      placed.add(part);
      return [shown(part)];
    });
    for (const child of element.children) if (child.kind === 'element') visit(child);
  };
  visit(body);
  const tidy = (element: DomElement) => {
    element.children = element.children.flatMap((child): DomNode[] => {
      if (child.kind !== 'element' || !isPart(child)) return [child];
      return placed.has(child) ? [] : [shown(child)];
    });
    for (const child of element.children) if (child.kind === 'element') tidy(child);
  };
  tidy(body);
}
