import { attributeOf, type DomElement, type DomNode, domText } from '@quern/content/dom/dom';
import { containsTag, hasNonBlankText } from '@quern/content/dom/tree-queries';
import { mathAttribute } from '../../page/tree/build-tree.ts';
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
export function toMarkdownTree(root: DomElement): DomElement {
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

function rewriteChildren(parent: DomElement, ancestors: AncestorContext): DomNode[] {
  const children: DomNode[] = [];
  for (const child of parent.children) {
    if (child.kind === 'text') children.push(child);
    else if (child.kind === 'element')
      for (const node of rewriteElement(child, ancestors)) children.push(node);
  }
  return children;
}

function rewriteElement(element: DomElement, ancestors: AncestorContext): DomNode[] {
  const { name } = element;
  if (editLinkClass.test(attributeOf(element, 'class'))) return [];
  if (name === 'code' && element.attributes[mathAttribute]) return [formula(element)];
  if (isCodeBlock(element) || isCodeTable(element)) return [normalizeCodeBlock(element, ancestors.language)];
  if (name === 'img') return attributeOf(element, 'src') === '' ? [] : [bareImage(element)];
  if (name === 'input') return [element];
  if (name === 'a' && containsTag(element, /^a$/))
    return rewriteChildren(endAtNestedLink(element), ancestors);
  const isContainer = /^(?:ul|ol|dl|blockquote)$/.test(name);
  const inside = {
    containers: ancestors.containers + (isContainer ? 1 : 0),
    language: inheritLanguage(element, ancestors.language),
    tables: ancestors.tables + (name === 'table' ? 1 : 0),
    budget: ancestors.budget,
  };
  const inner = { ...element, children: rewriteChildren(element, inside) };
  if (isContainer && ancestors.containers >= containersMax) return [{ ...inner, name: 'div' }];
  if (name === 'a') return link(inner);
  if (/^h[1-6]$/.test(name))
    return [{ ...inner, children: flattenBlocks(inner.children.flatMap(unwrapAnchor)) }];
  // As a paragraph, its default, it could not contain headings or lists.
  if (name === 'summary' && containsBlock(inner)) return [{ ...inner, name: 'div' }];
  if (name === 'ul' || name === 'ol') return [{ ...inner, children: toItems(inner.children) }];
  if (name === 'dl') return [definitionListToBullets(inner)];
  if (name === 'table') return toMarkdownTable(inner, ancestors.budget, ancestors.tables);
  if (name === 'li' && isEmptyItem(inner)) return [];
  return [inner];
}

/**
 * Ends a link where another one begins, as browsers do with links that are not closed
 * (https://html.spec.whatwg.org/#parsing-main-inbody, a start tag "a").
 *
 * @returns an element of another kind, in which the link surrounds what comes before the other one
 */
function endAtNestedLink(link: DomElement): DomElement {
  let isOpen = true;
  const split = (element: DomElement): DomElement => {
    const children: DomNode[] = [];
    let linked: DomElement | undefined;
    for (const child of element.children) {
      const isLink = child.kind === 'element' && child.name === 'a';
      if (isLink) isOpen = false;
      if (!isOpen || child.kind !== 'element' || !containsTag(child, /^a$/)) {
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
  return { ...split({ ...link, name: 'span' }), attributes: {} };
}

/**
 * Wraps text, links and blocks that pages put into lists without an item, and moves lists between two items into the
 * first of them, where they are displayed.
 */
function toItems(children: readonly DomNode[]): DomElement[] {
  const items: DomElement[] = [];
  /** The item around the loose text and inline elements before this child. */
  let loose: DomElement | undefined;
  for (const child of children) {
    const isElement = child.kind === 'element';
    if (isElement && child.name === 'li') {
      loose = undefined;
      items.push({ ...child, children: [...child.children] });
    } else if (isElement && isBlockElement(child)) {
      loose = undefined;
      const last = items.at(-1);
      if (last !== undefined && /^(?:ul|ol)$/.test(child.name)) last.children.push(child);
      else items.push(itemOf([child]));
    } else if (loose !== undefined) loose.children.push(child);
    else if (isElement || (child.kind === 'text' && child.value.trim() !== '')) {
      loose = itemOf([child]);
      items.push(loose);
    }
  }
  return items;
}

function itemOf(children: DomNode[]): DomElement {
  return { kind: 'element', name: 'li', attributes: {}, children };
}

/** Returns whether an item has no content, like the remains of menus and icons. */
function isEmptyItem(item: DomElement): boolean {
  return !hasNonBlankText(item) && !containsTag(item, /^(?:img|input|hr|pre|quern:.*)$/);
}

function bareImage(image: DomElement): DomElement {
  return { ...image, attributes: { src: attributeOf(image, 'src'), alt: attributeOf(image, 'alt') } };
}

function link(element: DomElement): DomNode[] {
  const href = attributeOf(element, 'href');
  const text = domText(element);
  const hasImage = containsTag(element, /^(?:img|quern:.*)$/);
  // The space between two words, or a line break, can be the only content of a link.
  if (!hasImage && text.trim() === '') return element.children;
  if (href.startsWith('#') && anchorText.test(text) && !hasImage) return [];
  if (
    /headerlink|anchor(?:js)?-link|heading-anchor/.test(attributeOf(element, 'class')) &&
    anchorText.test(text)
  )
    return [];
  if (href === '') return element.children;
  return [{ ...element, attributes: { href } }];
}

/** Removes a link from a heading to itself, or to another place of the page. */
function unwrapAnchor(node: DomNode): DomNode[] {
  const isAnchor = node.kind === 'element' && node.name === 'a' && attributeOf(node, 'href').startsWith('#');
  return isAnchor ? node.children : [node];
}

function formula(element: DomElement): DomElement {
  const tex = domText(element).replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space));
  const fence = element.attributes[mathAttribute] === 'display' ? '$$' : '$';
  return {
    kind: 'element',
    name: rawTag,
    attributes: {},
    children: [{ kind: 'text', value: `${fence}${tex}${fence}` }],
  };
}
