import { type DomElement, type DomNode, domText } from '@quern/content/dom/dom';
import { containsTag, hasNonBlankText } from '@quern/content/dom/tree-queries';
import { embedAttribute } from '@quern/content/html/compose/compose-page';
import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import type { PageType } from './blocks/page-type.ts';

/** Headings of sections; an `h1` is the title of the page. */
const sectionHeading = /^h[2-6]$/;
/** Elements that are content without text. */
const mediaTag = /^(?:img|picture|input)$/;
/** A longer heading is a sentence, such as a question to the reader. */
const headingLengthMax = 60;
/** Pages whose texts are headings for the most part: slogans, calls to action, names of items. */
const headingPages: ReadonlySet<PageType> = new Set(['listing', 'service']);

/**
 * Drops the headings at the end of the content, whose sections were removed: "Related articles", "Comments". Headings
 * with links are the items of a list and stay, as do several of one level, and all if there is no other content.
 * On service pages and listings, headings are content themselves.
 *
 * @param content the selected content; not changed
 */
export function dropTrailingHeadings(content: DomElement, pageType: PageType): DomElement {
  if (headingPages.has(pageType)) return content;
  const headings: DomElement[] = [];
  const hasOtherContent = collectTrailing(content, headings);
  const isNested = headings.every(
    ({ name }, index) => index === 0 || name < (headings[index - 1]?.name ?? ''),
  );
  if (headings.length === 0 || !hasOtherContent || !isNested) return content;
  return removeElements(content, new Set(headings)) ?? content;
}

/**
 * Collects the headings after the last other content, the last heading first.
 *
 * @returns whether there is other content
 */
function collectTrailing(element: DomElement, headings: DomElement[]): boolean {
  return element.children.toReversed().some((child) => {
    if (child.kind !== 'element') return child.value.trim() !== '';
    if (mediaTag.test(child.name) || child.attributes[embedAttribute] !== undefined) return true;
    if (!isSectionHeading(child)) return collectTrailing(child, headings);
    if (hasNonBlankText(child)) headings.push(child);
    return false;
  });
}

function isSectionHeading(element: DomElement): boolean {
  if (!sectionHeading.test(element.name) || containsTag(element, /^(?:a|img)$/)) return false;
  return collapseWhitespace(domText(element)).length <= headingLengthMax;
}

/** @returns undefined if the element has nothing else */
function removeElements(element: DomElement, removed: ReadonlySet<DomElement>): DomElement | undefined {
  if (removed.has(element)) return undefined;
  let isChanged = false;
  const children = element.children.flatMap((child): DomNode[] => {
    if (child.kind !== 'element') return [child];
    const kept = removeElements(child, removed);
    isChanged ||= kept !== child;
    return kept === undefined ? [] : [kept];
  });
  if (!isChanged) return element;
  const isEmpty = children.every((child) => child.kind === 'text' && child.value.trim() === '');
  return isEmpty ? undefined : { ...element, children };
}
