import { parsePage } from '@quern/content/html/parse-page';
import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import { writeContent } from '../markdown/to-markdown.ts';
import { buildTree, createUrlGrowthBudget, type UrlGrowthBudget } from '../page/tree/build-tree.ts';
import type { PageLink } from '../page/tree/collect-links.ts';
import { visibleText } from '../page/visible-text.ts';
import { type FeedEntry, parseFeed } from './parse-feed.ts';

/** A feed converted to Markdown, and to plain text if requested. */
export interface ConvertedFeed {
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  /** The same content as plain text, if it was requested. */
  readonly text: string;
  readonly links: readonly PageLink[];
}

/** The content of further entries is written as plain text: formatting takes at least 40 µs per entry. */
const formattedEntriesMax = 5000;

/** A part of a feed in both forms. */
interface Section {
  readonly markdown: string;
  readonly text: string;
}

/**
 * Converts RSS, RDF or Atom to Markdown: the title as a heading and one section per entry.
 * @param url URL of the feed, against which relative links are resolved
 * @param options.withText whether the content is returned as plain text as well
 * @returns undefined if the XML is not a feed
 */
export async function convertFeed(
  xml: string,
  url: string,
  { withText = false }: { readonly withText?: boolean } = {},
): Promise<ConvertedFeed | undefined> {
  const feed = parseFeed(xml);
  if (!feed) return undefined;
  const { title, description } = feed;
  const sections = [lineSection(title, '# '), lineSection(description)];
  const links: PageLink[] = [];
  const urlGrowth = createUrlGrowthBudget();
  for (const [index, entry] of feed.entries.entries()) {
    const link = URL.parse(entry.link, urlGrowth.remainingChars > 0 ? url : undefined)?.href ?? '';
    urlGrowth.remainingChars -= Math.max(0, link.length - entry.link.length);
    if (link !== '') links.push({ url: link, text: entry.title });
    const isFormatted = index < formattedEntriesMax && entry.content !== '';
    const body = isFormatted
      ? await convertContent(entry.content, { baseUrl: link || url, urlGrowth, withText })
      : lineSection(visibleText(entry.content, entry.content.length));
    sections.push(...entrySections(entry, link), body);
  }
  const join = (form: keyof Section): string =>
    sections
      .map((section) => section[form])
      .filter(Boolean)
      .join('\n\n');
  return { title, description, markdown: join('markdown'), text: withText ? join('text') : '', links };
}

async function convertContent(
  html: string,
  { withText, ...options }: { baseUrl: string; urlGrowth: UrlGrowthBudget; withText: boolean },
): Promise<Section> {
  const { body } = await parsePage(html);
  const tree = buildTree(body, options);
  return { text: '', ...writeContent(tree, withText) };
}

function entrySections(entry: FeedEntry, link: string): Section[] {
  const title = lineSection(entry.title || link || 'Untitled');
  const heading = link === '' ? `## ${title.markdown}` : `## [${title.markdown}](<${link}>)`;
  const byline = [entry.published, entry.author].filter(Boolean).join(' · ');
  return [{ markdown: heading, text: title.text }, lineSection(byline)];
}

/** A text in one line; a blank text has no Markdown either. */
function lineSection(value: string, prefix = ''): Section {
  const text = collapseWhitespace(value);
  return { markdown: text === '' ? '' : `${prefix}${escapeLine(text)}`, text };
}

function escapeLine(text: string): string {
  return text.replace(/([\\`*_[\]<>])/g, '\\$1');
}
