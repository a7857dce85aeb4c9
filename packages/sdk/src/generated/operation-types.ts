// Generated from openapi.json by packages/sdk/scripts/generate.ts. Do not edit.
// biome-ignore-all format: generated
import type { QuernFile } from '../quern-file.ts';

export type ErrorCode =
  | 'invalid_json'
  | 'invalid_parameters'
  | 'invalid_url'
  | 'forbidden_address'
  | 'invalid_file'
  | 'unreadable_document'
  | 'file_too_large'
  | 'invalid_image'
  | 'input_too_complex'
  | 'result_too_large'
  | 'unsupported_language'
  | 'missing_key'
  | 'malformed_key'
  | 'unknown_key'
  | 'revoked_key'
  | 'expired_key'
  | 'insufficient_credits'
  | 'key_budget_exceeded'
  | 'scope_denied'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  | 'idempotency_mismatch'
  | 'idempotency_running'
  | 'idempotent_response_evicted'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'too_many_running'
  | 'failure_budget_used'
  | 'headers_too_large'
  | 'client_gone'
  | 'internal_error'
  | 'fetch_failed'
  | 'target_status'
  | 'blocked'
  | 'engine_unavailable'
  | 'model_unavailable'
  | 'overloaded'
  | 'draining'
  | 'fetch_timeout'
  | 'time_limit';

export interface ErrorBody {
  /** What was wrong, with the offending value, and what to do */
  error: string;
  code: ErrorCode;
  /** Finds the request in the log */
  requestId: string;
}

export interface Problem {
  /** The page of the code */
  type: string;
  /** What the code means */
  title: string;
  /** The status of the answer */
  status: number;
  /** The same as `error` */
  detail: string;
  /** The same as `requestId` */
  instance: string;
  /** What was wrong, with the offending value, and what to do */
  error: string;
  code: ErrorCode;
  /** Finds the request in the log */
  requestId: string;
}

export interface DryRun {
  dryRun: true;
  /** Credits the request would cost */
  price: number;
  /** Credits the account has */
  balance: number;
  /** Tokens, where the price depends on them */
  tokenCount?: number;
}

/** Input of `summarize`: either `content` or `file`. */
export type SummarizeInput = {
  /** Language of the summary (BCP 47); default: that of the text */
  targetLanguage?: string | undefined;
  /** Most characters (UTF-16 units) of the summary */
  maxLength?: number | undefined;
} & (
  | {
      /** Text to summarize */
      content: string;
      file?: undefined;
    }
  | {
      /** PDF, DOCX or TXT; 10 MB (10,485,760 bytes) at most */
      file: QuernFile;
      content?: undefined;
    }
);

/** Where the sentence stands in the text that was summarized */
export interface SummarizeSource {
  startIndex: number;
  endIndex: number;
}

export interface SummarizeSentence {
  /** One sentence */
  text: string;
  /** Where it starts, 0-based, in UTF-16 code units */
  startIndex: number;
  /** Where it ends, exclusive */
  endIndex: number;
  /** Where the sentence stands in the text that was summarized */
  source?: SummarizeSource;
}

/** Result of `summarize`. */
export interface SummarizeData {
  /** The summary */
  summary: string;
  /** Sentences of the summary; offsets index into `summary` */
  sentences: SummarizeSentence[];
  /** Credits consumed */
  usage: number;
  /** Detected language of the text (BCP 47), `und` if it cannot be told */
  originalLanguage: string;
  /** Language of the summary */
  targetLanguage: string;
  /** Tokens of the processed text (o200k_base) */
  tokenCount: number;
  /** Whether `maxLength` left out or cut a sentence */
  truncated: boolean;
  /** What made it */
  engine: string;
}

/** Input of `map`. */
export interface MapInput {
  /** URL to map; must include the protocol */
  url: string;
  /** Whether to ignore the sitemap */
  ignoreSitemap?: boolean | undefined;
  /** Whether to include subdomains */
  includeSubdomains?: boolean | undefined;
  /** Maximum number of pages to map */
  limit?: number | undefined;
  /** Search term to filter pages; the best come first */
  search?: string | undefined;
  /** Whether to use only the sitemap */
  sitemapOnly?: boolean | undefined;
  /** Whether to add additional data to links */
  enrichLinks?: boolean | undefined;
}

export interface MapLink {
  /** Absolute */
  url: string;
  /** With `search`: how well it matches */
  score?: number;
  title?: string;
  description?: string;
  lastModified?: string;
  status?: number;
  contentType?: string;
  source?: 'sitemap' | 'crawl' | 'feed';
  depth?: number;
  language?: string;
}

/** How many of the matches a sitemap, a feed or only a link named */
export interface MapSources {
  sitemap: number;
  crawl: number;
  feed: number;
}

/** Result of `map`. */
export interface MapData {
  /** The start page, after redirects */
  url: string;
  /** Without duplicates, the start page first, or with `search` the best match */
  links: MapLink[];
  /** Matches before `limit` */
  total: number;
  /** Whether time or a bound ended the search before the site was mapped whole, or `limit` cut the list */
  truncated: boolean;
  /** How many of the matches a sitemap, a feed or only a link named */
  sources: MapSources;
  /** Credits consumed */
  usage: number;
}

/** Input of `extractEntities`. */
export interface ExtractEntitiesInput {
  /** Text to find entities in; 1,000,000 UTF-16 units at most */
  text: string;
}

