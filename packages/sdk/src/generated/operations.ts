// Generated from openapi.json by packages/sdk/scripts/generate.ts. Do not edit.
// biome-ignore-all format: generated
import { callOperation, getStoredResult, type OperationMethod, type StoredResultMethod } from '../call-operation.ts';
import type { ClientConfig } from '../client-config.ts';
import type { OperationDescriptor } from '../operation-descriptor.ts';
import { type JobMethod, submitJob } from '../submit-job.ts';
import type {
  ConvertData,
  ConvertInput,
  CrawlData,
  CrawlInput,
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
  TranslateData,
  TranslateInput,
} from './operation-types.ts';

/** The operations as data: for programs that offer all of them, such as the command line. */
export const operations = {
  convert: {
    name: "convert",
    summary: "Convert a document to Markdown",
    input: {
      url: {
        type: "string",
        description: "URL of the document: http or https",
        required: true
      },
      pages: {
        type: "string",
        description: "Pages, slides, or sheets to convert, such as `1-3,5`; default: all",
        required: false
      },
      ocr: {
        type: "string",
        description: "Which pages of PDFs are recognized like scans: those without usable text (`auto`), none (`never`), or all (`always`). Also in archives and messages",
        required: false,
        default: "auto",
        values: [
          "auto",
          "never",
          "always"
        ]
      },
      password: {
        type: "string",
        description: "Password of an encrypted PDF, or Word, Excel, or PowerPoint file",
        required: false
      },
      languages: {
        type: "array",
        description: "Languages of the text of scans and images (BCP 47), as a hint; default: detected",
        required: false
      },
      chunkTokens: {
        type: "integer",
        description: "Also returns the Markdown in chunks of at most this many tokens",
        required: false
      },
      images: {
        type: "boolean",
        description: "Also returns the pictures of the document as files. In the Markdown, each is at its place: `![description](image-1.png)`",
        required: false,
        default: false
      },
      output: {
        type: "string",
        description: "With `pdf`, the result also has a searchable PDF: the PDF, or the image as one, with the recognized text as an invisible layer on the pages without usable text. For PDFs and images",
        required: false,
        default: "markdown",
        values: [
          "markdown",
          "pdf"
        ]
      }
    },
    primaryInput: "url",
    primaryInputKind: "url",
    file: {
      property: "file",
      description: "Document to convert; at most 10 MiB (10,485,760 bytes)"
    },
    plainResult: "markdown"
  },
  crawl: {
    name: "crawl",
    summary: "Crawl a website",
    input: {
      url: {
        type: "string",
        description: "URL of the start page, with its protocol",
        required: true
      },
      limit: {
        type: "integer",
        description: "Maximum number of pages to return; failed ones do not count",
        required: false,
        default: 1000
      },
      maxDepth: {
        type: "integer",
        description: "Maximum number of links from the start page to a page; pages of sitemaps have 1",
        required: false,
        default: 10
      },
      includePaths: {
        type: "array",
        description: "Regular expressions (RE2); only paths that one of them matches are crawled, and the start page",
        required: false
      },
      excludePaths: {
        type: "array",
        description: "Regular expressions (RE2) of paths that are not crawled, also if `includePaths` matches them",
        required: false
      },
      includeSubdomains: {
        type: "boolean",
        description: "Whether to crawl all hosts of the registrable domain",
        required: false,
        default: false
      },
      allowBackwardLinks: {
        type: "boolean",
        description: "Whether to crawl the whole site; by default only pages below the start page",
        required: false,
        default: false
      },
      ignoreQueryParameters: {
        type: "boolean",
        description: "Whether URLs that differ only in their queries are one page",
        required: false,
        default: false
      },
      ignoreSitemap: {
        type: "boolean",
        description: "Whether to ignore the sitemaps",
        required: false,
        default: false
      },
      delay: {
        type: "number",
        description: "Seconds between two pages, which are then crawled one by one; robots.txt may ask for more",
        required: false,
        default: 0
      },
      maxConcurrency: {
        type: "integer",
        description: "Maximum number of pages that are crawled at the same time",
        required: false,
        default: 4
      },
      scrape: {
        type: "object",
        description: "Options of `scrape` for each page; its links are always returned",
        required: false
      }
    },
    primaryInput: "url",
    primaryInputKind: "url",
    isJob: true
  },
  extractEntities: {
    name: "extract-entities",
    summary: "Extract entities",
    input: {
      text: {
        type: "string",
        description: "Text to analyze; at most 1,000,000 UTF-16 code units",
        required: true
      },
      types: {
        type: "array",
        description: "Types of the entities to return, such as `PERSON` and `EMAIL`; default: all",
        required: false
      },
      minConfidence: {
        type: "number",
        description: "Entities of a lower confidence are left out, 0 to 1; default: 0",
        required: false
      },
      language: {
        type: "string",
        description: "Language of the text (BCP 47 tag or English name), which is not detected then; default: `auto`, detected",
        required: false
      },
      referenceDate: {
        type: "string",
        description: "Date (ISO 8601) that dates such as \"tomorrow\" and \"May 5\" refer to; default: today (UTC)",
        required: false
      },
      redact: {
        type: "string",
        description: "Also returns the text without its entities, each replaced by `[TYPE]` (`type`), by `*` of equal length (`mask`), or by `[PERSON_1]`, the same for the same entity (`pseudonym`)",
        required: false,
        values: [
          "type",
          "mask",
          "pseudonym"
        ]
      },
      allow: {
        type: "array",
        description: "Phrases that are not entities, in exactly this spelling: an entity whose whole text is one of them is left out",
        required: false
      },
      deny: {
        type: "array",
        description: "Phrases that always are entities, in exactly this spelling and as whole words: strings, which become `OTHER`, or `{\"text\", \"type\"}`. They replace entities that they overlap",
        required: false
      }
    },
    primaryInput: "text",
    primaryInputKind: "text",
    plainResult: "redacted|entities"
  },
  map: {
    name: "map",
    summary: "Map a website",
    input: {
      url: {
        type: "string",
        description: "URL of the website, with its protocol",
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
        description: "Whether to include all hosts of the registrable domain; by default, the host of the start page and its counterpart with or without `www.`, unless that shows other pages",
        required: false,
        default: false
      },
      limit: {
        type: "integer",
        description: "Maximum number of pages to return",
        required: false,
        default: 5000
      },
      search: {
        type: "string",
        description: "Search term; returns the pages that match, the best match first",
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
        description: "Whether to add the title, description, status, and other data of each page",
        required: false,
        default: false
      }
    },
    primaryInput: "url",
    primaryInputKind: "url",
    plainResult: "links"
  },
  ocr: {
    name: "ocr",
    summary: "Recognize the text of an image or a PDF",
    input: {
      imageUrl: {
        type: "string",
        description: "URL of the image or PDF: http, https, or a data: URI",
        required: true
      },
      pages: {
        type: "string",
        description: "Pages of a PDF or TIFF to read, such as `1-3,5`; at most 100 pages; default: all",
        required: false
      },
      password: {
        type: "string",
        description: "Password of an encrypted PDF",
        required: false
      },
      languages: {
        type: "array",
        description: "Languages of the text (BCP 47), as a hint; default: detected",
        required: false
      }
    },
    primaryInput: "imageUrl",
    primaryInputKind: "data-url",
    file: {
      property: "file",
      description: "Image or PDF to read; at most 10 MiB (10,485,760 bytes)"
    },
    plainResult: "text.description"
  },
  scrape: {
    name: "scrape",
    summary: "Convert a web page to Markdown",
    input: {
      url: {
        type: "string",
        description: "URL of the page, with its protocol",
        required: true
      },
      formats: {
        type: "array",
        description: "Results to return: `markdown`, `html`, `links` (fields of these that are left out are empty), `text`, `screenshot` (PNG in Base64), and `chunks` (parts of the Markdown of at most 512 tokens)",
        required: false,
        default: [
          "markdown",
          "html",
          "links"
        ]
      },
      onlyMainContent: {
        type: "boolean",
        description: "Whether to remove navigation, advertisements, and other boilerplate",
        required: false,
        default: true
      },
      includeTags: {
        type: "array",
        description: "CSS selectors; only these elements are converted, and nothing else is removed from them",
        required: false
      },
      excludeTags: {
        type: "array",
        description: "CSS selectors of elements to remove",
        required: false
      },
      explain: {
        type: "boolean",
        description: "Whether to return `explanation`: why each block of an HTML page was kept or removed; not with `includeTags` or without `onlyMainContent`, since nothing is removed then",
        required: false,
        default: false
      },
      headers: {
        type: "object",
        description: "Headers to send to the origin of the page, never to other origins",
        required: false
      },
      cookies: {
        type: "object",
        description: "Cookies to send to the origin of the page, never to other origins",
        required: false
      },
      mobile: {
        type: "boolean",
        description: "Whether to request and render the page as a phone does",
        required: false,
        default: false
      },
      render: {
        type: "string",
        description: "Whether to render the page in a browser; `auto` renders pages whose scripts create content",
        required: false,
        default: "auto",
        values: [
          "auto",
          "always",
          "never"
        ]
      },
      waitFor: {
        type: "string",
        acceptsInteger: true,
        description: "Milliseconds to wait after the page has loaded, or CSS selector of an element to wait for",
        required: false
      },
      timeout: {
        type: "integer",
        description: "Time limit of fetching and rendering in milliseconds; by default, and for rendering at most three times as much, a setting of the service",
        required: false
      },
      actions: {
        type: "json",
        description: "Actions in the browser, one after the other, before the page is read, each with its `type`: `wait` (`milliseconds` or `selector`), `click` (`selector`), `type` (`text`, `selector`), `press` (`key`), `scroll` (`direction`, `selector`), and `screenshot` (`fullPage`); such as `[{\"type\": \"click\", \"selector\": \"#more\"}]`",
        required: false
      },
      maxAge: {
        type: "integer",
        description: "Seconds; a younger result of the same request is returned again, free of charge",
        required: false
      }
    },
    primaryInput: "url",
    primaryInputKind: "url",
    plainResult: "markdown",
    storedResults: "scrapes"
  },
  sentiment: {
    name: "sentiment",
    summary: "Analyze sentiment and emotions",
    input: {
      text: {
        type: "string",
        description: "Text to analyze; at most 1,000,000 UTF-16 code units",
        required: true
      },
      language: {
        type: "string",
        description: "Language of the text (BCP 47 tag or English name), which is not detected then; default: `auto`, detected",
        required: false
      }
    },
    primaryInput: "text",
    primaryInputKind: "text"
  },
  summarize: {
    name: "summarize",
    summary: "Summarize a text or a document",
    input: {
      content: {
        type: "string",
        description: "Text to summarize; at most 10 MiB (10,485,760 bytes)",
        required: true
      },
      password: {
        type: "string",
        description: "Password of an encrypted PDF, or Word, Excel, or PowerPoint file in `file`",
        required: false
      },
      language: {
        type: "string",
        description: "Language of the text (BCP 47 tag or English name), which is not detected then; default: `auto`, detected",
        required: false
      },
      targetLanguage: {
        type: "string",
        description: "Language of the summary (BCP 47 tag or English name); default: the language of the text",
        required: false
      },
      maxLength: {
        type: "integer",
        description: "Maximum length of the summary, in UTF-16 code units",
        required: false
      },
      style: {
        type: "string",
        description: "How the summary is made: `extractive` selects sentences of the text; `abstractive` has a language model write it and checks each sentence against the text; `auto` is `abstractive` if the service has a language model",
        required: false,
        default: "auto",
        values: [
          "extractive",
          "abstractive",
          "auto"
        ]
      }
    },
    primaryInput: "content",
    primaryInputKind: "text",
    file: {
      property: "file",
      description: "Document to summarize: PDF (scanned or not), DOCX, TXT, and the other formats of `convert`; at most 10 MiB (10,485,760 bytes)"
    },
    plainResult: "summary"
  },
  translate: {
    name: "translate",
    summary: "Translate a text or a Markdown document",
    input: {
      text: {
        type: "string",
        description: "Text to translate; at most 1,000,000 UTF-16 code units",
        required: true
      },
      targetLanguage: {
        type: "string",
        description: "Language to translate to (BCP 47 tag or English name)",
        required: true
      },
      sourceLanguage: {
        type: "string",
        description: "Language of the text (BCP 47 tag or English name); default: `auto`, detected",
        required: false
      },
      format: {
        type: "string",
        description: "`markdown` keeps markup, code, and the targets of links",
        required: false,
        default: "text",
        values: [
          "text",
          "markdown"
        ]
      },
      glossary: {
        type: "json",
        description: "Terms with the translations to use. Terms with capital letters match only in that case",
        required: false
      }
    },
    primaryInput: "text",
    primaryInputKind: "text",
    plainResult: "translation"
  }
} as const satisfies Readonly<Record<string, OperationDescriptor>>;

