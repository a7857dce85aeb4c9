import type { Element, ElementContent } from 'hast';
import { elementIndexOf, hasNonBlankText, hastText } from '../page/tree/hast.ts';
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
export function placeTitle(content: Element, title: VisibleTitle): Element {
  const heading: Element = {
    type: 'element',
    tagName: 'h1',
    properties: {},
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

  remove(element: Element): Element {
    const children: ElementContent[] = [];
    for (const child of element.children) {
      if (child.type !== 'element') {
        if (child.type === 'text' && child.value.trim() !== '') this.#isInside = true;
        children.push(child);
      } else if (!this.#isTitle(child) && !this.#isLeadingRule(child))
        children.push(this.remove(this.#withoutKicker(child)));
    }
    return { ...element, children };
  }

  /** A heading with this text, or whatever has it before any other text, repeats the title. */
  #isTitle(element: Element): boolean {
    if (elementIndexOf(element) === this.#index) return true;
    const isHeading = /^h[1-6]$/.test(element.tagName);
    if (!isHeading && (this.#isInside || !hasNonBlankText(element))) return false;
    return normalizeTitle(hastText(element)) === this.#text;
  }

  #isLeadingRule(element: Element): boolean {
    return element.tagName === 'hr' && !this.#isInside;
  }

  #withoutKicker(element: Element): Element {
    if (!/^h[1-6]$/.test(element.tagName) || elementIndexOf(element) > this.#index) return element;
    const isKicker = element.tagName === 'h1' || hastText(element).trim().length <= kickerLengthMax;
    return isKicker ? { ...element, tagName: 'p' } : element;
  }
}

/** The content of a title without images, and without the link to the page itself that it often is. */
function inlineContent(element: Element): ElementContent[] {
  return element.children.flatMap((child) => {
    if (child.type !== 'element') return [child];
    if (child.tagName === 'img' || child.tagName === 'input') return [];
    const isLink = child.tagName === 'a' && hasNonBlankText(child) && /\p{L}|\p{N}/u.test(hastText(child));
    return isLink ? inlineContent(child) : [{ ...child, children: inlineContent(child) }];
  });
}
