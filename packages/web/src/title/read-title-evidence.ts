import { type DomDocument, domText, findElementsByTag } from '@quern/content/dom/dom';
import type { PageMetadata } from '@quern/content/metadata/page-metadata';
import { readableText } from '@quern/content/metadata/readable-text';
import { type StructuredItem, structuredDataText } from '@quern/content/metadata/structured-data';
import type { TitleEvidence } from './title-text.ts';

/** JSON-LD types whose `headline` or `name` is the title of the page. */
const titledType = /Article|BlogPosting|Report|Recipe|Product|Posting|Course|Event|Movie|Book|VideoObject/;

/** Reads what a page states about its title: metadata, the `title` element, and structured data. */
export function readTitleEvidence(
  document: DomDocument,
  structuredData: readonly StructuredItem[],
  { title, siteName }: PageMetadata,
  url: string,
): TitleEvidence {
  const [titleElement] = findElementsByTag(document, 'title');
  const named = structuredData
    .filter(({ types }) => types.some((type) => titledType.test(type)))
    .map(({ value }) => structuredDataText(value['headline']) || structuredDataText(value['name']));
  // The names of several items are those of a list.
  const [name = '', ...others] = new Set(named.map(readableText).filter(Boolean));
  const stated = [
    title,
    titleElement === undefined ? '' : domText(titleElement),
    others.length === 0 ? name : '',
  ];
  return { stated: [...new Set(stated.map(readableText).filter(Boolean))], siteName, url };
}
