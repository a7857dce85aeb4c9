import type { PageKind } from './choose-content.ts';
import type { DomDocument } from './dom.ts';
import type { StructuredItem } from './read-structured-data.ts';

const articleTypes =
  /^(?:(?:News|Tech|Scholarly|Opinion|Report|Analysis|Reportage|OpinionNews|AnalysisNews|ReportageNews|Review)?Article|BlogPosting|Report|Recipe|HowTo)$/;
const otherTypes =
  /^(?:Product|ProductGroup|CollectionPage|ItemList|DiscussionForumPosting|QAPage|SearchResultsPage|OfferCatalog)$/;

/** What a page says of itself: Open Graph type, schema.org types, being the front page of its host. */
export function recognizeKind(document: DomDocument, data: readonly StructuredItem[], url: string): PageKind {
  const openGraph = document.querySelector('meta[property="og:type"]')?.getAttribute('content') ?? '';
  const types = data.flatMap((item) => item.types);
  if (types.some((type) => otherTypes.test(type)) || /product/i.test(openGraph)) return 'other';
  if (URL.parse(url)?.pathname === '/') return 'other';
  return /article/i.test(openGraph) || types.some((type) => articleTypes.test(type)) ? 'article' : 'unknown';
}
