import type { DomDocument } from '@quern/content/dom/dom';
import { findElementsByTag } from '@quern/content/dom/dom';
import type { PageMetadata } from '@quern/content/metadata/page-metadata';
import { type StructuredItem, structuredDataText } from '@quern/content/metadata/structured-data';
import { fnv1a, fnv1aStep } from '../segments/fnv1a.ts';
import { splitWords } from '../segments/text-features.ts';

/** Statements of a page about itself outside its visible text: structured data, metadata and its URL. */
export interface PageSignals {
  readonly url: string;
  /** In the order of `pageSignalNames`. */
  readonly values: Float32Array;
  readonly titleWordHashes: ReadonlySet<number>;
  readonly authorWordHashes: ReadonlySet<number>;
  /** Hashes of every four consecutive words of the body that structured data states, and of the descriptions. */
  readonly bodyNgrams: ReadonlySet<number>;
  readonly descriptionNgrams: ReadonlySet<number>;
}

/** Groups of schema.org types. */
const schemaTypes: readonly [string, RegExp][] = [
  ['article', /(?:Article|BlogPosting|Report|Posting)$/],
  ['product', /^Product(?:Group)?$/],
  ['forum', /^(?:DiscussionForumPosting|QAPage|Question|Answer|Comment)$/],
  ['list', /^(?:ItemList|CollectionPage|OfferCatalog|SearchResultsPage)$/],
  ['organization', /^(?:Organization|LocalBusiness|Corporation|Service|ProfessionalService)$/],
  ['faq', /^FAQPage$/],
  ['recipe', /^(?:Recipe|HowTo)$/],
  ['software', /^(?:SoftwareApplication|WebApplication|TechArticle|APIReference)$/],
  ['webPage', /^WebPage$/],
];
/** Parts of the URL that are typical of a kind of page. */
const urlHints: readonly [string, RegExp][] = [
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
/** Software named by `<meta name="generator">`. */
const generators: readonly [string, RegExp][] = [
  ['forum', /discourse|phpbb|xenforo|vbulletin|mybb|flarum|vanilla|simple machines|invision/i],
  [
    'docs',
    /docusaurus|sphinx|mkdocs|gitbook|vuepress|vitepress|hugo|jekyll|docfx|mediawiki|rustdoc|javadoc/i,
  ],
  ['blog', /wordpress|ghost|blogger|medium|substack/i],
];

/** Inputs from which the signals of a page are computed. */
interface SignalInput {
  readonly url: string;
  readonly hasQuery: boolean;
  /** Non-empty segments of the URL's path. */
  readonly path: readonly string[];
  readonly schemaTypes: readonly string[];
  readonly openGraphType: string;
  readonly generator: string;
  readonly metadata: PageMetadata;
  readonly bodyWords: readonly string[];
  readonly titleWords: ReadonlySet<number>;
}

/** One column of a page's row: its name in the trained model, and how it is computed. */
type PageSignal = readonly [name: string, compute: (input: SignalInput) => number];

const schemaTypesMax = 100;
const schemaTypesPerGroupMax = 20;

const signalColumns: readonly PageSignal[] = [
  ...schemaTypes.map(
    ([name, pattern]): PageSignal => [
      `type:${name}`,
      (input) =>
        Math.min(schemaTypesPerGroupMax, input.schemaTypes.filter((type) => pattern.test(type)).length),
    ],
  ),
  ['type:count', (input) => Math.min(schemaTypesMax, input.schemaTypes.length)],
  ...urlHints.map(
    ([name, pattern]): PageSignal => [`address:${name}`, ({ url }) => Number(pattern.test(url))],
  ),
  ...generators.map(
    ([name, pattern]): PageSignal => [
      `generator:${name}`,
      ({ generator }) => Number(pattern.test(generator)),
    ],
  ),
  ['og:article', ({ openGraphType }) => Number(/article|blog/i.test(openGraphType))],
  ['og:product', ({ openGraphType }) => Number(/product(?!\.group)/i.test(openGraphType))],
  ['og:website', ({ openGraphType }) => Number(/website/i.test(openGraphType))],
  ['front', ({ path }) => Number(path.length === 0)],
  ['pathDepth', ({ path }) => path.length],
  ['slugWords', ({ path }) => (path.at(-1) ?? '').split(/[-_]/).length],
  ['query', ({ hasQuery }) => Number(hasQuery)],
  ['hasPublished', ({ metadata }) => Number(metadata.publishedTime !== '')],
  ['hasAuthor', ({ metadata }) => Number(metadata.author !== '')],
  ['hasDescription', ({ metadata }) => Number(metadata.description !== '')],
  ['statedWords', ({ bodyWords }) => Math.log1p(bodyWords.length)],
  ['titleWords', ({ titleWords }) => titleWords.size],
];

/** Names of the signals, which begin a page's row of features. */
export const pageSignalNames: readonly string[] = signalColumns.map(([name]) => name);

const bodyKeys = ['articleBody', 'text', 'reviewBody', 'acceptedAnswer', 'recipeInstructions'];
const descriptionKeys = ['description', 'name', 'headline'];
/** Number of consecutive words in an n-gram. */
const ngramLength = 4;
/** Maximum length of one text of structured data, including any markup. */
const statedTextMax = 300_000;
/** Maximum number of words of all stated bodies together. */
const statedWordsMax = 50_000;

/** Reads the signals of a page from its metadata, structured data and URL. */
export function readPageSignals(
  document: DomDocument,
  data: readonly StructuredItem[],
  metadata: PageMetadata,
  url: string,
): PageSignals {
  const metas = findElementsByTag(document, 'meta');
  const content = (name: string) =>
    metas.find(
      ({ attributes }) => (attributes['property'] ?? attributes['name'] ?? '').toLowerCase() === name,
    )?.attributes['content'] ?? '';
  const parsedUrl = URL.parse(url);
  const bodyWords = textsOf(data, bodyKeys)
    .flatMap((text) => splitWords(text))
    .slice(0, statedWordsMax);
  const descriptions = [metadata.description, ...textsOf(data, descriptionKeys)];
  const titleWords = new Set(splitWords(metadata.title).map(fnv1a));
  const input: SignalInput = {
    url,
    hasQuery: (parsedUrl?.search ?? '') !== '',
    path: parsedUrl?.pathname.split('/').filter(Boolean) ?? [],
    schemaTypes: data.flatMap((item) => item.types),
    openGraphType: content('og:type'),
    generator: content('generator'),
    metadata,
    bodyWords,
    titleWords,
  };
  return {
    url,
    values: Float32Array.from(signalColumns, ([, compute]) => compute(input)),
    titleWordHashes: titleWords,
    authorWordHashes: new Set(splitWords(metadata.author).map(fnv1a)),
    bodyNgrams: ngramsOf(bodyWords.map(fnv1a)),
    descriptionNgrams: new Set(descriptions.flatMap((text) => [...ngramsOf(splitWords(text).map(fnv1a))])),
  };
}

/** Distinct texts under the given keys, without markup: structured data may contain HTML. */
function textsOf(data: readonly StructuredItem[], keys: readonly string[]): string[] {
  const texts = new Set<string>();
  for (const { value } of data) {
    for (const key of keys) {
      const text = structuredDataText(value[key], 'text');
      if (text !== '') texts.add(text.slice(0, statedTextMax).replace(/<[^<>]{1,500}>/g, ' '));
    }
  }
  return [...texts];
}

function ngramAt(hashes: ArrayLike<number>, index: number): number {
  let hash = 7;
  for (let offset = 0; offset < ngramLength; offset++) hash = fnv1aStep(hash, hashes[index + offset] ?? 0);
  return hash | 0;
}

function ngramsOf(hashes: ArrayLike<number>): Set<number> {
  const ngrams = new Set<number>();
  for (let index = 0; index + ngramLength <= hashes.length; index++) ngrams.add(ngramAt(hashes, index));
  return ngrams;
}

/** Share of a text's n-grams that are in `ngrams`; -1 if either has none. */
export function ngramShare(hashes: ArrayLike<number>, ngrams: ReadonlySet<number>): number {
  const count = hashes.length - ngramLength + 1;
  if (count <= 0 || ngrams.size === 0) return -1;
  let shared = 0;
  for (let index = 0; index < count; index++) if (ngrams.has(ngramAt(hashes, index))) shared++;
  return shared / count;
}
