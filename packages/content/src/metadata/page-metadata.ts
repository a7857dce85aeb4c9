import { type DomDocument, type DomElement, domText, findElement, findElementsByTag } from '../dom/dom.ts';
import { authorOf } from './authors.ts';
import metaNames from './meta-names.data.json' with { type: 'json' };
import { descriptionOf, languageOf, MetaValues, modifiedTextsOf, titleOf } from './meta-values.ts';
import { type PageMarks, readPageMarks } from './page-marks.ts';
import { firstTime } from './read-time.ts';
import { firstReadable, readableText } from './readable-text.ts';
import { type StructuredItem, structuredTexts } from './structured-data.ts';

/** Metadata that a page states about itself, as plain text. Missing values are ''; URLs are absolute. */
export interface PageMetadata {
  readonly title: string;
  readonly description: string;
  /** BCP 47 tag. */
  readonly language: string;
  /** Names of all authors, joined by commas. */
  readonly author: string;
  /** ISO 8601, as precise as stated. */
  readonly publishedTime: string;
  /** ISO 8601, as precise as stated. */
  readonly modifiedTime: string;
  readonly siteName: string;
  readonly image: string;
  readonly canonical: string;
  readonly favicon: string;
}

const articleType = /Article|BlogPosting|Report/;
const describedType =
  /Article|BlogPosting|Report|Recipe|Product|Page|Posting|Course|Event|Movie|Book|VideoObject|Episode|Question|HowTo|Dataset|CreativeWork|SoftwareApplication|Thesis/;

/**
 * Reads the metadata of a page from Open Graph, Twitter cards, Dublin Core, Highwire tags, JSON-LD, microdata, RDFa and
 * the document itself, in the order of precedence that is stated for each property. A candidate that cannot be read
 * gives way to the next one.
 * @param baseUrl the URL against which relative URLs are resolved
 * @returns the metadata, and what the block model was trained with: accounts as authors, and no time that is only shown
 */
export function readPageMetadata(
  document: DomDocument,
  structuredData: readonly StructuredItem[],
  baseUrl: string,
): { readonly metadata: PageMetadata; readonly stated: PageMetadata } {
  const source = new MetadataSource(document, structuredData, baseUrl);
  const { meta, marks } = source;
  const language = languageOf(meta, (name) => document.attributes[name], source.textsOf('inLanguage'));
  const statedTime = firstTime(
    [
      ...meta.all(metaNames.published),
      ...source.textsOf('datePublished', 'dateCreated'),
      // A page with a video may be older or newer.
      ...structuredTexts(source.items[0]?.value['uploadDate']),
      ...marks.published,
    ],
    language,
  );
  const metadata: PageMetadata = {
    title:
      titleOf(meta, source.titleElement()) ||
      firstReadable(source.textsOf('headline')) ||
      readableText(source.textOf('h1')),
    description: descriptionOf(meta) || firstReadable(source.textsOf('description')),
    language,
    author: authorOf(source, language),
    publishedTime: statedTime || firstTime(marks.publishedNearby, language),
    modifiedTime: firstTime(
      [...modifiedTextsOf(meta), ...source.textsOf('dateModified'), ...marks.modified],
      language,
    ),
    siteName: source.siteName,
    image: source.absoluteUrl(
      meta.first(...metaNames.image) ||
        structuredTexts(source.items[0]?.value['image'], { key: 'url' })[0] ||
        source.linkHref((rel) => /^image_src$/i.test(rel)),
    ),
    canonical: source.absoluteUrl(source.linkHref(isCanonical) || meta.first('ogurl')),
    favicon: source.absoluteUrl(
      source.linkHref((rel) => /^(?:shortcut )?icon$/i.test(rel)) ||
        source.linkHref((rel) => /^apple-touch-icon$/i.test(rel)),
    ),
  };
  const author = metadata.author || meta.first('twittercreator');
  return { metadata, stated: { ...metadata, author, publishedTime: statedTime } };
}

/** The parts of a document that metadata is read from. */
export class MetadataSource {
  readonly meta = new MetaValues();
  readonly marks: PageMarks;
  /** JSON-LD objects, then items of microdata, that describe the page: articles first. */
  readonly items: readonly StructuredItem[];
  readonly siteName: string;
  readonly #document: DomDocument;
  readonly #byId: ReadonlyMap<unknown, unknown>;
  readonly #links: readonly DomElement[];
  readonly #baseUrl: string;

  constructor(document: DomDocument, structuredData: readonly StructuredItem[], baseUrl: string) {
    this.#document = document;
    this.#baseUrl = baseUrl;
    this.#links = findElementsByTag(document, 'link');
    for (const { attributes } of findElementsByTag(document, 'meta'))
      this.meta.add((name) => attributes[name]);
    this.marks = readPageMarks(document);
    this.items = [...describing(structuredData), ...describing(this.marks.items)];
    this.#byId = new Map(structuredData.map(({ value }) => [value['@id'], value]));
    this.siteName = this.meta.first(...metaNames.siteName) || firstReadable(this.textsOf('publisher'));
  }

  /** The object that a reference in JSON-LD stands for. */
  resolve = (id: string): unknown => this.#byId.get(id);

  /** Texts of these properties of all items, those of the first item first. */
  textsOf(...keys: string[]): string[] {
    return this.items.flatMap(({ value }) =>
      keys.flatMap((key) => structuredTexts(value[key], { resolve: this.resolve })),
    );
  }

  /** Text of the page's `<title>`, not that of a drawing; '' if there is none. */
  titleElement(): string {
    const { head, body } = this.#document;
    const isTitle = ({ name }: DomElement) => name === 'title' || name === 'svg';
    const title = findElement(head, isTitle) ?? findElement(body, isTitle);
    return title?.name === 'title' ? domText(title) : '';
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

  /** Returns '' for anything but HTTP URLs. */
  absoluteUrl(href: string): string {
    const url = href === '' ? null : URL.parse(href, this.#baseUrl);
    return url && /^https?:$/.test(url.protocol) ? url.href : '';
  }
}

/** Items that describe the page, articles first; those of microdata without a type are the page itself. */
function describing(items: readonly StructuredItem[]): StructuredItem[] {
  const described = items.filter(
    ({ types }) => types.length === 0 || types.some((name) => describedType.test(name)),
  );
  const isArticle = ({ types }: StructuredItem) => types.some((name) => articleType.test(name));
  return [...described.filter(isArticle), ...described.filter((item) => !isArticle(item))];
}

/** Returns whether a `rel` attribute contains `canonical` (RFC 6596). */
function isCanonical(rel: string): boolean {
  return rel.toLowerCase().split(/\s+/).includes('canonical');
}
