import { isJsonLdType } from '@quern/content/metadata/json-ld';
import {
  type AttributeReader,
  descriptionOf,
  languageOf,
  MetaValues,
  modifiedTextsOf,
  titleOf,
} from '@quern/content/metadata/meta-values';
import { firstTime } from '@quern/content/metadata/read-time';
import { readableText } from '@quern/content/metadata/readable-text';
import { parseRefresh } from '../../fetch/parse-refresh.ts';
import { hasNofollow } from '../../page/robots-directives.ts';
import { type PageSketch, PageSketchBuilder } from '../frontier/page-sketch.ts';
import { extractJsonLdLinks, extractRouteLinks, findScriptRedirect } from './json-links.ts';
import { type HtmlAttributes, type HtmlTagHandler, tokenizeHtml } from './tokenize-html.ts';

/** A link of a page. */
export interface ScannedLink {
  /** As written, relative to `baseUrl`. */
  readonly href: string;
  readonly text: string;
  /** Whether the link has the relation `nofollow`. */
  readonly nofollow?: boolean;
}

/** The links and metadata of a page. */
export interface ScannedPage {
  /** URL of the page, or of its `base` element. */
  readonly baseUrl: string;
  readonly links: readonly ScannedLink[];
  readonly feeds: readonly string[];
  readonly sitemaps: readonly string[];
  readonly canonical: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly modifiedTime: string;
  /** Whether the robots directives of the page forbid to follow its links. */
  readonly nofollow: boolean;
  /** Target of the meta refresh, '' without one. */
  readonly refresh: string;
  /** Target of the redirect by a script, if the page has no links; '' without one. */
  readonly scriptRedirect: string;
  /** The content, to recognize the page under another URL. */
  readonly sketch: PageSketch;
}

/** A `link` element or an entry of a `Link` header. */
export interface RelationLink {
  readonly href: string | undefined;
  readonly relations: readonly string[];
  readonly type: string;
  readonly hreflang: string | undefined;
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
/** A page while it is scanned: `title` is the text of the `title` element. */
interface PageDraft
  extends Mutable<
    Omit<ScannedPage, 'links' | 'feeds' | 'sitemaps' | 'description' | 'language' | 'modifiedTime' | 'sketch'>
  > {
  readonly meta: MetaValues;
  /** Reads the attributes of the first `html` tag with a language. */
  htmlAttribute: AttributeReader;
  readonly links: Mutable<ScannedLink>[];
  readonly feeds: string[];
  readonly sitemaps: string[];
}

const linksMax = 100_000;
/** Maximum length of a `rel` attribute; the rest is ignored. */
const relationsLengthMax = 1000;
const feedsMax = 100;
const sitemapsMax = 100;
/** Maximum length of the `base` URL, against which each link is parsed. */
const baseLengthMax = 2000;
const textLengthMax = 200;
const titleLengthMax = 1000;
const scriptsLengthMax = 1024 * 1024;
/** A page with fewer links may be the shell of an app, whose routes are in its scripts. */
const shellLinksMax = 3;

/**
 * Extracts the links (`a`, `area`, `frame`, `iframe`, pagination, hreflang, meta refresh, JSON-LD, and routes in the
 * data of an app without links) and the metadata of a page, in linear time. Yields to the event loop.
 */
export async function scanPage(html: string, url: string): Promise<ScannedPage> {
  const scanner = new PageScanner(url);
  await tokenizeHtml(html, scanner);
  return scanner.finish();
}

class PageScanner implements HtmlTagHandler {
  readonly tagsWithAttributes = new Set([
    'a',
    'area',
    'frame',
    'iframe',
    'link',
    'meta',
    'html',
    'base',
    'img',
    'script',
  ]);
  readonly #url: string;
  readonly #page: PageDraft = {
    baseUrl: '',
    links: [],
    feeds: [],
    sitemaps: [],
    canonical: '',
    title: '',
    meta: new MetaValues(),
    htmlAttribute: () => undefined,
    nofollow: false,
    refresh: '',
    scriptRedirect: '',
  };
  /** Content of the current JSON-LD script, and of all scripts with code or data. */
  readonly #scripts = { jsonLd: '', data: '' };
  readonly #sketch: PageSketchBuilder;
  #openScript: 'jsonLd' | 'data' | undefined;
  #openAnchor: { text: string } | undefined;
  #inTitle = false;
  #hasTitle = false;

  constructor(url: string) {
    this.#url = url;
    this.#sketch = new PageSketchBuilder(url);
  }

