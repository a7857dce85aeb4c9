// Made from openapi.json by packages/sdk/scripts/generate-types.ts: change the service's schemas, not this file.
// biome-ignore-all format: generated

export interface ErrorBody {
  /** What was wrong, with the offending value, and what to do */
  error: string;
  code:
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
  code:
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

/** Summarize a text or a document: what is sent. */
export interface SummarizeInput {
  /** Text to summarize */
  content: string;
  /** Language of the summary (BCP 47); default: that of the text */
  targetLanguage?: string | undefined;
  /** Most characters (UTF-16 units) of the summary */
  maxLength?: number | undefined;
}

/** Summarize a text or a document: the result. */
export interface SummarizeData {
  /** The summary */
  summary: string;
  /** Sentences of the summary; offsets index into `summary` */
  sentences: {
    /** One sentence */
    text: string;
    /** Where it starts, 0-based, in UTF-16 code units */
    startIndex: number;
    /** Where it ends, exclusive */
    endIndex: number;
    /** Where the sentence stands in the text that was summarized */
    source?: {
      startIndex: number;
      endIndex: number;
    };
  }[];
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

/** Map a website: what is sent. */
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

/** Map a website: the result. */
export interface MapData {
  /** The start page, after redirects */
  url: string;
  /** Without duplicates, the start page first, or with `search` the best match */
  links: {
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
  }[];
  /** Matches before `limit` */
  total: number;
  /** Whether time or a bound ended the search before the site was mapped whole, or `limit` cut the list */
  truncated: boolean;
  /** How many of the matches a sitemap, a feed or only a link named */
  sources: {
    sitemap: number;
    crawl: number;
    feed: number;
  };
  /** Credits consumed */
  usage: number;
}

/** Extract entities: what is sent. */
export interface ExtractEntitiesInput {
  /** Text to find entities in; 1,000,000 UTF-16 units at most */
  text: string;
}

/** Extract entities: the result. */
export interface ExtractEntitiesData {
  /** In text order, without overlaps */
  entities: {
    /** The entity as it stands in the text */
    text: string;
    /** Its category */
    type:
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
    /** Where it starts, 0-based, in UTF-16 code units */
    startIndex: number;
    /** Where it ends, exclusive */
    endIndex: number;
    /** How sure it is */
    confidence: number;
    /** Normalised: ISO 8601 date, ISO 4217 amount, E.164 number ... */
    value?: string;
  }[];
  /** Credits consumed */
  usage: number;
  /** Tokens of the processed text (o200k_base) */
  tokenCount: number;
}

/** Read sentiment and emotions: what is sent. */
export interface SentimentInput {
  /** Text to read; 1,000,000 UTF-16 units at most */
  text: string;
}

/** Read sentiment and emotions: the result. */
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
  sentences: {
    text: string;
    startIndex: number;
    endIndex: number;
    sentiment: 'positive' | 'negative' | 'neutral' | 'mixed';
    /** From −1, most negative, to 1, most positive */
    score: number;
    /** Probability of the label */
    confidence: number;
  }[];
}

/** Read the text of an image: what is sent. */
export interface OcrInput {
  /** URL of the image: http, https, or a data: URI */
  imageUrl: string;
}

/** Read the text of an image: the result. */
export interface OcrData {
  text: {
    /** All text of the image; lines and reading order kept */
    description: string;
    /** Its sentences; offsets index into `description` */
    sentences: {
      /** One sentence */
      text: string;
      /** Where it starts, 0-based, in UTF-16 code units */
      startIndex: number;
      /** Where it ends, exclusive */
      endIndex: number;
    }[];
    /** Its lines, with boxes and confidence */
    lines: {
      text: string;
      startIndex: number;
      endIndex: number;
      /** Pixels */
      box: {
        x: number;
        y: number;
        width: number;
        height: number;
      };
      confidence: number;
    }[];
  };
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

/** Turn a web page into markdown: what is sent. */
export interface ScrapeInput {
  /** URL of the page; must include the protocol */
  url: string;
}

/** Turn a web page into markdown: the result. */
export interface ScrapeData {
  /** The main content as GitHub Flavored Markdown */
  markdown: string;
  metadata: {
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
  };
  /** Identifier: GET /v0/scrapes/{scrape_id} gives the result again until it expires */
  scrape_id: string;
  /** Links of the page, absolute */
  links: {
    url: string;
    text: string;
  }[];
  /** Credits consumed */
  usage: number;
}
