import { join } from 'node:path';
import type { LlmClient } from '@quern/llm/llm-client';
import { ImageError } from '@quern/ocr/image/image-error';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import { abortable } from '@quern/runtime/deadline';
import { FairSemaphore } from '@quern/runtime/scheduling/fair-semaphore';
import type { ModelCatalog } from '@quern/translation/models/model-catalog';
import { createRobotsChecker } from '@quern/web/crawl/robots/robots-checker';
import { createGuardedClient, type GuardedClient } from '@quern/web/fetch/guarded-client';
import { redactUrlsIn } from '@quern/web/fetch/redact-url';
import { createPageRenderer, type PageRenderer } from '@quern/web/render/page-renderer';
import type { Config } from '../config.ts';
import { createEngineProvider, type SharedEngines } from '../engines/caller-engines.ts';
import { createEnginePool, type EnginePool } from '../engines/engine-pool.ts';
import type { EngineProvider } from '../engines/engines.ts';
import type { ComputeResource } from '../engines/work-cost.ts';
import type { EngineState } from '../system/engine-state.ts';
import { composeLlm } from './compose-llm.ts';
import { type ComposedTranslator, composeTranslator } from './compose-translator.ts';
import { describeEngines } from './describe-engines.ts';
import { divideCores, findResources } from './divide-cores.ts';
import { measureEngineMemory } from './measure-engine-memory.ts';

/** The engines of a service. */
export interface ComposedEngines extends EngineProvider {
  /** The only access to the network for URLs that clients name. */
  readonly web: GuardedClient;
  /** Tasks that each resource works on at the same time. */
  readonly slots: Readonly<Record<ComputeResource, number>>;
  /** Models of the translator. */
  readonly models: ModelCatalog;
  /** Returns the state of each engine. */
  describe(): readonly EngineState[];
  /** Returns the memory of engines that have their own processes, in bytes. */
  measureMemory(): Promise<ReadonlyMap<EngineState['name'], number>>;
  /** Returns the number of waiting tasks of each engine, by its name. */
  waiting(): Readonly<Record<string, number>>;
  /** Loads the models, modules and browser that would otherwise be loaded with the first request. */
  preload(): Promise<void>;
  close(): Promise<void>;
}

/** Threads for computation, in which models are loaded. */
export interface ComputeThreads {
  readonly pool: EnginePool;
  readonly ocr: OcrEngine;
}

/** Dependencies of `composeEngines`. */
export interface ComposeEnginesOptions {
  /** Version of the service, for the User-Agent header. */
  readonly version: string;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with problems that an operator should know about although the service continues. */
  readonly onWarning: (message: string) => void;
  /** Threads that services of one process share; they are not closed with the engines. By default new ones. */
  readonly sharedThreads?: ComputeThreads | undefined;
}

type Engines = Omit<SharedEngines, 'translator' | 'llm'> & {
  readonly translator: ComposedTranslator;
  readonly llm: LlmClient | undefined;
};

/** Composes the engines from the settings. Nothing heavy is loaded until an engine is used. */
export function composeEngines(config: Config, options: ComposeEnginesOptions): ComposedEngines {
  const engines = createEngines(config, options);
  const { pool, web, ocr, renderer, translator, slots } = engines;
  return {
    slots: { threads: pool.threads, ocr: ocr.threadsMax, translation: translator.threads },
    models: translator.models,
    web,
    waiting: () => ({
      threads: pool.waiting,
      ocr: ocr.waiting,
      render: slots.render.waiting,
      translation: translator.waiting,
    }),
    describe: () => describeEngines(engines, config),
    measureMemory: () => measureEngineMemory(renderer),
    ...createEngineProvider(engines),
    preload: () => preload(engines, options.onWarning),
    close: async () => {
      const threads = options.sharedThreads === undefined ? [pool.close(), ocr.close()] : [];
      await Promise.all([...threads, web.close(), translator.close(), renderer?.close()]);
    },
  };
}

function createEngines(config: Config, options: ComposeEnginesOptions): Engines {
  const { version, now, onWarning, sharedThreads } = options;
  const contact = config.publicUrl === undefined ? '' : ` (+${config.publicUrl})`;
  const userAgent = `Quern/${version}${contact}`;
  const web = createGuardedClient({
    allow: config.fetchAllow,
    userAgent,
    now,
    upstreamProxy: config.fetchProxy,
  });
  const threads = divideCores(findResources(config.engineThreads));
  const llm = composeLlm(config, now);
  const robotsChecker = createRobotsChecker({ fetch: web.fetch, userAgent, now });
  return {
    pool: sharedThreads?.pool ?? createEnginePool({ threads: threads.engines }),
    web,
    ocr: sharedThreads?.ocr ?? new OcrEngine({ threads: threads.ocr }),
    renderer: composeRenderer(config, userAgent, onWarning),
    translator: composeTranslator(config, { threads: threads.translation, userAgent, now, llm }),
    llm,
    summaryChunkTokens: config.summaryChunkTokens,
    slots: {
      render: new FairSemaphore(config.renderPages),
    },
    // All requests share one fetch of a robots.txt, so an abort ends only the wait of one of them.
    isAllowedByRobots: (url, signal) => abortable(robotsChecker.allows(url, signal), signal),
    robots: config.robots,
    scrapeOptions: config.scrapeOptions,
    userAgent,
    mapTimeMs: config.mapTimeMs,
    fetchTimeMs: config.fetchTimeMs,
    renderTimeMs: config.renderTimeMs,
    now,
  };
}

/** A PNG of one white pixel, the smallest valid input of OCR. */
const whitePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==',
  'base64',
);

async function preload(
  { pool, ocr, renderer }: Engines,
  onWarning: (message: string) => void,
): Promise<void> {
  const text = 'A first sentence loads the models.';
  const page = {
    url: 'http://localhost/',
    contentType: 'text/html',
    charset: 'utf-8',
    status: 200,
    headers: {},
    body: Buffer.from(`<p>${text}</p>`),
  };
  const { language } = await pool.run('prepareText', { content: text });
  await pool.run('summarize', { text, title: '', language });
  await pool.run('warmUp', undefined);
  await pool.run('analyzeResource', page);
  await ocr.recognize(whitePixel).catch((error: unknown) => {
    if (!(error instanceof ImageError && error.code === 'unavailable')) throw error;
    onWarning(error.message);
  });
  // A browser that does not start is reported, and the service starts without it.
  await renderer?.warmUp().catch(() => undefined);
}

/** Maximum length of the HTML of a rendered page. */
const renderedHtmlLengthMax = 32 * 1024 * 1024;
/** Maximum bytes that a page may load while it is rendered. */
const renderedBytesMax = 64 * 1024 * 1024;

function composeRenderer(
  config: Config,
  userAgent: string,
  onWarning: (message: string) => void,
): PageRenderer | undefined {
  if (config.chromium === 'off') return undefined;
  return createPageRenderer({
    chromium: config.chromium,
    installDir: join(config.dataDir, 'browser'),
    concurrentPagesMax: config.renderPages,
    memoryBytesMax: config.renderMemoryMb * 1024 * 1024,
    timeoutMs: config.renderTimeMs,
    bytesMax: renderedBytesMax,
    htmlLengthMax: renderedHtmlLengthMax,
    allow: config.fetchAllow,
    upstreamProxy: config.fetchProxy,
    userAgent,
    onWarning: (message) =>
      onWarning(redactUrlsIn(`renderer (QUERN_CHROMIUM=${config.chromium}): ${message}`)),
  });
}
