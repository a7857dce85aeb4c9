import { parseRefresh } from '../../fetch/parse-refresh.ts';
import {
  type AttributeReader,
  descriptionOf,
  languageOf,
  MetaValues,
  titleOf,
} from '../../page/head-metadata.ts';
import { isJsonLdType } from '../../page/json-ld.ts';
import { extractJsonLdLinks, extractRouteLinks } from './json-links.ts';
import { type HtmlAttributes, tokenizeHtml } from './tokenize-html.ts';

export interface ScannedLink {
  /** As written, to be read against `baseUrl`. */
  readonly href: string;
  readonly text: string;
  /** The page asks crawlers not to follow it. */
  readonly nofollow?: boolean;
}

/** What mapping needs of a page, read in one pass without a tree. */
export interface ScannedPage {
  readonly baseUrl: string;
  readonly links: readonly ScannedLink[];
  readonly feeds: readonly string[];
  readonly sitemaps: readonly string[];
  readonly canonical: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly modifiedTime: string;
  /** Robots directives of the page forbid to follow its links. */
  readonly nofollow: boolean;
  /** Where a meta refresh leads, '' without one. */
  readonly refresh: string;
}

const linksMax = 100_000;
/** Of a `rel` attribute that is looked at. */
const relationsLengthMax = 1000;
const feedsMax = 100;
const sitemapsMax = 100;
/** Every link of the page is parsed against it. */
const baseLengthMax = 2000;
const textMax = 200;
const titleMax = 1000;
const scriptsLengthMax = 1024 * 1024;
/** A page with fewer links may be an app's shell, whose routes are in its data. */
const shellLinksMax = 3;

/**
 * Reads links (`a`, `area`, `frame`, `iframe`, pagination, hreflang, meta refresh, JSON-LD; routes in the data
 * of an app without links) and the head of a page, in linear time and without holding up the event loop.
 */
export async function scanPage(html: string, url: string): Promise<ScannedPage> {
  const found: Found = {
    url,
    baseUrl: '',
    links: [],
    feeds: [],
    sitemaps: [],
    canonical: '',
    title: '',
    meta: new MetaValues(),
    html: () => undefined,
    modifiedTime: '',
    nofollow: false,
    refresh: '',
  };
  const scripts = { jsonLd: '', data: '' };
  let open: { text: string } | undefined;
  let titled = false;
  let inTitle = false;
  let script: keyof typeof scripts | undefined;
  await tokenizeHtml(html, {
    tagsWithAttributes: new Set([
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
    ]),
    onOpenTag: (name, attributes) => {
      const read = readers[name];
      if (name === 'a' || name === 'area') open = readAnchor(attributes, found);
      else if (read) read(attributes, found);
      else if (name === 'title') inTitle = !titled;
      else if (name === 'img' && open?.text === '') open.text = attributes.get('alt') ?? '';
      else if (name === 'script') script = scriptKind(attributes);
    },
    onText: (text, inside) => {
      if (inside === 'script') {
        if (script && scripts[script].length < scriptsLengthMax) scripts[script] += text;
      } else if (inTitle) {
        if (found.title.length < titleMax) found.title += text;
      } else if (open && open.text.length < textMax && inside === '') open.text += text;
    },
    onCloseTag: (name) => {
      if (name === 'a') open = undefined;
      else if (name === 'title' || name === 'head') {
        titled ||= inTitle;
        inTitle = false;
      } else if (name === 'script') {
        if (script === 'jsonLd') addAll(found, extractJsonLdLinks(scripts.jsonLd));
        scripts.jsonLd = '';
        script = undefined;
      }
    },
  });
  if (found.links.length < shellLinksMax) addAll(found, extractRouteLinks(scripts.data));
  const { meta, html: htmlAttribute, ...page } = found;
  return {
    ...page,
    baseUrl: found.baseUrl || url,
    title: titleOf(meta, found.title),
    description: descriptionOf(meta),
    language: languageOf(meta, htmlAttribute),
  };
}

interface Found {
  readonly url: string;
  baseUrl: string;
  readonly links: { href: string; text: string; nofollow?: boolean }[];
  readonly feeds: string[];
  readonly sitemaps: string[];
  canonical: string;
  /** Text of the `<title>` element. */
  title: string;
  readonly meta: MetaValues;
  /** Attributes of the first `<html>` tag with a language. */
  html: AttributeReader;
  modifiedTime: string;
  nofollow: boolean;
  refresh: string;
}

