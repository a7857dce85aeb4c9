import { attributeOf, type DomElement, type DomNode } from '@quern/content/dom/dom';
import { isHidden } from '@quern/content/dom/is-hidden';
import { isScriptNotice } from '@quern/content/html/elements';
import { isMathRendering, readMathSource } from '@quern/content/math/math-source';
import { createMathElement } from '@quern/content/math/tex/math-element';
import { resolveEmbeddedVideo } from './embedded-video.ts';
import { resolveImageSource } from './image-source.ts';
import { readProtectedEmail } from './protected-email.ts';

/** Attribute of the paragraph with the link to an embedded video. */
export const embedAttribute = 'quern:embed';

/** Elements that are never content. */
const droppedTags = new Set(
  'script style template svg canvas iframe object embed audio video source track meta link head title map area dialog datalist select option input textarea'.split(
    ' ',
  ),
);
/** Attributes that later steps read; all others are dropped. */
const keptAttributes: ReadonlySet<string> = new Set(
  'id role colspan rowspan align start lang data-lang data-language data-testid itemprop itemtype aria-label title type checked disabled datetime rel'.split(
    ' ',
  ),
);

/** How URLs are resolved. */
export interface BuildTreeOptions {
  /** URL against which relative URLs are resolved: the page's `<base>` or its own URL. */
  readonly baseUrl: string;
  /** Limits by how much resolving lengthens the URLs; shared by the trees of one result. Default: a new budget. */
  readonly urlGrowth?: UrlGrowthBudget;
}

/** Number of characters by which resolved URLs may exceed the relative ones. */
export interface UrlGrowthBudget {
  remainingChars: number;
}

/** Growth of 80,000 relative links with a base URL of 200 characters. */
const urlGrowthMax = 16_000_000;
/** A longer base URL is used without its path: with a base of 1 MB each `href=x` would become a URL of 1 MB. */
const baseUrlLengthMax = 4000;

/** Creates the budget of one result. */
export function createUrlGrowthBudget(): UrlGrowthBudget {
  return { remainingChars: urlGrowthMax };
}

/**
 * Copies a parsed page for extraction: drops elements that are never content, marks hidden ones, makes URLs absolute,
 * resolves lazy images, and converts formulas to TeX and embedded videos to links. Elements get an index in document
 * order.
 */
export function buildTree(body: DomElement, options: BuildTreeOptions): DomElement {
  return new TreeBuilder(options).copy(body, undefined);
}

class TreeBuilder {
  readonly #base: string;
  readonly #urlGrowth: UrlGrowthBudget;
  #elements = 0;

  constructor({ baseUrl, urlGrowth }: BuildTreeOptions) {
    this.#base = baseUrl.length > baseUrlLengthMax ? (URL.parse('/', baseUrl)?.href ?? '') : baseUrl;
    this.#urlGrowth = urlGrowth ?? createUrlGrowthBudget();
  }

  /** Once the budget is spent, relative URLs are no longer resolved. */
  get #baseUrl(): string {
    return this.#urlGrowth.remainingChars > 0 ? this.#base : 'about:blank';
  }

  /** @param next the element after `source`, for images */
  copy(source: DomElement, next: DomElement | undefined): DomElement {
    const element = this.#createElement(source.name, this.#copyAttributes(source, next), isHidden(source));
    this.#copyChildren(source, element);
    return element;
  }

  #copyChildren({ children }: DomElement, element: DomElement): void {
    for (let index = 0; index < children.length; index++) {
      const child = children[index];
      if (!child) continue;
      const node = this.#copyChild(child, children, index);
      if (node) append(element, node);
    }
  }

  #createElement(name: string, attributes: Record<string, string>, isHidden = false): DomElement {
    const element = { kind: 'element', name, attributes, children: [], index: this.#elements++ } as const;
    return isHidden ? { ...element, children: [], isHidden } : { ...element, children: [] };
  }

  #copyChild(child: DomNode, siblings: readonly DomNode[], index: number): DomNode | undefined {
    if (child.kind === 'text') return { kind: 'text', value: child.value };
    const { name } = child;
    const math = readMathSource(child);
    if (math) return { ...createMathElement(math), index: this.#elements++ };
    if (name === 'iframe' || name === 'embed' || name === 'video') return this.#createVideoLink(child);
    if (droppedTags.has(name) && !(name === 'input' && child.attributes['type'] === 'checkbox'))
      return undefined;
    if (isScriptNotice(child)) return undefined;
    if (isMathRendering(attributeOf(child, 'class'))) return undefined;
    const email = readProtectedEmail(child);
    if (email !== '') return this.#createEmail(child, email);
    return this.copy(child, name === 'img' ? nextElement(siblings, index) : undefined);
  }

  /** Shows an address that scripts would, in place of the note that it is protected. */
  #createEmail(source: DomElement, email: string): DomElement {
    const attributes = this.#copyAttributes(source, undefined);
    if (source.name === 'a') attributes['href'] = `mailto:${email}`;
    const element = this.#createElement(source.name, attributes);
    if ('data-cfemail' in source.attributes) element.children.push({ kind: 'text', value: email });
    else this.#copyChildren(source, element);
    return element;
  }

  #createVideoLink(source: DomElement): DomNode | undefined {
    const video = resolveEmbeddedVideo(source, this.#baseUrl);
    if (!video) return undefined;
    const paragraph = this.#createElement('p', { [embedAttribute]: 'video' });
    const link = this.#createElement('a', { href: video.url });
    link.children.push({ kind: 'text', value: video.title });
    paragraph.children.push(link);
    return paragraph;
  }

  #copyAttributes(source: DomElement, next: DomElement | undefined): Record<string, string> {
    const { name, attributes } = source;
    const copied: Record<string, string> = {};
    for (const attribute in attributes) {
      const value = attributes[attribute] ?? '';
      if (keptAttributes.has(attribute)) copied[attribute] = value;
      else if (attribute === 'class') copied['class'] = value.split(/\s+/).filter(Boolean).join(' ');
    }
    if (name === 'td' || name === 'th') {
      const align = /(?:^|;)\s*text-align:\s*(\w+)/i.exec(attributes['style'] ?? '')?.[1];
      if (align !== undefined) copied['align'] ??= align;
    }
    if (name === 'a' && attributes['href'] !== undefined) {
      const href = resolveHref(attributes['href'], this.#baseUrl);
      this.#urlGrowth.remainingChars -= Math.max(0, href.length - attributes['href'].length);
      copied['href'] = href;
    }
    if (name === 'img') {
      const image = resolveImageSource(source, next, this.#baseUrl);
      // The whole URL counts, since the attribute that it comes from is unknown here.
      this.#urlGrowth.remainingChars -= image.src.length;
      Object.assign(copied, image);
    }
    return copied;
  }
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

/** Returns absolute HTTP, mailto, tel and FTP URLs and unresolved fragments; '' for all other URLs. */
function resolveHref(href: string, baseUrl: string): string {
  const trimmed = href.trim();
  if (trimmed.startsWith('#')) return trimmed;
  const url = URL.parse(trimmed, baseUrl);
  if (!url) return '';
  return /^(https?|mailto|tel|ftp):$/.test(url.protocol) ? url.href : '';
}
