import type { OcrResult, RecognizeOptions } from '@quern/ocr/ocr-engine';
import type { Progress } from '@quern/runtime/progress';
import type { WorkCaller } from '@quern/runtime/scheduling/work-observer';
import type { GuardedClient } from '@quern/web/fetch/guarded-client';
import type { RenderedPage, RenderRequest } from '@quern/web/render/page-renderer';
import type { EnginePool } from './engine-pool.ts';

/** What operations work with, for one request. The composition root builds it; each engine loads when it is first needed. */
export interface Engines {
  /** Computation, in threads. */
  readonly pool: Pick<EnginePool, 'run'>;
  /** The only way to the network for what a request asks to be fetched. */
  readonly web: GuardedClient;
  /** Pages that need JavaScript, in a browser; absent when the operator wants none. */
  readonly renderer:
    | { render(order: RenderRequest & { readonly signal: AbortSignal }): Promise<RenderedPage> }
    | undefined;
  /** Whether robots.txt of the address's host lets us fetch it. */
  isAllowedByRobots(url: string, signal: AbortSignal): Promise<boolean>;
  /** Text in images. */
  readonly images: {
    read(bytes: Uint8Array, options: RecognizeOptions & { readonly signal: AbortSignal }): Promise<OcrResult>;
  };
  readonly translator: SentenceTranslator;
  readonly robots: 'obey' | 'ignore';
  readonly userAgent: string;
  readonly mapTimeMs: number;
  /** How long a page or image may take to come. */
  readonly fetchTimeMs: number;
  readonly now: () => number;
}

/** Gives each request its engines. */
export interface EngineProvider {
  forCaller(caller: WorkCaller): Engines;
}

export interface SentenceTranslator {
  translate(order: {
    readonly sentences: string[];
    readonly from: string;
    readonly to: string;
    readonly signal: AbortSignal;
    readonly progress?: Progress;
  }): Promise<TranslatedSentences>;
}

export interface TranslatedSentences {
  /** As many as were given, in their order. */
  readonly sentences: string[];
  /** The language they are in now: a variety without a model falls back to its language (pt-BR to pt). */
  readonly language: string;
  readonly engine: string;
}