function add(found: Found, href: string | undefined, text = ''): Found['links'][number] | undefined {
  if (href === undefined || found.links.length >= linksMax) return undefined;
  const link = { href: href.trim(), text };
  found.links.push(link);
  return link;
}

function addAll(found: Found, links: readonly ScannedLink[]): void {
  for (const { href, text } of links) add(found, href, text);
}

function readAnchor(attributes: HtmlAttributes, found: Found): { text: string } | undefined {
  const href = attributes.get('href') ?? attributes.get('xlink:href');
  const said = attributes.get('title') ?? attributes.get('alt') ?? '';
  const link = add(found, href, said === '' ? '' : `${said} `);
  if (link && relations(attributes).includes('nofollow')) link.nofollow = true;
  return link;
}

/** By name of the tag. */
const readers: Readonly<Record<string, (attributes: HtmlAttributes, found: Found) => void>> = {
  frame: (attributes, found) => void add(found, attributes.get('src')),
  iframe: (attributes, found) => void add(found, attributes.get('src')),
  link: readLink,
  meta: readMeta,
  html: (attributes, found) => {
    if (!found.html('lang') && !found.html('xml:lang')) found.html = (name) => attributes.get(name);
  },
  // The first `base` counts (https://html.spec.whatwg.org/#the-base-element).
  base: (attributes, found) => {
    const href = attributes.get('href') ?? '';
    if (href.length <= baseLengthMax) found.baseUrl ||= URL.parse(href, found.url)?.href ?? '';
  },
};

function readLink(attributes: HtmlAttributes, found: Found): void {
  addLink(found, {
    href: attributes.get('href'),
    relations: relations(attributes),
    type: attributes.get('type') ?? '',
    hreflang: attributes.get('hreflang'),
  });
}

/** What a `link` element and a `Link` header say alike. */
export function addLink(
  found: Pick<Found, 'canonical' | 'sitemaps' | 'feeds' | 'links'>,
  link: {
    readonly href: string | undefined;
    readonly relations: readonly string[];
    readonly type: string;
    readonly hreflang: string | undefined;
  },
): void {
  const { href } = link;
  if (href === undefined || found.links.length >= linksMax) return;
  const has = (name: string) => link.relations.includes(name);
  if (has('canonical')) found.canonical ||= href;
  if (has('sitemap') && found.sitemaps.length < sitemapsMax) found.sitemaps.push(href);
  if (has('alternate') && /rss|atom|feed/i.test(link.type)) {
    if (found.feeds.length < feedsMax) found.feeds.push(href);
  } else if ((has('alternate') && link.hreflang !== undefined) || has('next') || has('prev'))
    found.links.push({ href: href.trim(), text: '' });
}

function readMeta(attributes: HtmlAttributes, found: Found): void {
  const name = (attributes.get('name') ?? attributes.get('property') ?? '').toLowerCase();
  const content = attributes.get('content') ?? '';
  found.meta.add((attribute) => attributes.get(attribute));
  if (name === 'article:modified_time') found.modifiedTime = content;
  if (name === 'robots') found.nofollow ||= hasNofollow(content);
  if (attributes.get('http-equiv')?.toLowerCase() === 'refresh') {
    found.refresh ||= parseRefresh(content)?.target ?? '';
    if (found.refresh !== '') add(found, found.refresh);
  }
}

/** Directives of robots meta tags and of X-Robots-Tag: `none` is `noindex, nofollow`. */
export function hasNofollow(directives: string): boolean {
  return /(?:^|[\s,:])(?:nofollow|none)(?:[\s,]|$)/i.test(directives);
}

function relations(attributes: HtmlAttributes): string[] {
  return (attributes.get('rel') ?? '').slice(0, relationsLengthMax).toLowerCase().split(/\s+/);
}

function scriptKind(attributes: HtmlAttributes): 'jsonLd' | 'data' | undefined {
  if (isJsonLdType(attributes.get('type'))) return 'jsonLd';
  return attributes.has('src') ? undefined : 'data';
}
