import { headingLevelMax } from '../blocks/content-block.ts';
import { type RichText, textOf } from '../blocks/rich-text.ts';
import { attributeOf, type DomElement } from '../dom/dom.ts';
import { editLinkClass, hasClass } from '../dom/elements.ts';
import { type InlineContext, readInline } from './read-inline.ts';

/** The level of a heading, also of those that programs mark otherwise; undefined for other elements. */
export function headingLevel(element: DomElement): number | undefined {
  const { name } = element;
  if (/^h[1-6]$/.test(name)) return Number(name[1]);
  if (attributeOf(element, 'role') === 'heading') {
    const level = Number(attributeOf(element, 'aria-level') || 2);
    return level >= 1 ? Math.min(Math.trunc(level), headingLevelMax) : undefined;
  }
  return name === 'p' && hasClass(element, /^MsoTitle$/i) ? 1 : undefined;
}

/** Reads the content of a heading, which is bold by itself. */
export function readHeading(children: DomElement['children'], context: InlineContext): RichText {
  const shown = children.filter((child) => child.kind === 'text' || !hasClass(child, editLinkClass));
  return withoutAnchors(readInline(shown, context, ['**']));
}

/** Text of a reference to a note. */
const referenceText = /^\W?\w{1,3}\W?$/;

/** Without links from a heading to itself or another place of the page; references to notes after it stay. */
function withoutAnchors(content: RichText): RichText {
  return content.flatMap((node, index): RichText => {
    if (node.type === 'emphasis') return [{ ...node, children: [...withoutAnchors(node.children)] }];
    if (node.type !== 'link' || !node.url.startsWith('#')) return [node];
    return index > 0 && referenceText.test(textOf(node.children)) ? [node] : withoutAnchors(node.children);
  });
}
