import type { Element, ElementContent, Properties } from 'hast';
import { type DomElement, type DomNode, getAttribute, hasTextOfLength } from '../dom.ts';
import { resolveEmbeddedVideo } from './embedded-video.ts';
import { elementIndexProperty, hiddenProperty } from './hast.ts';
import { resolveImageSource } from './image-source.ts';
import { isHidden } from './is-hidden.ts';
import { isMathRendering, readMathSource } from './math-source.ts';

/** What is never content. A long `noscript` is the page as robots get it. */
const dropped = new Set(
  'script style template svg canvas iframe object embed audio video source track meta link head title map area dialog datalist select option input textarea'.split(
    ' ',
  ),
);
/** Attributes that later steps look at; all others are left behind. */
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
    datetime: 'dateTime',
    rel: 'rel',
  }),
);

/** Shorter ones say that a script is needed; longer ones are the page itself for those without (Discourse). */
const noscriptLengthMin = 400;

export interface BuildTreeOptions {
  /** Against which addresses are resolved: the page's `<base>` or its own address. */
  readonly baseUrl: string;
  /** By how many characters addresses may grow while they are resolved; shared by the parts of one answer. */
  readonly urlGrowth?: UrlGrowthBudget;
}

export interface UrlGrowthBudget {
  remainingChars: number;
}

/** What 80,000 relative links of a page gain with an address of 200 characters. */
const addressGrowthMax = 16_000_000;
/** A longer base is used without its path: a base of 1 MB would make an address of 1 MB of each `href=x`. */
const baseLengthMax = 4000;

export function createUrlGrowthBudget(): UrlGrowthBudget {
  return { remainingChars: addressGrowthMax };
}

/**
 * Copies the page into hast: non-content elements left out, hidden ones marked, addresses absolute, lazy
 * images resolved, formulas as TeX, embedded videos as links. Elements are numbered in document order.
 */
export function buildTree(body: DomElement, options: BuildTreeOptions): Element {
  return new TreeBuilder(options).copy(body, undefined);
}

class TreeBuilder {
  private next = 0;
  private readonly base: string;
  private readonly growth: UrlGrowthBudget;

  constructor({ baseUrl, urlGrowth: growth }: BuildTreeOptions) {
    this.base = baseUrl.length > baseLengthMax ? (URL.parse('/', baseUrl)?.href ?? '') : baseUrl;
    this.growth = growth ?? createUrlGrowthBudget();
  }

  /** Once addresses have grown by too much, relative ones are no longer resolved. */
  private get baseUrl(): string {
    return this.growth.remainingChars > 0 ? this.base : 'about:blank';
  }

  /** @param follower the element behind `source` */
  copy(source: DomElement, follower: DomElement | undefined): Element {
    const element = this.element(source.name, this.properties(source, follower));
    const { children } = source;
    for (let index = 0; index < children.length; index++) {
      const child = children[index];
      if (!child) continue;
      const node = this.copyChild(child, children, index);
      if (node) append(element, node);
    }
    return element;
  }

  private element(tagName: string, properties: Properties): Element {
    properties[elementIndexProperty] = this.next++;
    return { type: 'element', tagName, properties, children: [] };
  }

  private copyChild(child: DomNode, siblings: readonly DomNode[], index: number): ElementContent | undefined {
    if (child.kind === 'text') return { type: 'text', value: child.value };
    const { name } = child;
    const math = readMathSource(child);
    if (math) {
      const formula = this.element('code', { dataMath: math.display ? 'display' : 'inline' });
      formula.children.push({ type: 'text', value: math.tex });
      return formula;
    }
    if (name === 'iframe' || name === 'embed' || name === 'video') return this.video(child);
    if (dropped.has(name) && !(name === 'input' && child.attributes['type'] === 'checkbox')) return undefined;
    if (name === 'noscript' && !hasTextOfLength(child, noscriptLengthMin)) return undefined;
    if (isMathRendering(getAttribute(child, 'class') ?? '')) return undefined;
    const element = this.copy(child, name === 'img' ? followerOf(siblings, index) : undefined);
    if (isHidden(child)) element.properties[hiddenProperty] = true;
    return element;
  }

  private video(source: DomElement): ElementContent | undefined {
    const video = resolveEmbeddedVideo(source, this.baseUrl);
    if (!video) return undefined;
    const paragraph = this.element('p', { dataEmbed: 'video' });
    const link = this.element('a', { href: video.url });
    link.children.push({ type: 'text', value: video.title });
    paragraph.children.push(link);
    return paragraph;
  }

  private properties(source: DomElement, follower: DomElement | undefined): Properties {
    const properties: Properties = {};
    const { attributes } = source;
    for (const name in attributes) {
      const value = attributes[name] ?? '';
      const kept = keptAttributes.get(name);
      if (kept !== undefined) properties[kept] = value;
      else if (name === 'class') properties['className'] = value.split(/\s+/).filter(Boolean);
    }
    if (source.name === 'a' && attributes['href'] !== undefined) {
      const href = absoluteUrl(attributes['href'], this.baseUrl);
      this.growth.remainingChars -= Math.max(0, href.length - attributes['href'].length);
      properties['href'] = href;
    }
    if (source.name === 'img') {
      const image = resolveImageSource(source, follower, this.baseUrl);
      // Which attribute it was taken from is not known: all of it counts.
      this.growth.remainingChars -= String(image['src']).length;
      Object.assign(properties, image);
    }
    return properties;
  }
}

/** The next element among the siblings, unless text lies between. */
function followerOf(siblings: readonly DomNode[], index: number): DomElement | undefined {
  for (let next = index + 1; next < siblings.length; next++) {
    const sibling = siblings[next];
    if (sibling?.kind === 'element') return sibling;
    if (sibling?.value.trim() !== '') return undefined;
  }
  return undefined;
}

/** Neighbouring texts become one: the parser makes thousands of stray signs, and later steps join them pairwise. */
function append(element: Element, node: ElementContent): void {
  const last = element.children.at(-1);
  if (node.type === 'text' && last?.type === 'text') last.value += node.value;
  else element.children.push(node);
}

/** Absolute http(s), mailto and tel addresses; fragments of the page itself stay short; scripts vanish. */
export function absoluteUrl(href: string, baseUrl: string): string {
  const trimmed = href.trim();
  if (trimmed.startsWith('#')) return trimmed;
  const url = URL.parse(trimmed, baseUrl);
  if (!url) return '';
  return /^(https?|mailto|tel|ftp):$/.test(url.protocol) ? url.href : '';
}
