// Generated from openapi.json by packages/sdk/scripts/generate.ts. Do not edit.
// biome-ignore-all format: generated
import { callOperation, getStoredResult, type OperationMethod, type StoredResultMethod } from '../call-operation.ts';
import type { ClientConfig } from '../client-config.ts';
import type { OperationDescriptor } from '../operation-descriptor.ts';
import type {
  ExtractEntitiesData,
  ExtractEntitiesInput,
  MapData,
  MapInput,
  OcrData,
  OcrInput,
  ScrapeData,
  ScrapeInput,
  SentimentData,
  SentimentInput,
  SummarizeData,
  SummarizeInput,
} from './operation-types.ts';

/** The operations as data: for programs that offer all of them, such as the command line. */
export const operations = {
  summarize: {
    name: "summarize",
    summary: "Summarize a text or a document",
    input: {
      content: {
        type: "string",
        description: "Text to summarize",
        required: true
      },
      targetLanguage: {
        type: "string",
        description: "Language of the summary (BCP 47); default: that of the text",
        required: false
      },
      maxLength: {
        type: "integer",
        description: "Most characters (UTF-16 units) of the summary",
        required: false
      }
    },
    primaryInput: "content",
    primaryInputKind: "text",
    file: {
      property: "file",
      description: "PDF, DOCX or TXT; 10 MB (10,485,760 bytes) at most"
    }
  },
  map: {
    name: "map",
    summary: "Map a website",
    input: {
      url: {
        type: "string",
        description: "URL to map; must include the protocol",
        required: true
      },
      ignoreSitemap: {
        type: "boolean",
        description: "Whether to ignore the sitemap",
        required: false,
        default: false
      },
      includeSubdomains: {
        type: "boolean",
        description: "Whether to include subdomains",
        required: false,
        default: false
      },
      limit: {
        type: "integer",
        description: "Maximum number of pages to map",
        required: false,
        default: 5000
      },
      search: {
        type: "string",
        description: "Search term to filter pages; the best come first",
        required: false
      },
      sitemapOnly: {
        type: "boolean",
        description: "Whether to use only the sitemap",
        required: false,
        default: false
      },
      enrichLinks: {
        type: "boolean",
        description: "Whether to add additional data to links",
        required: false,
        default: false
      }
    },
    primaryInput: "url",
    primaryInputKind: "url"
  },
  extractEntities: {
    name: "extract-entities",
    summary: "Extract entities",
    input: {
      text: {
        type: "string",
        description: "Text to find entities in; 1,000,000 UTF-16 units at most",
        required: true
      }
    },
    primaryInput: "text",
    primaryInputKind: "text"
  },
  sentiment: {
    name: "sentiment",
    summary: "Read sentiment and emotions",
    input: {
      text: {
        type: "string",
        description: "Text to read; 1,000,000 UTF-16 units at most",
        required: true
      }
    },
    primaryInput: "text",
    primaryInputKind: "text"
  },
  ocr: {
    name: "ocr",
    summary: "Read the text of an image",
    input: {
      imageUrl: {
        type: "string",
        description: "URL of the image: http, https, or a data: URI",
        required: true
      }
    },
    primaryInput: "imageUrl",
    primaryInputKind: "data-url"
  },
  scrape: {
    name: "scrape",
    summary: "Turn a web page into markdown",
    input: {
      url: {
        type: "string",
        description: "URL of the page; must include the protocol",
        required: true
      }
    },
    primaryInput: "url",
    primaryInputKind: "url",
    storedResults: "scrapes"
  }
} as const satisfies Readonly<Record<string, OperationDescriptor>>;

/** The methods of the operations. Offsets in results are 0-based UTF-16 code units, end exclusive. */
export interface OperationMethods {
  /**
   * Summarizes a text, or a PDF, DOCX or TXT file, and translates the summary if asked to. Sentences are chosen from the text itself.
   *
   * Cost: 2 credits per 10,000 tokens. Scope: `summarize`.
   */
  readonly summarize: OperationMethod<SummarizeInput, SummarizeData>;
  /**
   * Lists the pages of a website from its sitemaps, its feeds and its links. What robots.txt disallows or a page marks nofollow is listed, but not visited.
   *
   * Cost: 5 credits per request. Scope: `map`.
   */
  readonly map: OperationMethod<MapInput, MapData>;
  /**
   * Finds people, organizations, places, dates, amounts, addresses and more in a text.
   *
   * Cost: 1 credit per request. Scope: `extract-entities`.
   */
  readonly extractEntities: OperationMethod<ExtractEntitiesInput, ExtractEntitiesData>;
  /**
   * Tells whether a text is positive, negative, neutral or mixed, how strongly, and which emotions it shows.
   *
   * Cost: 1 credit per request. Scope: `sentiment`.
   */
  readonly sentiment: OperationMethod<SentimentInput, SentimentData>;
  /**
   * Recognises the text of an image given by its URL, line by line, in reading order.
   *
   * Cost: 1 credit per request. Scope: `ocr`.
   */
  readonly ocr: OperationMethod<OcrInput, OcrData>;
  /**
   * Fetches a web page and gives its main content as markdown, its metadata and its links.
   *
   * Cost: 1 credit per request. Scope: `scrape`.
   */
  readonly scrape: OperationMethod<ScrapeInput, ScrapeData>;
  /** Returns an earlier result of `scrape` by its id, without a charge, until it expires. */
  readonly getScrape: StoredResultMethod<ScrapeData>;
}

/** Creates the methods for a service. */
export function createOperationMethods(config: ClientConfig): OperationMethods {
  return {
    summarize: (input, options) => callOperation(config, operations.summarize, input, options),
    map: (input, options) => callOperation(config, operations.map, input, options),
    extractEntities: (input, options) => callOperation(config, operations.extractEntities, input, options),
    sentiment: (input, options) => callOperation(config, operations.sentiment, input, options),
    ocr: (input, options) => callOperation(config, operations.ocr, input, options),
    scrape: (input, options) => callOperation(config, operations.scrape, input, options),
    getScrape: (id, options) => getStoredResult(config, 'scrapes', id, options),
  };
}
