import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import { attributeOf, type DomElement, domText, getAttribute, hasTextOfLength } from './dom.ts';

/** Elements that begin a block (https://html.spec.whatwg.org/#flow-content-3). */
const blockTag =
  /^(?:address|article|aside|blockquote|body|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|legend|li|main|menu|nav|ol|optgroup|p|pre|search|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;
/** Elements that show nothing in a document. */
const droppedTag =
  /^(?:script|style|template|head|title|meta|link|base|iframe|object|embed|video|audio|canvas|svg|area|select|option|datalist|textarea|param|source|track|xml)$/;
/**
 * A shorter `noscript` element is a notice or a counter; a longer one is the page itself for clients without scripts, as
 * in Discourse.
 */
const noscriptLengthMin = 400;

/** Class name of the links next to the headings of wikis. */
export const editLinkClass = /(?:^|\s)mw-editsection(?:\s|$)/;

/** Whether an element begins a block. */
export function isBlock({ name }: DomElement): boolean {
  return blockTag.test(name);
}

/** Whether an element shows nothing. */
export function isDropped(element: DomElement): boolean {
  const { name } = element;
  if (isScriptNotice(element)) return true;
  if (name === 'dialog') return !('open' in element.attributes);
  if (name === 'input') return !/^checkbox$/i.test(attributeOf(element, 'type'));
  return droppedTag.test(name);
}

/** Whether an element has only a notice for clients without scripts. */
export function isScriptNotice(element: DomElement): boolean {
  return element.name === 'noscript' && !hasTextOfLength(element, noscriptLengthMin);
}

/** Whether an element has an attribute, which may be empty. */
export function hasAttribute(element: DomElement, name: string): boolean {
  return getAttribute(element, name) !== undefined;
}

/** Whether the class names of an element match. */
export function hasClass(element: DomElement, pattern: RegExp): boolean {
  return pattern.test(attributeOf(element, 'class'));
}

/** Whether the inline style of an element matches. */
export function hasStyle(element: DomElement, pattern: RegExp): boolean {
  const style = getAttribute(element, 'style');
  return style !== undefined && pattern.test(style);
}

/** Returns all elements that have a block among their descendants. */
export function findParentsOfBlocks(root: DomElement): ReadonlySet<DomElement> {
  const found = new Set<DomElement>();
  const visit = (element: DomElement): boolean => {
    let hasBlock = false;
    for (const child of element.children)
      if (child.kind === 'element' && (visit(child) || isBlock(child))) hasBlock = true;
    if (hasBlock) found.add(element);
    return hasBlock;
  };
  visit(root);
  return found;
}

/** Text that is not displayed as such: soft hyphens, zero-width spaces, byte order marks and controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is removed.
const invisible = /[\u00AD\u200B\u2060\uFEFF\u0000-\u0008\u000E-\u001F\u007F]/g;

/** Removes characters that are not displayed. */
export function visibleText(text: string): string {
  return text.replace(invisible, '');
}

/** The text of an element in one line. */
export function lineOf(element: DomElement): string {
  return collapseWhitespace(visibleText(domText(element)));
}
