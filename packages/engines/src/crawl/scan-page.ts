import { Parser } from 'htmlparser2';
import { limitDepth } from '../web/extract/limit-depth.ts';

export interface ScannedLink {
  /** As written, to be read against `baseUrl`. */
  readonly href: string;
  readonly text: string;
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
}

const linksMax = 20_000;
const textMax = 200;

/** Reads links (`a`, `area`, `frame`, pagination, hreflang, meta refresh) and the head of a page, in linear time. */
export function scanPage(html: string, url: string): ScannedPage {
  const found = {
    baseUrl: url,
    links: [] as { href: string; text: string }[],
    feeds: [] as string[],
    sitemaps: [] as string[],
    canonical: '',
    title: '',
    description: '',
    language: '',
    modifiedTime: '',
  };
  let open: { href: string; text: string } | undefined;
  let inTitle = false;
  const add = (href: string | undefined, text = '') => {
    if (href === undefined || found.links.length >= linksMax) return undefined;
    const link = { href: href.trim(), text };
    found.links.push(link);
    return link;
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'a' || name === 'area')
        open = add(attributes['href'], attributes['title'] ?? attributes['alt']);
      else if (name === 'frame') add(attributes['src']);
      else if (name === 'link') readLink(attributes, found, add);
      else if (name === 'meta') readMeta(attributes, found, add);
      else if (name === 'title') inTitle = found.title === '';
      else if (name === 'html') found.language ||= attributes['lang'] ?? '';
      else if (name === 'base' && attributes['href'])
        found.baseUrl = URL.parse(attributes['href'], url)?.href ?? url;
      else if (name === 'img' && open?.text === '') open.text = attributes['alt'] ?? '';
    },
    ontext(text) {
      if (inTitle) found.title += text;
      if (open && open.text.length < textMax) open.text += text;
    },
    onclosetag(name) {
      if (name === 'a') open = undefined;
      if (name === 'title' || name === 'head') inTitle = false;
    },
  });
  // The parser searches its open elements at every end tag: their number is bounded first.
  parser.write(limitDepth(html));
  parser.end();
  return {
    ...found,
    links: found.links.map(({ href, text }) => ({ href, text: squeeze(text).slice(0, textMax) })),
    title: squeeze(found.title),
    description: squeeze(found.description),
  };
}

type Attributes = Readonly<Record<string, string>>;
type Found = {
  feeds: string[];
  sitemaps: string[];
  canonical: string;
  description: string;
  modifiedTime: string;
};

function readLink(attributes: Attributes, found: Found, add: (href: string | undefined) => unknown): void {
  const { href } = attributes;
  if (href === undefined) return;
  const relations = (attributes['rel'] ?? '').toLowerCase().split(/\s+/);
  const type = (attributes['type'] ?? '').toLowerCase();
  if (relations.includes('canonical')) found.canonical ||= href;
  if (relations.includes('sitemap')) found.sitemaps.push(href);
  const alternate = relations.includes('alternate');
  if (alternate && /(?:rss|atom|feed)/.test(type)) found.feeds.push(href);
  else if (
    (alternate && attributes['hreflang'] !== undefined) ||
    relations.some((name) => name === 'next' || name === 'prev')
  )
    add(href);
}

function readMeta(attributes: Attributes, found: Found, add: (href: string | undefined) => unknown): void {
  const name = (attributes['name'] ?? attributes['property'] ?? '').toLowerCase();
  const content = attributes['content'] ?? '';
  if (name === 'description' || (name === 'og:description' && found.description === ''))
    found.description = content;
  if (name === 'article:modified_time') found.modifiedTime = content;
  if ((attributes['http-equiv'] ?? '').toLowerCase() === 'refresh') {
    add(/^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)?.[1]);
  }
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
