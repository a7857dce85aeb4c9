import type { Element, ElementContent } from 'hast';
import { collapseWhitespace } from '../page/collapse-whitespace.ts';
import { containsTag, hasNonBlankText, hastText } from '../page/tree/hast.ts';
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
export function dropTrailingHeadings(content: Element, pageType: PageType): Element {
  if (headingPages.has(pageType)) return content;
  const headings: Element[] = [];
  const hasOtherContent = collectTrailing(content, headings);
  const isNested = headings.every(
    ({ tagName }, index) => index === 0 || tagName < (headings[index - 1]?.tagName ?? ''),
  );
  if (headings.length === 0 || !hasOtherContent || !isNested) return content;
  return removeElements(content, new Set(headings)) ?? content;
}

/**
 * Collects the headings after the last other content, the last heading first.
 *
 * @returns whether there is other content
 */
function collectTrailing(element: Element, headings: Element[]): boolean {
  return element.children.toReversed().some((child) => {
    if (child.type !== 'element') return child.type === 'text' && child.value.trim() !== '';
    if (mediaTag.test(child.tagName) || child.properties['dataEmbed'] !== undefined) return true;
    if (!isSectionHeading(child)) return collectTrailing(child, headings);
    if (hasNonBlankText(child)) headings.push(child);
    return false;
  });
}

function isSectionHeading(element: Element): boolean {
  if (!sectionHeading.test(element.tagName) || containsTag(element, /^(?:a|img)$/)) return false;
  return collapseWhitespace(hastText(element)).length <= headingLengthMax;
}

/** @returns undefined if the element has nothing else */
function removeElements(element: Element, removed: ReadonlySet<Element>): Element | undefined {
  if (removed.has(element)) return undefined;
  let isChanged = false;
  const children = element.children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [child];
    const kept = removeElements(child, removed);
    isChanged ||= kept !== child;
    return kept === undefined ? [] : [kept];
  });
  if (!isChanged) return element;
  const isEmpty = children.every((child) => child.type === 'text' && child.value.trim() === '');
  return isEmpty ? undefined : { ...element, children };
}
