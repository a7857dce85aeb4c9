import type { Element, ElementContent } from 'hast';
import { containsTag, getProperty, hasNonBlankText, hastText } from '../page/tree/hast.ts';
import { inheritLanguage, isCodeBlock, isCodeTable, normalizeCodeBlock } from './code-block.ts';
import { definitionListToBullets } from './definition-list.ts';
import { containsBlock, flattenBlocks } from './flatten-blocks.ts';
import { rawTag } from './internal-tags.ts';
import { TableBudget, toMarkdownTable } from './to-markdown-table.ts';

/** Quotes and lists nested deeper than this are flattened: their indentation would grow with the square. */
const containersMax = 20;
const anchorText = /^[#¶§🔗\u{E000}-\u{F8FF}\s]*$/u;

/**
 * Rewrites what Markdown has no direct form for into what it has: tables into full grids, code blocks of all
 * highlighters into one shape, formulas into raw text, definition lists into lists; drops empty images and
 * links, and the signs that link to a heading.
 */
export function toMarkdownTree(root: Element): Element {
  return {
    ...root,
    children: prepareChildren(root, {
      containers: 0,
      language: '',
      emphasis: '',
      link: false,
      tables: 0,
      budget: new TableBudget(),
    }),
  };
}

/** Emphasis within the same emphasis shows nothing, and is slow to write when it is deep. */
const emphasisKinds: Readonly<Record<string, string>> = {
  b: 'strong ',
  strong: 'strong ',
  em: 'em ',
  i: 'em ',
  del: 'del ',
  s: 'del ',
  strike: 'del ',
};

interface Surroundings {
  /** Lists and quotes around. */
  readonly containers: number;
  /** Of code, as a wrapper stated it. */
  readonly language: string;
  /** The kinds of emphasis around. */
  readonly emphasis: string;
  /** Whether a link is around: links within links are written by broken scripts, and Markdown has none. */
  readonly link: boolean;
  /** Tables around. */
  readonly tables: number;
  readonly budget: TableBudget;
}

function prepareChildren(parent: Element, around: Surroundings): ElementContent[] {
  const children: ElementContent[] = [];
  for (const child of parent.children) {
    if (child.type === 'text') children.push(child);
    else if (child.type === 'element') for (const node of prepareElement(child, around)) children.push(node);
  }
  return children;
}

function prepareElement(element: Element, around: Surroundings): ElementContent[] {
  const { tagName } = element;
  if (tagName === 'code' && element.properties['dataMath']) return [formula(element)];
  if (isCodeBlock(element) || isCodeTable(element)) return [normalizeCodeBlock(element, around.language)];
  if (tagName === 'img') return getProperty(element, 'src') === '' ? [] : [withoutNoise(element)];
  if (tagName === 'input') return [element];
  const container = /^(?:ul|ol|dl|blockquote)$/.test(tagName);
  const emphasis = Object.hasOwn(emphasisKinds, tagName) ? (emphasisKinds[tagName] ?? '') : '';
  const inside = {
    containers: around.containers + (container ? 1 : 0),
    language: inheritLanguage(element, around.language),
    emphasis: around.emphasis + emphasis,
    link: around.link || (tagName === 'a' && getProperty(element, 'href') !== ''),
    tables: around.tables + (tagName === 'table' ? 1 : 0),
    budget: around.budget,
  };
  if (emphasis !== '' && around.emphasis.includes(emphasis)) return prepareChildren(element, around);
  const inner = { ...element, children: prepareChildren(element, inside) };
  if (container && around.containers >= containersMax) return [{ ...inner, tagName: 'div' }];
  if (tagName === 'a') return around.link ? inner.children : link(inner);
  if (/^h[1-6]$/.test(tagName)) return [{ ...inner, children: flattenBlocks(inner.children) }];
  // As paragraphs, which they else become, they could not hold headings or lists.
  if (tagName === 'summary' && containsBlock(inner)) return [{ ...inner, tagName: 'div' }];
  if (tagName === 'ul' || tagName === 'ol') return [{ ...inner, children: inner.children.map(asItem) }];
  if (tagName === 'dl') return [definitionListToBullets(inner)];
  if (tagName === 'table') return toMarkdownTable(inner, around.budget, around.tables);
  if (tagName === 'li' && isEmptyItem(inner)) return [];
  return [inner];
}

/** Scripts put links and blocks into lists without an item around. */
function asItem(child: ElementContent): ElementContent {
  if (child.type !== 'element' || /^(?:li|ul|ol|quern:.*)$/.test(child.tagName)) return child;
  return { type: 'element', tagName: 'li', properties: {}, children: [child] };
}

/** Bullets without any content are what is left of menus and icons. */
function isEmptyItem(item: Element): boolean {
  return !hasNonBlankText(item) && !containsTag(item, /^(?:img|input|hr|pre|quern:.*)$/);
}

function withoutNoise(image: Element): Element {
  return { ...image, properties: { src: getProperty(image, 'src'), alt: getProperty(image, 'alt') } };
}

function link(element: Element): ElementContent[] {
  const href = getProperty(element, 'href');
  const text = hastText(element);
  const picture = containsTag(element, /^(?:img|quern:.*)$/);
  if (!picture && text.trim() === '') return [];
  if (href.startsWith('#') && anchorText.test(text) && !picture) return [];
  if (
    /headerlink|anchor(?:js)?-link|heading-anchor/.test(getProperty(element, 'className')) &&
    anchorText.test(text)
  )
    return [];
  if (href === '') return element.children;
  return [{ ...element, properties: { href } }];
}

function formula(element: Element): Element {
  const tex = hastText(element).replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space));
  const fence = element.properties['dataMath'] === 'display' ? '$$' : '$';
  return {
    type: 'element',
    tagName: rawTag,
    properties: {},
    children: [{ type: 'text', value: `${fence}${tex}${fence}` }],
  };
}
