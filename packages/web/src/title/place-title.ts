import { type DomElement, type DomNode, domText, elementIndexOf } from '@quern/content/dom/dom';
import { hasNonBlankText } from '@quern/content/dom/tree-queries';
import type { VisibleTitle } from './find-title.ts';
import { normalizeTitle } from './title-text.ts';

/** Headings above the title with at most this many characters are kickers, which name the section of the page. */
const kickerLengthMax = 40;

/**
 * Makes the title the first heading of the content, and its only heading with this text. Kickers above it become
 * paragraphs, and rules above it are dropped.
 *
 * @param content the selected content, copied from the page's tree; not changed
 */
export function placeTitle(content: DomElement, title: VisibleTitle): DomElement {
  const heading: DomElement = {
    kind: 'element',
    name: 'h1',
    attributes: {},
    children: inlineContent(title.element),
  };
  const rest = new TitleRemover(title).remove(content);
  return { ...rest, children: [heading, ...rest.children] };
}

class TitleRemover {
  readonly #text: string;
  readonly #index: number;
  /** Whether text other than the title has been passed. */
  #isInside = false;

  constructor({ element, text }: VisibleTitle) {
    this.#text = normalizeTitle(text);
    this.#index = elementIndexOf(element);
  }

  remove(element: DomElement): DomElement {
    const children: DomNode[] = [];
    for (const child of element.children) {
      if (child.kind !== 'element') {
        if (child.value.trim() !== '') this.#isInside = true;
        children.push(child);
      } else if (!this.#isTitle(child) && !this.#isLeadingRule(child))
        children.push(this.remove(this.#withoutKicker(child)));
    }
    return { ...element, children };
  }

  /** A heading with this text, or whatever has it before any other text, repeats the title. */
  #isTitle(element: DomElement): boolean {
    if (elementIndexOf(element) === this.#index) return true;
    const isHeading = /^h[1-6]$/.test(element.name);
    if (!isHeading && (this.#isInside || !hasNonBlankText(element))) return false;
    return this.#textAfter(element, '') === this.#text;
  }

  /** Appends the normalized text of a node to the beginning of the title; undefined as soon as they differ. */
  #textAfter(node: DomNode, beginning: string): string | undefined {
    if (node.kind === 'text') {
      const text = beginning + normalizeTitle(node.value);
      return this.#text.startsWith(text) ? text : undefined;
    }
    let text: string | undefined = beginning;
    for (const child of node.children) {
      text = this.#textAfter(child, text);
      if (text === undefined) return undefined;
    }
    return text;
  }

  #isLeadingRule(element: DomElement): boolean {
    return element.name === 'hr' && !this.#isInside;
  }

  #withoutKicker(element: DomElement): DomElement {
    if (!/^h[1-6]$/.test(element.name) || elementIndexOf(element) > this.#index) return element;
    const isKicker = element.name === 'h1' || domText(element).trim().length <= kickerLengthMax;
    return isKicker ? { ...element, name: 'p' } : element;
  }
}

/** The content of a title without images, and without the link to the page itself that it often is. */
function inlineContent(element: DomElement): DomNode[] {
  return element.children.flatMap((child) => {
    if (child.kind !== 'element') return [child];
    if (child.name === 'img' || child.name === 'input') return [];
    const isLink = child.name === 'a' && hasNonBlankText(child) && /\p{L}|\p{N}/u.test(domText(child));
    return isLink ? inlineContent(child) : [{ ...child, children: inlineContent(child) }];
  });
}
