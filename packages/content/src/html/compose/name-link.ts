import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import { attributeOf, type DomElement, domText, findElement } from '../../dom/dom.ts';
import { hasNonBlankText } from '../../dom/tree-queries.ts';

const nameLengthMax = 200;
const iconClass = /icon|glyph|(?:^|[\s_-])(?:fa|social|svg)(?:[\s_-]|$)/i;

/**
 * Gives a link that shows nothing but an icon the name that is stated for screen readers or as a tooltip. Links to places
 * of the same page, such as those next to headings, stay without.
 *
 * @param source the link with all elements, of which `link` is a copy
 */
export function nameLink(source: DomElement, link: DomElement): void {
  const address = attributeOf(source, 'href').trim();
  if (address === '' || address.startsWith('#') || hasNonBlankText(link)) return;
  if (findElement(link, showsImage) || !showsIcon(source)) return;
  const stated = attributeOf(source, 'aria-label') || attributeOf(source, 'title') || nameInside(source);
  const name = collapseWhitespace(stated);
  if (name !== '' && name.length <= nameLengthMax) link.children.push({ kind: 'text', value: name });
}

function showsImage(element: DomElement): boolean {
  return element.name === 'img' && attributeOf(element, 'src') + attributeOf(element, 'alt') !== '';
}

/** Whether a link shows an icon. Others lie over a card, whose text names them. */
function showsIcon(link: DomElement): boolean {
  const isIcon = (element: DomElement) =>
    /^(?:svg|i|img)$/.test(element.name) || iconClass.test(attributeOf(element, 'class'));
  return isIcon(link) || findElement(link, isIcon) !== undefined;
}

/** The name of an icon inside of a link. */
function nameInside(source: DomElement): string {
  const icon = findElement(
    source,
    ({ name }) => name === 'svg' || name === 'i' || name === 'img' || name === 'span',
  );
  if (!icon) return '';
  const title = findElement(icon, ({ name }) => name === 'title');
  return attributeOf(icon, 'aria-label') || attributeOf(icon, 'title') || (title ? domText(title) : '');
}
