import type { DomDocument } from '../../page/dom.ts';
import { findElementsByTag } from '../../page/dom.ts';
import type { PageMetadata } from '../../page/page-metadata.ts';
import { type StructuredItem, structuredDataText } from '../../page/structured-data.ts';
import { hashWord, splitWords } from './text-features.ts';

/** What a page says of itself outside of its text. */
export interface PageSignals {
  /** Features of the whole page, in the order of `pageSignalNames`. */
  readonly values: Float32Array;
  readonly titleWordHashes: ReadonlySet<number>;
  readonly authorWordHashes: ReadonlySet<number>;
  /** Hashes of four neighbouring words in the stated body and descriptions. */
  readonly bodyNgrams: ReadonlySet<number>;
  readonly descriptionNgrams: ReadonlySet<number>;
}

const statedTypes: readonly [string, RegExp][] = [
  ['article', /(?:Article|BlogPosting|Report|Posting)$/],
  ['product', /^Product(?:Group)?$/],
  ['forum', /^(?:DiscussionForumPosting|QAPage|Question|Answer|Comment)$/],
  ['list', /^(?:ItemList|CollectionPage|OfferCatalog|SearchResultsPage)$/],
  ['organisation', /^(?:Organization|LocalBusiness|Corporation|Service|ProfessionalService)$/],
  ['faq', /^FAQPage$/],
  ['recipe', /^(?:Recipe|HowTo)$/],
  ['software', /^(?:SoftwareApplication|WebApplication|TechArticle|APIReference)$/],
  ['webPage', /^WebPage$/],
];
const addressHints: readonly [string, RegExp][] = [
  [
    'forum',
    /\/\/(?:forums?|community|discuss|answers|discussions?)\.|\/(?:forums?|threads?|topics?|questions|discussions?|viewtopic|showthread|t|comments)[/.?-]/i,
  ],
  [
    'docs',
    /\/\/(?:docs?|developers?|api|help|support|wiki|learn)\.|\/(?:docs?|documentation|api|reference|manual|guide|guides|wiki|tutorials?|learn)\//i,
  ],
  ['shop', /\/\/(?:shop|store)\.|\/(?:products?|p|dp|item|itm|shop|store|buy)\//i],
  [
    'list',
    /\/(?:category|categories|collections?|c|tag|tags|topics?|archive|search|browse|catalog|blog|news)\/?(?:[^/]*)$/i,
  ],
  ['article', /\/(?:blog|news|article|articles|story|posts?|20\d\d)\/./i],
  ['service', /\/(?:services?|solutions?|about|pricing|features?|platform|industries|company)(?:\/|$)/i],
];
const generators: readonly [string, RegExp][] = [
  ['forum', /discourse|phpbb|xenforo|vbulletin|mybb|flarum|vanilla|simple machines|invision/i],
  [
    'docs',
    /docusaurus|sphinx|mkdocs|gitbook|vuepress|vitepress|hugo|jekyll|docfx|mediawiki|rustdoc|javadoc/i,
  ],
  ['blog', /wordpress|ghost|blogger|medium|substack/i],
];

export const pageSignalNames: readonly string[] = [
  ...statedTypes.map(([name]) => `type:${name}`),
  'type:count',
  ...addressHints.map(([name]) => `address:${name}`),
  ...generators.map(([name]) => `generator:${name}`),
  'og:article',
  'og:product',
  'og:website',
  'front',
  'pathDepth',
  'slugWords',
  'query',
  'hasPublished',
  'hasAuthor',
  'hasDescription',
  'statedWords',
  'titleWords',
];

const bodyKeys = ['articleBody', 'text', 'reviewBody', 'acceptedAnswer', 'recipeInstructions'];
const gramLength = 4;
/** Characters that are read of each stated text, in tags and all. */
const statedTextMax = 300_000;
/** Words that are read of all stated texts together. */
const statedWordsMax = 50_000;

export function readPageSignals(
  document: DomDocument,
  data: readonly StructuredItem[],
  metadata: PageMetadata,
  url: string,
): PageSignals {
  const types = data.flatMap((item) => item.types);
  const metas = findElementsByTag(document, 'meta');
  const content = (name: string) =>
    metas.find(
      ({ attributes }) => (attributes['property'] ?? attributes['name'] ?? '').toLowerCase() === name,
    )?.attributes['content'] ?? '';
  const openGraph = content('og:type');
  const generator = content('generator');
  const address = URL.parse(url);
  const path = address?.pathname.split('/').filter(Boolean) ?? [];
  const stated = statedTexts(data, bodyKeys);
  const described = [metadata.description, ...statedTexts(data, ['description', 'name', 'headline'])];
  const statedWords = stated.flatMap((text) => splitWords(text)).slice(0, statedWordsMax);
  const titleWords = new Set(splitWords(metadata.title).map(hashWord));
  const values = [
    ...statedTypes.map(([, pattern]) => Math.min(20, types.filter((type) => pattern.test(type)).length)),
    Math.min(100, types.length),
    ...addressHints.map(([, pattern]) => Number(pattern.test(url))),
    ...generators.map(([, pattern]) => Number(pattern.test(generator))),
    Number(/article|blog/i.test(openGraph)),
    Number(/product/i.test(openGraph)),
    Number(/website/i.test(openGraph)),
    Number(path.length === 0),
    path.length,
    (path.at(-1) ?? '').split(/[-_]/).length,
    Number((address?.search ?? '') !== ''),
    Number(metadata.publishedTime !== ''),
    Number(metadata.author !== ''),
    Number(metadata.description !== ''),
    Math.log1p(statedWords.length),
    titleWords.size,
  ];
  return {
    values: Float32Array.from(values),
    titleWordHashes: titleWords,
    authorWordHashes: new Set(splitWords(metadata.author).map(hashWord)),
    bodyNgrams: gramsOf(statedWords.map(hashWord)),
    descriptionNgrams: new Set(described.flatMap((text) => [...gramsOf(splitWords(text).map(hashWord))])),
  };
}

/** Structured data may state the body as HTML. */
function statedTexts(data: readonly StructuredItem[], keys: readonly string[]): string[] {
  const texts = new Set<string>();
  for (const { value } of data) {
    for (const key of keys) {
      const text = structuredDataText(value[key], 'text');
      if (text !== '') texts.add(text.slice(0, statedTextMax).replace(/<[^<>]{1,500}>/g, ' '));
    }
  }
  return [...texts];
}

function gramAt(hashes: ArrayLike<number>, index: number): number {
  let hash = 7;
  for (let offset = 0; offset < gramLength; offset++) {
    hash = Math.imul(hash ^ (hashes[index + offset] ?? 0), 0x01000193);
  }
  return hash | 0;
}

function gramsOf(hashes: ArrayLike<number>): Set<number> {
  const grams = new Set<number>();
  for (let index = 0; index + gramLength <= hashes.length; index++) grams.add(gramAt(hashes, index));
  return grams;
}

/** The share of a block's runs of four words that are in `grams`; -1 where it has none or nothing is stated. */
export function ngramShare(hashes: ArrayLike<number>, grams: ReadonlySet<number>): number {
  const count = hashes.length - gramLength + 1;
  if (count <= 0 || grams.size === 0) return -1;
  let inside = 0;
  for (let index = 0; index < count; index++) if (grams.has(gramAt(hashes, index))) inside++;
  return inside / count;
}
