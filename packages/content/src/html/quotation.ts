import type { DomElement } from '../dom/dom.ts';

/** Returns a quotation, also that of a figure with the caption that says where it is from; undefined for other elements. */
export function quotationOf(element: DomElement): DomElement | undefined {
  if (element.name === 'blockquote') return element;
  if (element.name !== 'figure') return undefined;
  const quotes = element.children.filter((child) => child.kind === 'element' && child.name === 'blockquote');
  const [quote] = quotes;
  if (quote === undefined || quotes.length > 1) return undefined;
  const children = element.children.flatMap((child) =>
    child === quote && child.kind === 'element' ? child.children : [child],
  );
  return { ...element, children };
}
