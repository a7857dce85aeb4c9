import type { PageLink } from '../extract/collect-links.ts';
import { extractFragment } from '../extract/extract-fragment.ts';
import { type FeedEntry, readFeed } from './read-feed.ts';

export interface FeedMarkdown {
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  readonly links: readonly PageLink[];
}

/** Writes RSS, RDF or Atom as a heading with one section an entry; undefined when it holds no feed. */
export async function feedToMarkdown(xml: string, url: string): Promise<FeedMarkdown | undefined> {
  const feed = readFeed(xml);
  if (!feed) return undefined;
  const sections: string[] = [];
  if (feed.title !== '') sections.push(`# ${escapeLine(feed.title)}`);
  if (feed.description !== '') sections.push(escapeLine(feed.description));
  const links: PageLink[] = [];
  for (const entry of feed.entries) {
    const link = URL.parse(entry.link, url)?.href ?? '';
    if (link !== '') links.push({ url: link, text: entry.title });
    sections.push(await entrySection(entry, link, url));
  }
  return { title: feed.title, description: feed.description, markdown: sections.join('\n\n'), links };
}

async function entrySection(entry: FeedEntry, link: string, url: string): Promise<string> {
  const title = escapeLine(entry.title || link || 'Untitled');
  const heading = link === '' ? `## ${title}` : `## [${title}](<${link}>)`;
  const facts = [entry.published, entry.author].filter(Boolean).map(escapeLine).join(' · ');
  const body = entry.content === '' ? '' : await extractFragment(entry.content, link || url);
  return [heading, facts, body].filter(Boolean).join('\n\n');
}

function escapeLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/([\\`*_[\]<>])/g, '\\$1')
    .trim();
}
