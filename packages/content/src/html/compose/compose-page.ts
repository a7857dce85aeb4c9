import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import { attributeOf, type DomElement, type DomNode } from '../../dom/dom.ts';
import { isDropped } from '../../dom/elements.ts';
import { isHidden } from '../../dom/is-hidden.ts';
import { isMathRendering, readMathSource } from '../../math/math-source.ts';
import { createMathElement } from '../../math/tex/math-element.ts';
import { embedTag, readEmbeddedMedia } from './embedded-media.ts';
import { formValueOf } from './form-values.ts';
import { type ImageSurroundings, imageSourceOf } from './image-source.ts';
import { nameLink } from './name-link.ts';
import { readProtectedEmail } from './protected-email.ts';
import { isStyledListing, showsLines, splitLines } from './white-space.ts';

/** Attribute of the paragraph with the link to embedded media. No page has an attribute of this name. */
export const embedAttribute = 'quern:embed';

/** How addresses are resolved. */
export interface ComposeOptions {
  /** Returns the address of a link; '' for one that leads nowhere. Default: addresses of links stay. */
  readonly resolveLink?: (address: string) => string;
  /** Returns the address of an image or other media; '' for one that cannot be shown. */
  readonly resolveMedia: (address: string) => string;
  /** Whether images keep addresses that cannot be shown, such as their data; default: they lose them. */
  readonly keepsImageSources?: boolean;
}

/** Elements with another name in older standards and in AMP. */
const currentNames: ReadonlyMap<string, string> = new Map([
  ['amp-img', 'img'],
  ['amp-anim', 'img'],
  ['amp-video', 'video'],
  ['amp-audio', 'audio'],
  ['amp-iframe', 'iframe'],
  ['image', 'img'],
  ['listing', 'pre'],
  ['xmp', 'pre'],
  ['plaintext', 'pre'],
]);

/**
 * Copies the body of a page as a browser shows it in the end: without elements that show nothing, with the addresses of
 * images that load late, links to embedded media, formulas as TeX, addresses that scripts decode, names of links without
 * text, and breaks where a style shows line breaks. Hidden elements are marked (`isHidden`), and elements get an index in
 * document order.
 */
export function composePage(body: DomElement, options: ComposeOptions): DomElement {
  return new PageComposer(options).copy(body, false);
}

class PageComposer {
  readonly #options: ComposeOptions;
  #elements = 0;

  constructor(options: ComposeOptions) {
    this.#options = options;
  }

  /** @param linesAround whether the element around it shows line breaks of its text */
  copy(source: DomElement, linesAround: boolean): DomElement {
    const lines = source.name !== 'pre' && showsLines(source, linesAround);
    const isListing = lines && isStyledListing(source);
    const name = isListing ? 'pre' : source.name;
    const element = this.#create(name, this.#attributesOf(source), isHidden(source));
    this.#copyChildren(source, element, lines && !isListing);
    return element;
  }

