import type { Element, ElementContent } from 'hast';
import { containsTag, getProperty, hasNonBlankText, hastText } from '../../page/tree/hast.ts';
import { isBlockElement } from './block-tags.ts';
import { inheritLanguage, isCodeBlock, isCodeTable, normalizeCodeBlock } from './code-block.ts';
import { definitionListToBullets } from './definition-list.ts';
import { containsBlock, flattenBlocks } from './flatten-blocks.ts';
import { rawTag } from './internal-tags.ts';
import { TableBudget, toMarkdownTable } from './to-markdown-table.ts';

/** Quotes and lists nested deeper than this are flattened: indentation grows with the square of the depth. */
const containersMax = 20;
/** Text of a link from a heading to itself. */
const anchorText = /^[#¶§🔗\u{E000}-\u{F8FF}\s]*$/u;

/** Links next to the headings of wikis. */
const editLinkClass = /(?:^|\s)mw-editsection(?:\s|$)/;

/**
 * Replaces elements that Markdown cannot express: tables become full grids, code blocks of all highlighters
 * `pre > code`, formulas raw text, definition lists lists. Drops empty images and links, and the anchor symbols
 * and edit links of headings.
 */
export function toMarkdownTree(root: Element): Element {
  return {
    ...root,
    children: rewriteChildren(root, {
      containers: 0,
      language: '',
      tables: 0,
      budget: new TableBudget(),
    }),
  };
}

/** The ancestors of an element, as far as they affect its conversion. */
interface AncestorContext {
  /** Number of lists and quotes. */
  readonly containers: number;
  /** Language of code that a wrapper states. */
  readonly language: string;
  /** Number of tables. */
  readonly tables: number;
  readonly budget: TableBudget;
}

function rewriteChildren(parent: Element, ancestors: AncestorContext): ElementContent[] {
  const children: ElementContent[] = [];
  for (const child of parent.children) {
    if (child.type === 'text') children.push(child);
    else if (child.type === 'element')
      for (const node of rewriteElement(child, ancestors)) children.push(node);
  }
  return children;
}

function rewriteElement(element: Element, ancestors: AncestorContext): ElementContent[] {
  const { tagName } = element;
  if (editLinkClass.test(getProperty(element, 'className'))) return [];
  if (tagName === 'code' && element.properties['dataMath']) return [formula(element)];
  if (isCodeBlock(element) || isCodeTable(element)) return [normalizeCodeBlock(element, ancestors.language)];
  if (tagName === 'img') return getProperty(element, 'src') === '' ? [] : [bareImage(element)];
  if (tagName === 'input') return [element];
  if (tagName === 'a' && containsTag(element, /^a$/))
    return rewriteChildren(endAtNestedLink(element), ancestors);
  const isContainer = /^(?:ul|ol|dl|blockquote)$/.test(tagName);
  const inside = {
    containers: ancestors.containers + (isContainer ? 1 : 0),
    language: inheritLanguage(element, ancestors.language),
    tables: ancestors.tables + (tagName === 'table' ? 1 : 0),
    budget: ancestors.budget,
  };
  const inner = { ...element, children: rewriteChildren(element, inside) };
  if (isContainer && ancestors.containers >= containersMax) return [{ ...inner, tagName: 'div' }];
  if (tagName === 'a') return link(inner);
  if (/^h[1-6]$/.test(tagName))
    return [{ ...inner, children: flattenBlocks(inner.children.flatMap(unwrapAnchor)) }];
  // As a paragraph, its default, it could not contain headings or lists.
  if (tagName === 'summary' && containsBlock(inner)) return [{ ...inner, tagName: 'div' }];
  if (tagName === 'ul' || tagName === 'ol') return [{ ...inner, children: toItems(inner.children) }];
  if (tagName === 'dl') return [definitionListToBullets(inner)];
  if (tagName === 'table') return toMarkdownTable(inner, ancestors.budget, ancestors.tables);
  if (tagName === 'li' && isEmptyItem(inner)) return [];
  return [inner];
}

/**
 * Ends a link where another one begins, as browsers do with links that are not closed
 * (https://html.spec.whatwg.org/#parsing-main-inbody, a start tag "a").
 *
 * @returns an element of another kind, in which the link surrounds what comes before the other one
 */
function endAtNestedLink(link: Element): Element {
  let isOpen = true;
  const split = (element: Element): Element => {
    const children: ElementContent[] = [];
    let linked: Element | undefined;
    for (const child of element.children) {
      const isLink = child.type === 'element' && child.tagName === 'a';
      if (isLink) isOpen = false;
      if (!isOpen || child.type !== 'element' || !containsTag(child, /^a$/)) {
        if (isOpen && linked !== undefined) linked.children.push(child);
        else if (isOpen) {
          linked = { ...link, children: [child] };
          children.push(linked);
        } else children.push(child);
      } else {
        linked = undefined;
        children.push(split(child));
      }
    }
    return { ...element, children };
  };
  return { ...split({ ...link, tagName: 'span' }), properties: {} };
}

/**
 * Wraps text, links and blocks that pages put into lists without an item, and moves lists between two items into the
 * first of them, where they are displayed.
 */
function toItems(children: readonly ElementContent[]): Element[] {
  const items: Element[] = [];
  /** The item around the loose text and inline elements before this child. */
  let loose: Element | undefined;
  for (const child of children) {
    const isElement = child.type === 'element';
    if (isElement && child.tagName === 'li') {
      loose = undefined;
      items.push({ ...child, children: [...child.children] });
    } else if (isElement && isBlockElement(child)) {
      loose = undefined;
      const last = items.at(-1);
      if (last !== undefined && /^(?:ul|ol)$/.test(child.tagName)) last.children.push(child);
      else items.push(itemOf([child]));
    } else if (loose !== undefined) loose.children.push(child);
    else if (isElement || (child.type === 'text' && child.value.trim() !== '')) {
      loose = itemOf([child]);
      items.push(loose);
    }
  }
  return items;
}

function itemOf(children: ElementContent[]): Element {
  return { type: 'element', tagName: 'li', properties: {}, children };
}

/** Returns whether an item has no content, like the remains of menus and icons. */
function isEmptyItem(item: Element): boolean {
  return !hasNonBlankText(item) && !containsTag(item, /^(?:img|input|hr|pre|quern:.*)$/);
}

function bareImage(image: Element): Element {
  return { ...image, properties: { src: getProperty(image, 'src'), alt: getProperty(image, 'alt') } };
}

function link(element: Element): ElementContent[] {
  const href = getProperty(element, 'href');
  const text = hastText(element);
  const hasImage = containsTag(element, /^(?:img|quern:.*)$/);
  // The space between two words, or a line break, can be the only content of a link.
  if (!hasImage && text.trim() === '') return element.children;
  if (href.startsWith('#') && anchorText.test(text) && !hasImage) return [];
  if (
    /headerlink|anchor(?:js)?-link|heading-anchor/.test(getProperty(element, 'className')) &&
    anchorText.test(text)
  )
    return [];
  if (href === '') return element.children;
  return [{ ...element, properties: { href } }];
}

/** Removes a link from a heading to itself, or to another place of the page. */
function unwrapAnchor(node: ElementContent): ElementContent[] {
  const isAnchor =
    node.type === 'element' && node.tagName === 'a' && getProperty(node, 'href').startsWith('#');
  return isAnchor ? node.children : [node];
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
