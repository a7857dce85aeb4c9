import type { Element, ElementContent, Properties } from 'hast';
import { type DomElement, type DomNode, isElement, textNode } from './dom.ts';
import { isHidden } from './is-hidden.ts';
import { hiddenProperty, numberAttributePrefix, numberProperty } from './page-tree.ts';
import { readImage } from './read-image.ts';
import { isMathRendering, readMath } from './read-math.ts';

/** What is never content. A long `noscript` is the page as robots get it. */
const dropped = new Set(
  'script style template svg canvas iframe object embed audio video source track meta link head title map area dialog datalist select option input textarea'.split(
    ' ',
  ),
);
/** Attributes that later steps look at; all others are left behind. */
const keptAttributes: Readonly<Record<string, string>> = {
  id: 'id',
  class: 'className',
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
};

/** Shorter ones say that a script is needed; longer ones are the page itself for those without (Discourse). */
const noscriptLengthMin = 400;

export interface TreeOptions {
  /** Against which addresses are resolved: the page's `<base>` or its own address. */
  readonly baseUrl: string;
}

/**
 * Copies the DOM into hast: non-content elements left out, hidden ones marked, addresses absolute, lazy
 * images resolved, formulas as TeX. Numbers each element, here and (as an attribute) in the DOM, so that what
 * Readability keeps of the DOM can be found again in the copy.
 */
export function buildTree(body: DomElement, options: TreeOptions): Element {
  let next = 0;
  const copy = (source: DomElement): Element => {
    const number = next++;
    source.setAttribute(`${numberAttributePrefix}${number}`, '');
    const element: Element = {
      type: 'element',
      tagName: source.localName.toLowerCase(),
      properties: { ...copyAttributes(source, options), [numberProperty]: number },
      children: [],
    };
    for (const child of Array.from(source.childNodes)) {
      const node = copyChild(child);
      if (node) append(element, node);
    }
    return element;
  };
  const copyChild = (child: DomNode): ElementContent | undefined => {
    if (child.nodeType === textNode) return { type: 'text', value: child.textContent ?? '' };
    if (!isElement(child)) return undefined;
    const name = child.localName.toLowerCase();
    const math = readMath(child, name);
    if (math) return mathElement(math.tex, math.display, child, next++);
    if (name === 'input' && child.getAttribute('type') === 'checkbox') return copy(child);
    if (dropped.has(name)) return undefined;
    if (name === 'noscript' && (child.textContent ?? '').length < noscriptLengthMin) return undefined;
    if (isMathRendering(child.getAttribute('class') ?? '')) return undefined;
    const element = copy(child);
    if (isHidden(child, name)) element.properties[hiddenProperty] = true;
    return element;
  };
  return copy(body);
}

/** Neighbouring texts become one: the parser makes thousands of stray signs, and later steps join them pairwise. */
function append(element: Element, node: ElementContent): void {
  const last = element.children.at(-1);
  if (node.type === 'text' && last?.type === 'text') last.value += node.value;
  else element.children.push(node);
}

function mathElement(tex: string, display: boolean, source: DomElement, number: number): Element {
  source.setAttribute(`${numberAttributePrefix}${number}`, '');
  return {
    type: 'element',
    tagName: 'code',
    properties: { dataMath: display ? 'display' : 'inline', [numberProperty]: number },
    children: [{ type: 'text', value: tex }],
  };
}

function copyAttributes(source: DomElement, options: TreeOptions): Properties {
  const properties: Properties = {};
  for (const { name, value } of Array.from(source.attributes)) {
    const kept = keptAttributes[name];
    if (kept === 'className') properties[kept] = value.split(/\s+/).filter(Boolean);
    else if (kept) properties[kept] = value;
  }
  const href = source.getAttribute('href');
  if (href !== null && source.localName === 'a') properties['href'] = absoluteUrl(href, options.baseUrl);
  if (source.localName === 'img') Object.assign(properties, readImage(source, options.baseUrl));
  return properties;
}

/** Absolute http(s), mailto and tel addresses; fragments of the page itself stay short; scripts vanish. */
export function absoluteUrl(href: string, baseUrl: string): string {
  const trimmed = href.trim();
  if (trimmed.startsWith('#')) return trimmed;
  const url = URL.parse(trimmed, baseUrl);
  if (!url) return '';
  return /^(https?|mailto|tel|ftp):$/.test(url.protocol) ? url.href : '';
}
