import { htmlToMarkdown } from '../markdown/html-to-markdown.ts';
import { createUrlGrowthBudget } from '../page/tree/build-tree.ts';
import type { PageLink } from '../page/tree/collect-links.ts';
import { visibleText } from '../page/visible-text.ts';
import { type FeedEntry, parseFeed } from './parse-feed.ts';

/** A feed converted to Markdown. */
export interface FeedMarkdown {
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  readonly links: readonly PageLink[];
}

/** The content of further entries is written as plain text: formatting takes at least 40 µs per entry. */
const formattedEntriesMax = 5000;

/**
 * Converts RSS, RDF or Atom to Markdown: the title as a heading and one section per entry.
 * @param url URL of the feed, against which relative links are resolved
 * @returns undefined if the XML is not a feed
 */
export async function feedToMarkdown(xml: string, url: string): Promise<FeedMarkdown | undefined> {
  const feed = parseFeed(xml);
  if (!feed) return undefined;
  const sections: string[] = [];
  if (feed.title !== '') sections.push(`# ${escapeLine(feed.title)}`);
  if (feed.description !== '') sections.push(escapeLine(feed.description));
  const links: PageLink[] = [];
  const urlGrowth = createUrlGrowthBudget();
  for (const [index, entry] of feed.entries.entries()) {
    const link = URL.parse(entry.link, urlGrowth.remainingChars > 0 ? url : undefined)?.href ?? '';
    urlGrowth.remainingChars -= Math.max(0, link.length - entry.link.length);
    if (link !== '') links.push({ url: link, text: entry.title });
    const body =
      index < formattedEntriesMax && entry.content !== ''
        ? await htmlToMarkdown(entry.content, link || url, urlGrowth)
        : escapeLine(visibleText(entry.content, entry.content.length));
    sections.push(entrySection(entry, link, body));
  }
  return { title: feed.title, description: feed.description, markdown: sections.join('\n\n'), links };
}

function entrySection(entry: FeedEntry, link: string, body: string): string {
  const title = escapeLine(entry.title || link || 'Untitled');
  const heading = link === '' ? `## ${title}` : `## [${title}](<${link}>)`;
  const byline = [entry.published, entry.author].filter(Boolean).map(escapeLine).join(' · ');
  return [heading, byline, body].filter(Boolean).join('\n\n');
}

function escapeLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/([\\`*_[\]<>])/g, '\\$1')
    .trim();
}
