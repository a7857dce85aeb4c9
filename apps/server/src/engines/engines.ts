import type { LlmClient } from '@quern/llm/llm-client';
import type { RecognizeOptions } from '@quern/ocr/ocr-engine';
import type { OcrResult } from '@quern/ocr/ocr-result';
import type { RecognizedText } from '@quern/ocr/pdf/create-searchable-pdf';
import type { WorkCaller } from '@quern/runtime/scheduling/work-observer';
import type { SentenceTranslator } from '@quern/translation/llm/with-llm-fallback';
import type { GuardedClient } from '@quern/web/fetch/guarded-client';
import type { RenderedPage, RenderRequest } from '@quern/web/render/page-renderer';
import type { EnginePool } from './engine-pool.ts';

/** The engines as operations use them, for one request. Each engine is loaded when it is first used. */
export interface Engines {
  /** Computation in threads. */
  readonly pool: Pick<EnginePool, 'run'>;
  /** The only access to the network for URLs that a request names. */
  readonly web: GuardedClient;
  /** Renders pages that need JavaScript in a browser; undefined if the operator has disabled it. */
  readonly renderer:
    | { render(request: RenderRequest & { readonly signal: AbortSignal }): Promise<RenderedPage> }
    | undefined;
  /** Returns whether the robots.txt of the URL's host allows fetching it. */
  isAllowedByRobots(url: string, signal: AbortSignal): Promise<boolean>;
  /** Recognizes text in images and PDFs. */
  readonly ocr: {
    recognize(
      bytes: Uint8Array,
      options: Omit<RecognizeOptions, 'caller'> & { readonly signal: AbortSignal },
    ): Promise<OcrResult>;
    /** Adds recognized text to a PDF, or to a picture as a PDF. */
    createSearchablePdf(
      bytes: Uint8Array,
      pages: readonly RecognizedText[],
      options: { readonly password?: string | undefined; readonly signal: AbortSignal },
    ): Promise<Uint8Array>;
  };
  /** Translates, with the share of the threads that the caller has. */
  readonly translator: SentenceTranslator;
  /** Language model of the endpoint that the operator configured; undefined if none is. */
  readonly llm: Pick<LlmClient, 'complete' | 'model'> | undefined;
  /** Tokens of a text that the language model summarizes at once. */
  readonly summaryChunkTokens: number;
  /** Whether robots.txt is followed. */
  readonly robots: 'obey' | 'ignore';
  readonly userAgent: string;
  /** Time budget of mapping a site, ms. */
  readonly mapTimeMs: number;
  /** Time limit of fetching a page or an image, ms. */
  readonly fetchTimeMs: number;
  /** Time limit of rendering a page by default, ms. */
  readonly renderTimeMs: number;
  /** Options of scrape that the operator permits. */
  readonly scrapeOptions: { readonly allowsHeaders: boolean; readonly allowsActions: boolean };
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
}

/** Provides each request with its engines. */
export interface EngineProvider {
  /** @param caller Its flow shares the engines fairly with other flows; its observer is notified of waiting and work. */
  forCaller(caller: WorkCaller): Engines;
}
