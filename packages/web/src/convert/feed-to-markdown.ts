import { htmlToMarkdown } from '../markdown/html-to-markdown.ts';
import { createUrlGrowthBudget } from '../page/tree/build-tree.ts';
import type { PageLink } from '../page/tree/collect-links.ts';
import { visibleText } from '../page/visible-text.ts';
import { type FeedEntry, parseFeed } from './parse-feed.ts';

export interface FeedMarkdown {
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  readonly links: readonly PageLink[];
}

/** The content of entries beyond is given as plain text: its HTML costs some 40 µs an entry at the least. */
const formattedMax = 5000;

/** Writes RSS, RDF or Atom as a heading with one section an entry; undefined when it holds no feed. */
export async function feedToMarkdown(xml: string, url: string): Promise<FeedMarkdown | undefined> {
  const feed = parseFeed(xml);
  if (!feed) return undefined;
  const sections: string[] = [];
  if (feed.title !== '') sections.push(`# ${escapeLine(feed.title)}`);
  if (feed.description !== '') sections.push(escapeLine(feed.description));
  const links: PageLink[] = [];
  const growth = createUrlGrowthBudget();
  for (const [index, entry] of feed.entries.entries()) {
    const link = URL.parse(entry.link, growth.remainingChars > 0 ? url : undefined)?.href ?? '';
    growth.remainingChars -= Math.max(0, link.length - entry.link.length);
    if (link !== '') links.push({ url: link, text: entry.title });
    const body =
      index < formattedMax && entry.content !== ''
        ? await htmlToMarkdown(entry.content, link || url, growth)
        : escapeLine(visibleText(entry.content, entry.content.length));
    sections.push(entrySection(entry, link, body));
  }
  return { title: feed.title, description: feed.description, markdown: sections.join('\n\n'), links };
}

function entrySection(entry: FeedEntry, link: string, body: string): string {
  const title = escapeLine(entry.title || link || 'Untitled');
  const heading = link === '' ? `## ${title}` : `## [${title}](<${link}>)`;
  const facts = [entry.published, entry.author].filter(Boolean).map(escapeLine).join(' · ');
  return [heading, facts, body].filter(Boolean).join('\n\n');
}

function escapeLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/([\\`*_[\]<>])/g, '\\$1')
    .trim();
}
