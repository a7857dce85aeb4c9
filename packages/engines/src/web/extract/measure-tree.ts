import type { Element } from 'hast';
import { numberOf } from './page-tree.ts';

/** Sizes of an element's text in characters without white space, so that they mean the same in every script. */
export interface Extent {
  readonly text: number;
  /** Within links. */
  readonly linkText: number;
  /** Within paragraphs. */
  readonly paragraphText: number;
  readonly mainHeadings: number;
}

/** Measures each element of a tree once; look up by number. */
export function measureTree(root: Element): ReadonlyMap<number, Extent> {
  const extents = new Map<number, Extent>();
  const measure = (element: Element): Extent => {
    let text = 0;
    let linkText = 0;
    let paragraphText = 0;
    let mainHeadings = element.tagName === 'h1' ? 1 : 0;
    for (const child of element.children) {
      if (child.type === 'text') text += visibleLength(child.value);
      if (child.type !== 'element') continue;
      const inner = measure(child);
      text += inner.text;
      linkText += inner.linkText;
      paragraphText += inner.paragraphText;
      mainHeadings += inner.mainHeadings;
    }
    if (element.tagName === 'a') linkText = text;
    if (element.tagName === 'p') paragraphText = text;
    const extent = { text, linkText, paragraphText, mainHeadings };
    extents.set(numberOf(element), extent);
    return extent;
  };
  measure(root);
  return extents;
}

function visibleLength(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 32) length++;
  return length;
}

const nothing: Extent = { text: 0, linkText: 0, paragraphText: 0, mainHeadings: 0 };

export function extentOf(extents: ReadonlyMap<number, Extent>, element: Element): Extent {
  return extents.get(numberOf(element)) ?? nothing;
}

/**
 * The sum of all elements' depths: what a step costs that looks at everything below each element. Ordinary
 * pages have tens of thousands, the longest articles a million.
 */
export function nestingCost(root: Element): number {
  let cost = 0;
  const add = (element: Element, depth: number) => {
    cost += depth;
    for (const child of element.children) if (child.type === 'element') add(child, depth + 1);
  };
  add(root, 0);
  return cost;
}
