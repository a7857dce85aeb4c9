import type { DomDocument } from './dom.ts';
import type { PageKind } from './page-kind.ts';
import type { StructuredItem } from './read-structured-data.ts';

const articleTypes =
  /^(?:(?:News|Tech|Scholarly|Opinion|Report|Analysis|Reportage|OpinionNews|AnalysisNews|ReportageNews|Review)?Article|BlogPosting|Report|Recipe|HowTo)$/;
const otherTypes = /^(?:Product|ProductGroup|CollectionPage|ItemList|SearchResultsPage|OfferCatalog)$/;

const forumTypes = /^(?:DiscussionForumPosting|QAPage)$/;
const forumSoftware = /discourse|phpbb|xenforo|vbulletin|mybb|flarum|vanilla|simple machines|invision/i;
const forumAddress =
  /\/\/(?:forums?|community|discuss|answers|discussions?)\.|\/(?:forums?|threads?|topics?|questions|discussions?|viewtopic\.php|showthread\.php|t)\//i;

/** What a page says of itself: Open Graph type, schema.org types, being the front page of its host. */
export function recognizeKind(document: DomDocument, data: readonly StructuredItem[], url: string): PageKind {
  const openGraph = document.querySelector('meta[property="og:type"]')?.getAttribute('content') ?? '';
  const types = data.flatMap((item) => item.types);
  const generator = document.querySelector('meta[name="generator"]')?.getAttribute('content') ?? '';
  if (types.some((type) => forumTypes.test(type)) || forumSoftware.test(generator)) return 'forum';
  if (types.some((type) => otherTypes.test(type)) || /product/i.test(openGraph)) return 'other';
  if (URL.parse(url)?.pathname === '/') return 'other';
  if (forumAddress.test(url) && !types.some((type) => articleTypes.test(type))) return 'forum';
  return /article/i.test(openGraph) || types.some((type) => articleTypes.test(type)) ? 'article' : 'unknown';
}