  #copyChildren(source: DomElement, element: DomElement, lines: boolean): void {
    const sources = source.name === 'picture' ? source.children.filter(isSource) : [];
    for (const [index, child] of source.children.entries()) {
      if (child.kind === 'text') {
        const hasLines = lines && /[\n\r]/.test(child.value);
        const nodes = hasLines ? splitLines(child.value, () => this.#create('br', {})) : [{ ...child }];
        for (const node of nodes) append(element, node);
        continue;
      }
      const copied = this.#copyElement(withCurrentName(child), lines, () => ({
        sources,
        next: nextElement(source.children, index),
      }));
      if (copied) append(element, copied);
    }
  }

  #create(name: string, attributes: DomElement['attributes'], hidden = false): DomElement {
    const element: DomElement = { kind: 'element', name, attributes, children: [], index: this.#elements++ };
    return hidden ? { ...element, isHidden: true } : element;
  }

  /** @param around returns what is around an image */
  #copyElement(child: DomElement, lines: boolean, around: () => ImageSurroundings): DomElement | undefined {
    const math = readMathSource(child);
    if (math) return { ...createMathElement(math), index: this.#elements++ };
    if (embedTag.test(child.name)) return this.#copyEmbedded(child, lines);
    const value = formValueOf(child);
    if (value !== '') return this.#copyValue(child, value);
    if (isDropped(child) || isMathRendering(attributeOf(child, 'class'))) return undefined;
    if (child.name === 'img') return this.#copyImage(child, around());
    const email = readProtectedEmail(child);
    if (email !== '') return this.#copyEmail(child, email);
    const copied = this.copy(child, lines);
    if (child.name === 'a') nameLink(child, copied);
    return copied;
  }

  /** Shows an address that scripts would, in place of the note that it is protected. */
  #copyEmail(source: DomElement, email: string): DomElement {
    const attributes = {
      ...this.#attributesOf(source),
      ...(source.name === 'a' && { href: `mailto:${email}` }),
    };
    const element = this.#create(source.name, attributes);
    if ('data-cfemail' in source.attributes) element.children.push({ kind: 'text', value: email });
    else this.#copyChildren(source, element, false);
    return element;
  }

  /** The text of a form field, with its lines. */
  #copyValue(field: DomElement, value: string): DomElement {
    const element = this.#create('span', {}, isHidden(field));
    for (const node of splitLines(value, () => this.#create('br', {}))) element.children.push(node);
    return element;
  }

  #copyImage(image: DomElement, surroundings: ImageSurroundings): DomElement {
    const source = imageSourceOf(image, surroundings);
    const attributes = {
      ...image.attributes,
      src: this.#resolveImage(source, image),
      ...('alt' in image.attributes && { alt: collapseWhitespace(attributeOf(image, 'alt')) }),
    };
    return this.#create('img', attributes, isHidden(image));
  }

  #resolveImage(source: string, image: DomElement): string {
    const { resolveMedia, keepsImageSources = false } = this.#options;
    const resolved = source === '' ? '' : resolveMedia(source);
    if (resolved !== '' || !keepsImageSources) return resolved;
    const own = attributeOf(image, 'src').trim();
    return source === '' && /^data:image\//i.test(own) ? own : source;
  }

  /** A link to what is embedded, the page inside of a frame, or the fallback of an object that shows nothing else. */
  #copyEmbedded(source: DomElement, lines: boolean): DomElement | undefined {
    if (isHidden(source)) return undefined;
    const media = readEmbeddedMedia(source, this.#options.resolveMedia);
    if (media?.isImage) return this.#create('img', { src: media.url, alt: media.title });
    if (media) {
      const paragraph = this.#create('p', { [embedAttribute]: 'media' });
      const link = this.#create('a', { href: media.url });
      link.children.push({ kind: 'text', value: media.title });
      paragraph.children.push(link);
      return paragraph;
    }
    const isPage = source.name === 'iframe' && attributeOf(source, 'srcdoc').trim() !== '';
    if (!isPage && source.name !== 'object') return undefined;
    const element = this.#create('div', {});
    this.#copyChildren(source, element, lines);
    return element;
  }

  #attributesOf({ name, attributes }: DomElement): DomElement['attributes'] {
    const changed: Record<string, string> = {};
    const className = attributes['class'];
    if (className !== undefined && /^\s|\s$|\s\s|[^\S ]/.test(className))
      changed['class'] = className.split(/\s+/).filter(Boolean).join(' ');
    const href = name === 'a' ? attributes['href'] : undefined;
    if (href !== undefined && this.#options.resolveLink) changed['href'] = this.#options.resolveLink(href);
    return Object.keys(changed).length === 0 ? attributes : { ...attributes, ...changed };
  }
}

function withCurrentName(element: DomElement): DomElement {
  const name = currentNames.get(element.name);
  return name === undefined ? element : { ...element, name };
}

function isSource(node: DomNode): node is DomElement {
  return node.kind === 'element' && node.name === 'source';
}

/** Returns the next sibling element, unless there is text before it. */
function nextElement(siblings: readonly DomNode[], index: number): DomElement | undefined {
  for (let next = index + 1; next < siblings.length; next++) {
    const sibling = siblings[next];
    if (sibling?.kind === 'element') return sibling;
    if (sibling?.value.trim() !== '') return undefined;
  }
  return undefined;
}

/** Merges adjacent texts: the parser can emit thousands, and later steps would merge them pair by pair. */
function append(element: DomElement, node: DomNode): void {
  const last = element.children.at(-1);
  if (node.kind === 'text' && last?.kind === 'text') last.value += node.value;
  else element.children.push(node);
}
