import type { Element, ElementContent, Properties } from 'hast';
import { attributeOf, type DomElement, type DomNode, hasText } from './dom.ts';
import { isHidden } from './is-hidden.ts';
import { hiddenProperty, numberProperty } from './page-tree.ts';
import { readImage } from './read-image.ts';
import { isMathRendering, readMath } from './read-math.ts';
import { readVideo } from './read-video.ts';

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

export interface TreeOptions {
  /** Against which addresses are resolved: the page's `<base>` or its own address. */
  readonly baseUrl: string;
}

/**
 * Copies the page into hast: non-content elements left out, hidden ones marked, addresses absolute, lazy
 * images resolved, formulas as TeX, embedded videos as links. Elements are numbered in document order.
 */
export function buildTree(body: DomElement, options: TreeOptions): Element {
  return new TreeBuilder(options).copy(body, undefined);
}

class TreeBuilder {
  private next = 0;
  private readonly options: TreeOptions;

  constructor(options: TreeOptions) {
    this.options = options;
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
    properties[numberProperty] = this.next++;
    return { type: 'element', tagName, properties, children: [] };
  }

  private copyChild(child: DomNode, siblings: readonly DomNode[], index: number): ElementContent | undefined {
    if (child.kind === 'text') return { type: 'text', value: child.value };
    const { name } = child;
    const math = readMath(child);
    if (math) {
      const formula = this.element('code', { dataMath: math.display ? 'display' : 'inline' });
      formula.children.push({ type: 'text', value: math.tex });
      return formula;
    }
    if (name === 'iframe' || name === 'embed' || name === 'video') return this.video(child);
    if (dropped.has(name) && !(name === 'input' && child.attributes['type'] === 'checkbox')) return undefined;
    if (name === 'noscript' && !hasText(child, noscriptLengthMin)) return undefined;
    if (isMathRendering(attributeOf(child, 'class') ?? '')) return undefined;
    const element = this.copy(child, name === 'img' ? followerOf(siblings, index) : undefined);
    if (isHidden(child)) element.properties[hiddenProperty] = true;
    return element;
  }

  private video(source: DomElement): ElementContent | undefined {
    const video = readVideo(source, this.options.baseUrl);
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
    const { baseUrl } = this.options;
    if (source.name === 'a' && attributes['href'] !== undefined)
      properties['href'] = absoluteUrl(attributes['href'], baseUrl);
    if (source.name === 'img') Object.assign(properties, readImage(source, follower, baseUrl));
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
