import {
  type DomDocument,
  type DomElement,
  domText,
  findElement,
  findElementInDocument,
  findElementsByTag,
  getAttribute,
} from './dom.ts';
import { type StructuredItem, structuredDataText } from './structured-data.ts';

/** What a page says about itself; '' for what it lacks. Addresses are absolute, times ISO 8601 where they parse. */
export interface PageMetadata {
  readonly title: string;
  readonly description: string;
  /** BCP 47 as stated by the page. */
  readonly language: string;
  readonly author: string;
  readonly publishedTime: string;
  readonly modifiedTime: string;
  readonly siteName: string;
  readonly image: string;
  readonly canonical: string;
  readonly favicon: string;
}

const describing =
  /Article|BlogPosting|Report|Recipe|Product|WebPage|Posting|Course|Event|Movie|Book|VideoObject/;

/** Reads Open Graph, Twitter cards, Dublin Core, JSON-LD, microdata and the document itself, in that order of trust. */
export function readPageMetadata(
  document: DomDocument,
  data: readonly StructuredItem[],
  baseUrl: string,
): PageMetadata {
  const meta = metaReader(document);
  const item = data.find(({ types }) => types.some((type) => describing.test(type)))?.value ?? {};
  const article =
    data.find(({ types }) => types.some((type) => /Article|BlogPosting|Report/.test(type)))?.value ?? item;
  const links = findElementsByTag(document, 'link');
  const linked = (relation: RegExp) =>
    links.find((link) => relation.test(link.attributes['rel'] ?? '') && link.attributes['href'])?.attributes[
      'href'
    ] ?? '';
  const stated = (name: string) =>
    dateOf(findElementInDocument(document, (element) => element.attributes['itemprop'] === name));
  const absolute = (href: string) => {
    const url = href === '' ? null : URL.parse(href, baseUrl);
    return url && /^https?:$/.test(url.protocol) ? url.href : '';
  };
  const titleText = squeeze(textOfFirst(document, 'title'));
  const heading = squeeze(textOfFirst(document, 'h1'));
  return {
    title:
      meta('og:title', 'twitter:title', 'dc.title') ||
      titleText ||
      structuredDataText(article['headline']) ||
      heading,
    description:
      meta('og:description', 'description', 'twitter:description', 'dc.description') ||
      squeeze(structuredDataText(item['description'])),
    language:
      (document.attributes['lang'] ?? '').trim() ||
      (document.attributes['xml:lang'] ?? '').trim() ||
      meta('content-language', 'og:locale', 'dc.language').replace('_', '-'),
    author: authorOf(meta, article, document),
    publishedTime: isoTime(
      meta(
        'article:published_time',
        'og:published_time',
        'datepublished',
        'date',
        'dc.date',
        'pubdate',
        'parsely-pub-date',
      ) ||
        structuredDataText(article['datePublished']) ||
        stated('datePublished') ||
        timeOfArticle(document),
    ),
    modifiedTime: isoTime(
      meta('article:modified_time', 'og:updated_time', 'last-modified', 'dcterms.modified') ||
        structuredDataText(article['dateModified']) ||
        stated('dateModified'),
    ),
    siteName:
      meta('og:site_name', 'application-name', 'al:android:app_name') ||
      structuredDataText(item['publisher']),
    image: absolute(
      meta('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src') ||
        structuredDataText(item['image'], 'url').split(', ')[0] ||
        linked(/^image_src$/i),
    ),
    canonical: absolute(linked(/^canonical$/i) || meta('og:url')),
    favicon: absolute(linked(/^(?:shortcut )?icon$/i) || linked(/^apple-touch-icon$/i)),
  };
}

type MetaReader = (...names: string[]) => string;

function metaReader(document: DomDocument): MetaReader {
  const values = new Map<string, string>();
  for (const { attributes } of findElementsByTag(document, 'meta')) {
    const name =
      attributes['property'] ?? attributes['name'] ?? attributes['http-equiv'] ?? attributes['itemprop'];
    const content = squeeze(attributes['content'] ?? '');
    const key = name?.toLowerCase() ?? '';
    if (key !== '' && content !== '' && !values.has(key)) values.set(key, content);
  }
  return (...names) => names.map((name) => values.get(name) ?? '').find((value) => value !== '') ?? '';
}

function authorOf(
  meta: MetaReader,
  article: Readonly<Record<string, unknown>>,
  document: DomDocument,
): string {
  const stated = [
    structuredDataText(article['author']),
    meta('author', 'article:author', 'dc.creator', 'parsely-author', 'twitter:creator', 'byl'),
  ];
  const named = stated.find((name) => name !== '' && !/^https?:/.test(name));
  if (named) return squeeze(named);
  const element = findElementInDocument(
    document,
    ({ attributes }) => attributes['itemprop'] === 'author' || attributes['rel'] === 'author',
  );
  const name = element && findElement(element, ({ attributes }) => attributes['itemprop'] === 'name');
  const text = element ? squeeze(domText(name ?? element)) : '';
  return text.length < 100 ? text.replace(/^by\s+/i, '') : '';
}

function textOfFirst(document: DomDocument, name: string): string {
  const element = findElementInDocument(document, (inner) => inner.name === name);
  return element ? domText(element) : '';
}

function dateOf(element: DomElement | undefined): string {
  return element ? (getAttribute(element, 'datetime') ?? getAttribute(element, 'content') ?? '').trim() : '';
}

function timeOfArticle(document: DomDocument): string {
  const article = findElementInDocument(document, (element) => element.name === 'article');
  return dateOf(
    article && findElement(article, (inner) => inner.name === 'time' && 'datetime' in inner.attributes),
  );
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Keeps what is ISO 8601 already (a day needs no time of day); turns other readable dates into it. */
function isoTime(text: string): string {
  if (text === '' || /^\d{4}-\d{2}(-\d{2})?(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) return text;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return '';
  return new Date(time).toISOString();
}
