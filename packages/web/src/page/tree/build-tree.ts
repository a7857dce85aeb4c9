import { type DomElement, type DomNode, getAttribute, hasTextOfLength } from '@quern/content/dom/dom';
import { isHidden } from '@quern/content/dom/is-hidden';
import { isMathRendering, readMathSource } from '@quern/content/math/math-source';
import type { Element, ElementContent, Properties } from 'hast';
import { resolveEmbeddedVideo } from './embedded-video.ts';
import { elementIndexProperty, hiddenProperty } from './hast.ts';
import { resolveImageSource } from './image-source.ts';
import { readProtectedEmail } from './protected-email.ts';

/** Elements that are never content. */
const droppedTags = new Set(
  'script style template svg canvas iframe object embed audio video source track meta link head title map area dialog datalist select option input textarea'.split(
    ' ',
  ),
);
/** Attributes that later steps read, with their hast names; all others are dropped. */
const keptAttributes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    id: 'id',
    role: 'role',
    colspan: 'colSpan',
    rowspan: 'rowSpan',
    align: 'align',
    start: 'start',
    lang: 'lang',
    'data-lang': 'dataLang',
    'data-language': 'dataLanguage',
    'data-testid': 'dataTestid',
    itemprop: 'itemProp',
    itemtype: 'itemType',
    'aria-label': 'ariaLabel',
    title: 'title',
    type: 'type',
    checked: 'checked',
    disabled: 'disabled',
    datetime: 'dateTime',
    rel: 'rel',
  }),
);

/**
 * A shorter `noscript` element is a notice that JavaScript is required; a longer one is the page itself for clients
 * without scripts, as in Discourse.
 */
const noscriptLengthMin = 400;

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
 * Converts a parsed page to hast (https://github.com/syntax-tree/hast): drops elements that are never content, marks
 * hidden ones, makes URLs absolute, resolves lazy images, and converts formulas to TeX and embedded videos to links.
 * Elements get an index in document order.
 */
export function buildTree(body: DomElement, options: BuildTreeOptions): Element {
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
  copy(source: DomElement, next: DomElement | undefined): Element {
    const element = this.#createElement(source.name, this.#copyProperties(source, next));
    const { children } = source;
    for (let index = 0; index < children.length; index++) {
      const child = children[index];
      if (!child) continue;
      const node = this.#copyChild(child, children, index);
      if (node) append(element, node);
    }
    return element;
  }

  #createElement(tagName: string, properties: Properties): Element {
    properties[elementIndexProperty] = this.#elements++;
    return { type: 'element', tagName, properties, children: [] };
  }

  #copyChild(child: DomNode, siblings: readonly DomNode[], index: number): ElementContent | undefined {
    if (child.kind === 'text') return { type: 'text', value: child.value };
    const { name } = child;
    const math = readMathSource(child);
    if (math) {
      const formula = this.#createElement('code', { dataMath: math.display ? 'display' : 'inline' });
      formula.children.push({ type: 'text', value: math.tex });
      return formula;
    }
    if (name === 'iframe' || name === 'embed' || name === 'video') return this.#createVideoLink(child);
    if (droppedTags.has(name) && !(name === 'input' && child.attributes['type'] === 'checkbox'))
      return undefined;
    if (name === 'noscript' && !hasTextOfLength(child, noscriptLengthMin)) return undefined;
    if (isMathRendering(getAttribute(child, 'class') ?? '')) return undefined;
    const email = readProtectedEmail(child);
    if (email !== '') return this.#createEmail(child, email);
    const element = this.copy(child, name === 'img' ? nextElement(siblings, index) : undefined);
    if (isHidden(child)) element.properties[hiddenProperty] = true;
    return element;
  }

  /** Shows an address that scripts would, in place of the note that it is protected. */
  #createEmail(source: DomElement, email: string): Element {
    const isNote = 'data-cfemail' in source.attributes;
    const element = isNote
      ? this.#createElement(source.name, this.#copyProperties(source, undefined))
      : this.copy(source, undefined);
    if (isNote) element.children.push({ type: 'text', value: email });
    if (source.name === 'a') element.properties['href'] = `mailto:${email}`;
    return element;
  }

  #createVideoLink(source: DomElement): ElementContent | undefined {
    const video = resolveEmbeddedVideo(source, this.#baseUrl);
    if (!video) return undefined;
    const paragraph = this.#createElement('p', { dataEmbed: 'video' });
    const link = this.#createElement('a', { href: video.url });
    link.children.push({ type: 'text', value: video.title });
    paragraph.children.push(link);
    return paragraph;
  }

  #copyProperties(source: DomElement, next: DomElement | undefined): Properties {
    const properties: Properties = {};
    const { attributes } = source;
    for (const name in attributes) {
      const value = attributes[name] ?? '';
      const kept = keptAttributes.get(name);
      if (kept !== undefined) properties[kept] = value;
      else if (name === 'class') properties['className'] = value.split(/\s+/).filter(Boolean);
    }
    if (source.name === 'td' || source.name === 'th')
      properties['align'] ??= /(?:^|;)\s*text-align:\s*(\w+)/i.exec(attributes['style'] ?? '')?.[1];
    if (source.name === 'a' && attributes['href'] !== undefined) {
      const href = resolveHref(attributes['href'], this.#baseUrl);
      this.#urlGrowth.remainingChars -= Math.max(0, href.length - attributes['href'].length);
      properties['href'] = href;
    }
    if (source.name === 'img') {
      const image = resolveImageSource(source, next, this.#baseUrl);
      // The whole URL counts, since the attribute that it comes from is unknown here.
      this.#urlGrowth.remainingChars -= String(image['src']).length;
      Object.assign(properties, image);
    }
    return properties;
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
function append(element: Element, node: ElementContent): void {
  const last = element.children.at(-1);
  if (node.type === 'text' && last?.type === 'text') last.value += node.value;
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
