import {
  type DomDocument,
  type DomElement,
  domText,
  findElement,
  findElementInDocument,
  findElementsByTag,
  getAttribute,
} from '@quern/content/dom/dom';
import { collapseWhitespace } from './collapse-whitespace.ts';
import { descriptionOf, languageOf, MetaValues, titleOf } from './head-metadata.ts';
import { type StructuredItem, structuredDataText } from './structured-data.ts';

/** Metadata that a page states about itself. Missing values are ''; URLs are absolute. */
export interface PageMetadata {
  readonly title: string;
  readonly description: string;
  /** BCP 47 tag as stated by the page. */
  readonly language: string;
  readonly author: string;
  /** ISO 8601. */
  readonly publishedTime: string;
  /** ISO 8601. */
  readonly modifiedTime: string;
  readonly siteName: string;
  readonly image: string;
  readonly canonical: string;
  readonly favicon: string;
}

/** Longer texts of an author element are not names. */
const authorLengthMax = 100;
const articleType = /Article|BlogPosting|Report/;
const describedType =
  /Article|BlogPosting|Report|Recipe|Product|WebPage|Posting|Course|Event|Movie|Book|VideoObject/;

/**
 * Reads the metadata of a page from Open Graph, Twitter cards, Dublin Core, JSON-LD, microdata and the document
 * itself, in the order of precedence that is stated for each property.
 * @param baseUrl the URL against which relative URLs are resolved
 */
export function readPageMetadata(
  document: DomDocument,
  structuredData: readonly StructuredItem[],
  baseUrl: string,
): PageMetadata {
  const source = new MetadataSource(document, structuredData, baseUrl);
  const { meta, item, article } = source;
  return {
    title:
      titleOf(meta, source.textOf('title')) ||
      structuredDataText(article['headline']) ||
      collapseWhitespace(source.textOf('h1')),
    description: descriptionOf(meta) || collapseWhitespace(structuredDataText(item['description'])),
    language: languageOf(meta, (name) => document.attributes[name]),
    author: authorOf(source),
    publishedTime: publishedTimeOf(source),
    modifiedTime: toIsoTime(
      meta.first('article:modified_time', 'og:updated_time', 'last-modified', 'dcterms.modified') ||
        structuredDataText(article['dateModified']) ||
        source.microdataTime('dateModified'),
    ),
    siteName:
      meta.first('og:site_name', 'application-name', 'al:android:app_name') ||
      structuredDataText(item['publisher']),
    image: source.absoluteUrl(
      meta.first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src') ||
        structuredDataText(item['image'], 'url').split(', ')[0] ||
        source.linkHref((rel) => /^image_src$/i.test(rel)),
    ),
    canonical: source.absoluteUrl(source.linkHref(isCanonical) || meta.first('og:url')),
    favicon: source.absoluteUrl(
      source.linkHref((rel) => /^(?:shortcut )?icon$/i.test(rel)) ||
        source.linkHref((rel) => /^apple-touch-icon$/i.test(rel)),
    ),
  };
}

/** The parts of a document that metadata is read from. */
class MetadataSource {
  readonly meta = new MetaValues();
  /** The first JSON-LD object that describes the page. */
  readonly item: Readonly<Record<string, unknown>>;
  /** The first JSON-LD object that is an article, otherwise `item`. */
  readonly article: Readonly<Record<string, unknown>>;
  readonly #document: DomDocument;
  readonly #links: readonly DomElement[];
  readonly #baseUrl: string;

  constructor(document: DomDocument, structuredData: readonly StructuredItem[], baseUrl: string) {
    this.#document = document;
    this.#baseUrl = baseUrl;
    this.#links = findElementsByTag(document, 'link');
    for (const { attributes } of findElementsByTag(document, 'meta'))
      this.meta.add((name) => attributes[name]);
    const itemOfType = (type: RegExp) =>
      structuredData.find(({ types }) => types.some((name) => type.test(name)))?.value;
    this.item = itemOfType(describedType) ?? {};
    this.article = itemOfType(articleType) ?? this.item;
  }

  find(test: (element: DomElement) => boolean): DomElement | undefined {
    return findElementInDocument(this.#document, test);
  }

  /** Text of the first element of this name; '' if there is none. */
  textOf(tag: string): string {
    const [element] = findElementsByTag(this.#document, tag);
    return element ? domText(element) : '';
  }

  /** `href` of the first `<link>` with such a `rel`; '' if there is none. */
  linkHref(isRelation: (rel: string) => boolean): string {
    return (
      this.#links.find(({ attributes }) => isRelation(attributes['rel'] ?? '') && attributes['href'])
        ?.attributes['href'] ?? ''
    );
  }

  microdataTime(property: string): string {
    return timeOf(this.find((element) => element.attributes['itemprop'] === property));
  }

  /** Returns '' for anything but HTTP URLs. */
  absoluteUrl(href: string): string {
    const url = href === '' ? null : URL.parse(href, this.#baseUrl);
    return url && /^https?:$/.test(url.protocol) ? url.href : '';
  }
}

/** Returns whether a `rel` attribute contains `canonical` (RFC 6596). */
function isCanonical(rel: string): boolean {
  return rel.toLowerCase().split(/\s+/).includes('canonical');
}

function authorOf(source: MetadataSource): string {
  const stated = [
    structuredDataText(source.article['author']),
    source.meta.first('author', 'article:author', 'dc.creator', 'parsely-author', 'twitter:creator', 'byl'),
  ];
  // Some sites state the URL of the author's profile instead of a name.
  const statedName = stated.find((name) => name !== '' && !/^https?:/.test(name));
  if (statedName) return collapseWhitespace(statedName);
  const element = source.find(
    ({ attributes }) => attributes['itemprop'] === 'author' || attributes['rel'] === 'author',
  );
  if (!element) return '';
  const nameElement = findElement(element, ({ attributes }) => attributes['itemprop'] === 'name');
  const text = collapseWhitespace(domText(nameElement ?? element));
  return text.length < authorLengthMax ? text.replace(/^by\s+/i, '') : '';
}

function publishedTimeOf(source: MetadataSource): string {
  return toIsoTime(
    source.meta.first(
      'article:published_time',
      'og:published_time',
      'datepublished',
      'date',
      'dc.date',
      'pubdate',
      'parsely-pub-date',
    ) ||
      structuredDataText(source.article['datePublished']) ||
      source.microdataTime('datePublished') ||
      articleTimeOf(source),
  );
}

function articleTimeOf(source: MetadataSource): string {
  const article = source.find((element) => element.name === 'article');
  return timeOf(
    article && findElement(article, (inner) => inner.name === 'time' && 'datetime' in inner.attributes),
  );
}

function timeOf(element: DomElement | undefined): string {
  return element ? (getAttribute(element, 'datetime') ?? getAttribute(element, 'content') ?? '').trim() : '';
}

/** Leaves ISO 8601 dates and times unchanged and converts other formats that `Date.parse` reads; '' for the rest. */
function toIsoTime(text: string): string {
  if (text === '' || /^\d{4}-\d{2}(-\d{2})?(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) return text;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return '';
  return new Date(time).toISOString();
}