export type EntityType =
  | 'PERSON'
  | 'ORGANIZATION'
  | 'LOCATION'
  | 'FACILITY'
  | 'NATIONALITY'
  | 'EVENT'
  | 'WORK_OF_ART'
  | 'PRODUCT'
  | 'DATE'
  | 'TIME'
  | 'DURATION'
  | 'MONEY'
  | 'PERCENT'
  | 'QUANTITY'
  | 'NUMBER'
  | 'ORDINAL'
  | 'EMAIL'
  | 'URL'
  | 'PHONE_NUMBER'
  | 'ADDRESS'
  | 'IP_ADDRESS'
  | 'CREDIT_CARD'
  | 'IBAN'
  | 'HASHTAG'
  | 'MENTION'
  | 'OTHER';

export interface Entity {
  /** The entity as it stands in the text */
  text: string;
  /** Its category */
  type: EntityType;
  /** Where it starts, 0-based, in UTF-16 code units */
  startIndex: number;
  /** Where it ends, exclusive */
  endIndex: number;
  /** How sure it is */
  confidence: number;
  /** Normalised: ISO 8601 date, ISO 4217 amount, E.164 number ... */
  value?: string;
}

/** Result of `extractEntities`. */
export interface ExtractEntitiesData {
  /** In text order, without overlaps */
  entities: Entity[];
  /** Credits consumed */
  usage: number;
  /** Tokens of the processed text (o200k_base) */
  tokenCount: number;
}

/** Input of `sentiment`. */
export interface SentimentInput {
  /** Text to read; 1,000,000 UTF-16 units at most */
  text: string;
}

export interface SentimentSentence {
  text: string;
  startIndex: number;
  endIndex: number;
  sentiment: 'positive' | 'negative' | 'neutral' | 'mixed';
  /** From −1, most negative, to 1, most positive */
  score: number;
  /** Probability of the label */
  confidence: number;
}

/** Result of `sentiment`. */
export interface SentimentData {
  /** Overall sentiment */
  sentiment: 'positive' | 'negative' | 'neutral' | 'mixed';
  /** From −1, most negative, to 1, most positive */
  score: number;
  /** Strongest first, out of the 27 labels of GoEmotions, or `neutral` */
  emotions: string[];
  /** The first of the emotions */
  dominantEmotion: string;
  /** Probability of the label */
  confidence: number;
  /** Credits consumed */
  usage: number;
  /** Tokens of the processed text (o200k_base) */
  tokenCount: number;
  /** Probability of each label */
  scores: Record<'positive' | 'negative' | 'neutral' | 'mixed', number>;
  /** Probability of each emotion */
  emotionScores: Record<string, number>;
  /** Each sentence with its own sentiment; offsets index into the text */
  sentences: SentimentSentence[];
}

/** Input of `ocr`. */
export interface OcrInput {
  /** URL of the image: http, https, or a data: URI */
  imageUrl: string;
}

export interface OcrSentence {
  /** One sentence */
  text: string;
  /** Where it starts, 0-based, in UTF-16 code units */
  startIndex: number;
  /** Where it ends, exclusive */
  endIndex: number;
}

/** Pixels */
export interface OcrBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface OcrLine {
  text: string;
  startIndex: number;
  endIndex: number;
  /** Pixels */
  box: OcrBox;
  confidence: number;
}

export interface OcrText {
  /** All text of the image; lines and reading order kept */
  description: string;
  /** Its sentences; offsets index into `description` */
  sentences: OcrSentence[];
  /** Its lines, with boxes and confidence */
  lines: OcrLine[];
}

/** Result of `ocr`. */
export interface OcrData {
  text: OcrText;
  /** Credits consumed */
  usage: number;
  /** Tokens of the processed text (o200k_base) */
  tokenCount: number;
  /** Pixels */
  width: number;
  /** Pixels */
  height: number;
  /** Degrees the image was turned by */
  rotation: 0 | 90 | 180 | 270;
  /** Languages it was read in, BCP 47 */
  languages: string[];
  confidence: number;
}

/** Input of `scrape`. */
export interface ScrapeInput {
  /** URL of the page; must include the protocol */
  url: string;
}

export interface ScrapeMetadata {
  /** Title; empty when the page has none */
  title: string;
  /** Description; empty when the page has none */
  description: string;
  /** HTML of the page as received, or as rendered; empty when it is not HTML */
  html: string;
  /** Language (BCP 47); empty when the page has none */
  language: string;
  /** Author; empty when the page has none */
  author: string;
  /** When it was published; empty when the page has none */
  publishedTime: string;
  /** When it was last changed; empty when the page has none */
  modifiedTime: string;
  /** Name of the site; empty when the page has none */
  siteName: string;
  /** Absolute URL of its picture; empty when the page has none */
  image: string;
  /** Canonical URL; empty when the page has none */
  canonical: string;
  /** URL of its icon; empty when the page has none */
  favicon: string;
  /** HTTP status of the page */
  statusCode: number;
  /** Media type as the server named it */
  contentType: string;
  /** Where redirects ended */
  finalUrl: string;
  /** True when the page needed JavaScript and is given as a browser shows it */
  rendered: boolean;
}

export interface ScrapeLink {
  url: string;
  text: string;
}

/** Result of `scrape`. */
export interface ScrapeData {
  /** The main content as GitHub Flavored Markdown */
  markdown: string;
  metadata: ScrapeMetadata;
  /** Identifier: GET /v0/scrapes/{scrape_id} gives the result again until it expires */
  scrape_id: string;
  /** Links of the page, absolute */
  links: ScrapeLink[];
  /** Credits consumed */
  usage: number;
}
