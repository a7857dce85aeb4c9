import { createDomElement, type DomDocument, type DomElement, type DomNode } from '@quern/content/dom/dom';
import { matchSelectors } from './match-selectors.ts';
import { parseSelector } from './parse-selector.ts';

/** Elements of a page to keep and to remove, as CSS selectors. */
export interface ElementFilter {
  /** Keeps only these elements, in document order; all of the page if empty. */
  readonly includeTags?: readonly string[] | undefined;
  /** Removes these elements. */
  readonly excludeTags?: readonly string[] | undefined;
}

/**
 * Reduces the body of a page to the elements of a filter, in place. Elements inside an included element are not
 * repeated. Time is proportional to elements times selectors.
 *
 * @returns the number of included elements; undefined if the filter includes all
 * @throws SelectorError
 */
export function filterDocument(
  document: DomDocument,
  { includeTags = [], excludeTags = [] }: ElementFilter,
): number | undefined {
  const { body } = document;
  const root = createRoot(document);
  if (excludeTags.length > 0) {
    const excluded = matchSelectors(root, excludeTags.flatMap(parseSelector));
    if (excluded.has(root) || excluded.has(body)) body.children = [];
    if (excluded.size > 0) removeElements(body, excluded);
  }
  if (includeTags.length === 0) return undefined;
  const included = matchSelectors(root, includeTags.flatMap(parseSelector));
  if (included.has(root) || included.has(body)) return 1;
  const outermost: DomNode[] = [];
  collectOutermost(body, included, outermost);
  body.children = outermost;
  return outermost.length;
}

/** The `<html>` element, which is not part of the tree of a document. */
function createRoot({ attributes, head, body }: DomDocument): DomElement {
  const root = createDomElement('html', attributes);
  root.children.push(head, body);
  return root;
}

function removeElements(parent: DomElement, removed: ReadonlySet<DomElement>): void {
  parent.children = parent.children.filter((child) => child.kind === 'text' || !removed.has(child));
  for (const child of parent.children) if (child.kind === 'element') removeElements(child, removed);
}

function collectOutermost(parent: DomElement, wanted: ReadonlySet<DomElement>, found: DomNode[]): void {
  for (const child of parent.children) {
    if (child.kind !== 'element') continue;
    if (wanted.has(child)) found.push(child);
    else collectOutermost(child, wanted, found);
  }
}