  onOpenTag(name: string, attributes: HtmlAttributes): void {
    const page = this.#page;
    if (name === 'a') this.#sketch.addAddress(attributes.get('href'));
    else if (name === 'img' || name === 'script' || name === 'iframe')
      this.#sketch.addAddress(attributes.get('src'));
    switch (name) {
      case 'a':
      case 'area':
        this.#openAnchor = readAnchor(attributes, page);
        break;
      case 'frame':
      case 'iframe':
        addLink(page, attributes.get('src'));
        break;
      case 'link':
        addRelationLink(page, {
          href: attributes.get('href'),
          relations: relationsOf(attributes),
          type: attributes.get('type') ?? '',
          hreflang: attributes.get('hreflang'),
        });
        break;
      case 'meta':
        readMeta(attributes, page);
        break;
      case 'html':
        if (!page.htmlAttribute('lang') && !page.htmlAttribute('xml:lang')) {
          page.htmlAttribute = (attribute) => attributes.get(attribute);
        }
        break;
      case 'base':
        this.#readBase(attributes.get('href') ?? '');
        break;
      case 'title':
        this.#inTitle = !this.#hasTitle;
        break;
      case 'img':
        if (this.#openAnchor?.text === '') this.#openAnchor.text = attributes.get('alt') ?? '';
        break;
      case 'script':
        this.#openScript = scriptKind(attributes);
    }
  }

  onText(text: string, inside: string): void {
    if (inside === 'script') {
      const kind = this.#openScript;
      if (kind && this.#scripts[kind].length < scriptsLengthMax) this.#scripts[kind] += text;
    } else if (this.#inTitle) {
      if (this.#page.title.length < titleLengthMax) this.#page.title += text;
    } else if (inside === '') {
      this.#sketch.addText(text);
      if (this.#openAnchor && this.#openAnchor.text.length < textLengthMax) this.#openAnchor.text += text;
    }
  }

  onCloseTag(name: string): void {
    if (name === 'a') this.#openAnchor = undefined;
    else if (name === 'title' || name === 'head') {
      this.#hasTitle ||= this.#inTitle;
      this.#inTitle = false;
    } else if (name === 'script') {
      if (this.#openScript === 'jsonLd') this.#addAll(extractJsonLdLinks(this.#scripts.jsonLd));
      this.#scripts.jsonLd = '';
      this.#openScript = undefined;
    }
  }

  /** Adds the routes of a page with few links. @returns the scanned page */
  finish(): ScannedPage {
    const page = this.#page;
    if (page.links.length === 0) this.#addScriptRedirect();
    if (page.links.length < shellLinksMax) this.#addAll(extractRouteLinks(this.#scripts.data));
    const { meta, htmlAttribute, ...scanned } = page;
    const title = readableText(page.title);
    const language = languageOf(meta, htmlAttribute);
    return {
      ...scanned,
      baseUrl: page.baseUrl || this.#url,
      // A map lists the page's own title and description; those for sharing are only a substitute.
      title: title || titleOf(meta, ''),
      description: meta.first('description') || descriptionOf(meta),
      language,
      modifiedTime: firstTime(modifiedTextsOf(meta), language),
      sketch: this.#sketch.finish(title),
    };
  }

  #addScriptRedirect(): void {
    const target = findScriptRedirect(this.#scripts.data);
    if (target === '') return;
    this.#page.scriptRedirect = target;
    addLink(this.#page, target);
  }

  /** The first `base` element counts (https://html.spec.whatwg.org/#the-base-element). */
  #readBase(href: string): void {
    if (href.length <= baseLengthMax) this.#page.baseUrl ||= URL.parse(href, this.#url)?.href ?? '';
  }

  #addAll(links: readonly ScannedLink[]): void {
    for (const { href, text } of links) addLink(this.#page, href, text);
  }
}

/** @returns the link, unless it has no target or the page has too many links */
function addLink(page: PageDraft, href: string | undefined, text = ''): Mutable<ScannedLink> | undefined {
  if (href === undefined || page.links.length >= linksMax) return undefined;
  const link = { href: href.trim(), text };
  page.links.push(link);
  return link;
}

/** @returns the link, to which the text of the element is added */
function readAnchor(attributes: HtmlAttributes, page: PageDraft): { text: string } | undefined {
  const href = attributes.get('href') ?? attributes.get('xlink:href');
  const title = attributes.get('title') ?? attributes.get('alt') ?? '';
  const link = addLink(page, href, title === '' ? '' : `${title} `);
  if (link && relationsOf(attributes).includes('nofollow')) link.nofollow = true;
  return link;
}

/** Adds a `link` element or an entry of a `Link` header according to its relations. */
export function addRelationLink(
  page: Pick<PageDraft, 'canonical' | 'sitemaps' | 'feeds' | 'links'>,
  { href, relations, type, hreflang }: RelationLink,
): void {
  if (href === undefined || page.links.length >= linksMax) return;
  const has = (name: string) => relations.includes(name);
  if (has('canonical')) page.canonical ||= href;
  if (has('sitemap') && page.sitemaps.length < sitemapsMax) page.sitemaps.push(href);
  if (has('alternate') && /rss|atom|feed/i.test(type)) {
    if (page.feeds.length < feedsMax) page.feeds.push(href);
  } else if ((has('alternate') && hreflang !== undefined) || has('next') || has('prev')) {
    page.links.push({ href: href.trim(), text: '' });
  }
}

function readMeta(attributes: HtmlAttributes, page: PageDraft): void {
  const name = (attributes.get('name') ?? attributes.get('property') ?? '').toLowerCase();
  const content = attributes.get('content') ?? '';
  page.meta.add((attribute) => attributes.get(attribute));
  if (name === 'robots') page.nofollow ||= hasNofollow(content);
  if (attributes.get('http-equiv')?.toLowerCase() === 'refresh') {
    page.refresh ||= parseRefresh(content)?.target ?? '';
    if (page.refresh !== '') addLink(page, page.refresh);
  }
}

function relationsOf(attributes: HtmlAttributes): string[] {
  return (attributes.get('rel') ?? '').slice(0, relationsLengthMax).toLowerCase().split(/\s+/);
}

function scriptKind(attributes: HtmlAttributes): 'jsonLd' | 'data' | undefined {
  if (isJsonLdType(attributes.get('type'))) return 'jsonLd';
  return attributes.has('src') ? undefined : 'data';
}