/** Input and result of each operation, by the name of its method. */
export interface OperationTypes {
  readonly convert: { readonly input: ConvertInput; readonly data: ConvertData };
  readonly crawl: { readonly input: CrawlInput; readonly data: CrawlData };
  readonly extractEntities: { readonly input: ExtractEntitiesInput; readonly data: ExtractEntitiesData };
  readonly map: { readonly input: MapInput; readonly data: MapData };
  readonly ocr: { readonly input: OcrInput; readonly data: OcrData };
  readonly scrape: { readonly input: ScrapeInput; readonly data: ScrapeData };
  readonly sentiment: { readonly input: SentimentInput; readonly data: SentimentData };
  readonly summarize: { readonly input: SummarizeInput; readonly data: SummarizeData };
  readonly translate: { readonly input: TranslateInput; readonly data: TranslateData };
}

/** The methods of the operations. Offsets in results are 0-based UTF-16 code units, end exclusive. */
export interface OperationMethods {
  /**
   * Converts a document to Markdown with its headings, lists, tables, links, code, and footnotes. Formats: PDF (scanned pages are recognized), DOCX, DOC, PPTX, PPT, XLSX, XLS, ODT, ODS, ODP, EPUB, HTML, RTF, CSV, EML, MSG, ZIP archives of them, Markdown, TXT, and images. On request it also returns chunks for retrieval, or a searchable PDF of a scan.
   *
   * Price: 1 credit per started 5 pages. Scope: `convert`.
   */
  readonly convert: OperationMethod<ConvertInput, ConvertData>;
  /**
   * Converts the pages of a website to Markdown, as `scrape` does, from a start page along its links and sitemaps. It is always a job: its pages are returned by `GET /v0/crawl/{id}/results` as they come.
   *
   * Price: 1 credit per page returned. Scope: `crawl`.
   */
  readonly crawl: JobMethod<CrawlInput, CrawlData>;
  /**
   * Finds people, organizations, places, dates, amounts, addresses, and other entities in a text.
   *
   * Price: 1 credit per request. Scope: `extract-entities`.
   */
  readonly extractEntities: OperationMethod<ExtractEntitiesInput, ExtractEntitiesData>;
  /**
   * Lists the pages of a website from its sitemaps, feeds, and links. Pages that robots.txt disallows or that are linked with nofollow are listed but not visited.
   *
   * Price: 5 credits per request. Scope: `map`.
   */
  readonly map: OperationMethod<MapInput, MapData>;
  /**
   * Recognizes the text of an image or of the pages of a PDF, line by line, in reading order. Formats: PNG, JPEG, WebP, GIF, TIFF, AVIF, HEIC, BMP, ICO, PNM, and PDF. The pages of a PDF are read as they are displayed, like scans.
   *
   * Price: 1 credit per request. Scope: `ocr`.
   */
  readonly ocr: OperationMethod<OcrInput, OcrData>;
  /**
   * Fetches a web page, renders it in a browser if it needs JavaScript, and returns its main content as Markdown, its metadata, and its links.
   *
   * Price: 1 credit per request. Scope: `scrape`.
   */
  readonly scrape: OperationMethod<ScrapeInput, ScrapeData>;
  /** Returns an earlier result of `scrape` by its id, without a charge, until it expires. */
  readonly getScrape: StoredResultMethod<ScrapeData>;
  /**
   * Classifies a text and each of its sentences as positive, negative, neutral, or mixed, with a score, and detects emotions.
   *
   * Price: 1 credit per request. Scope: `sentiment`.
   */
  readonly sentiment: OperationMethod<SentimentInput, SentimentData>;
  /**
   * Summarizes a text or a document in any language: by selecting its most important sentences, or by a language model whose sentences are checked against the text.
   *
   * Price: 2 credits per 10,000 tokens. Scope: `summarize`.
   */
  readonly summarize: OperationMethod<SummarizeInput, SummarizeData>;
  /**
   * Translates a text sentence by sentence. Line breaks, URLs, numbers, and placeholders are kept; in Markdown, so are markup, code, and the targets of links.
   *
   * Price: 2 credits per 10,000 tokens. Scope: `translate`.
   */
  readonly translate: OperationMethod<TranslateInput, TranslateData>;
}

/** Creates the methods for a service. */
export function createOperationMethods(config: ClientConfig): OperationMethods {
  return {
    convert: (input, options) => callOperation(config, operations.convert, input, options),
    crawl: (input, options) => submitJob(config, operations.crawl, input, options),
    extractEntities: (input, options) => callOperation(config, operations.extractEntities, input, options),
    map: (input, options) => callOperation(config, operations.map, input, options),
    ocr: (input, options) => callOperation(config, operations.ocr, input, options),
    scrape: (input, options) => callOperation(config, operations.scrape, input, options),
    getScrape: (id, options) => getStoredResult(config, 'scrapes', id, options),
    sentiment: (input, options) => callOperation(config, operations.sentiment, input, options),
    summarize: (input, options) => callOperation(config, operations.summarize, input, options),
    translate: (input, options) => callOperation(config, operations.translate, input, options),
  };
}
