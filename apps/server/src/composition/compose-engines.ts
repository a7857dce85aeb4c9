import { join } from 'node:path';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import { FairSemaphore } from '@quern/runtime/scheduling/fair-semaphore';
import { createRobotsChecker } from '@quern/web/crawl/robots/robots-checker';
import { createGuardedClient } from '@quern/web/fetch/guarded-client';
import { createPageRenderer, type PageRenderer } from '@quern/web/render/page-renderer';
import type { Config } from '../config.ts';
import { createCallerEngines, type SharedEngines } from '../engines/caller-engines.ts';
import { createEnginePool } from '../engines/engine-pool.ts';
import type { EngineProvider } from '../engines/engines.ts';
import { composeTranslator } from './compose-translator.ts';

export interface ComposedEngines extends EngineProvider {
  /** Requests that the engine threads work on at the same time. */
  readonly threads: number;
  /** Work that waits for each engine, by its name. */
  waiting(): Readonly<Record<string, number>>;
  /** Loads what would otherwise load with the first request. */
  preload(): Promise<void>;
  close(): Promise<void>;
}

/** The smallest image there is to read: a PNG of one white pixel. */
const whitePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Builds the engines from the settings. Nothing heavy is loaded here.
 *
 * @param report told of what an operator should know although the service goes on
 */
export function composeEngines(
  config: Config,
  version: string,
  now: () => number,
  report: (message: string) => void,
): ComposedEngines {
  const userAgent =
    config.publicUrl === undefined ? `Quern/${version}` : `Quern/${version} (+${config.publicUrl})`;
  const web = createGuardedClient({ allow: config.fetchAllow, userAgent, now });
  const threads = config.engineThreads > 0 ? { threads: config.engineThreads } : {};
  const pool = createEnginePool(threads);
  const images = new OcrEngine();
  const translator = composeTranslator(config, userAgent, now);
  const renderer = composeRenderer(config, userAgent, report);
  const gate = createRobotsChecker({ fetch: web.fetch, userAgent, now });
  const slots = {
    ocr: new FairSemaphore(1),
    render: new FairSemaphore(config.renderPages),
    // Most of a translation may be waiting, for a model or a language model; the worker does one batch at a time.
    translation: new FairSemaphore(4),
  };
  const shared: SharedEngines = {
    slots,
    pool,
    web,
    images,
    renderer,
    translator,
    isAllowedByRobots: (url, signal) => unlessAborted(gate.allows(url, signal), signal),
    robots: config.robots,
    userAgent,
    mapTimeMs: config.mapTimeMs,
    fetchTimeMs: config.fetchTimeMs,
    now,
  };
  return {
    threads: pool.threads,
    waiting: () => ({
      threads: pool.waiting,
      ocr: slots.ocr.waiting,
      render: slots.render.waiting,
      translation: slots.translation.waiting,
    }),
    forCaller: (caller) => createCallerEngines(shared, caller),
    preload: async () => {
      const text = 'A first sentence loads the models.';
      const page = {
        url: 'http://localhost/',
        contentType: 'text/html',
        charset: 'utf-8',
        status: 200,
        headers: {},
      };
      const { language } = await pool.run('prepareText', { content: text });
      await pool.run('summarize', { text, title: '', language });
      await pool.run('warmUp', undefined);
      await pool.run('analyzeResource', { ...page, body: Buffer.from(`<p>${text}</p>`) });
      await images.recognize(whitePixel);
      // A browser that does not start is reported, and no reason not to serve all the rest.
      await renderer?.warmUp().catch(() => undefined);
    },
    close: async () => {
      await Promise.all([pool.close(), web.close(), images.close(), translator.close(), renderer?.close()]);
    },
  };
}

const renderedHtmlMax = 32 * 1024 * 1024;
const renderedBytesMax = 64 * 1024 * 1024;

function composeRenderer(
  config: Config,
  userAgent: string,
  report: (message: string) => void,
): PageRenderer | undefined {
  if (config.chromium === 'off') return undefined;
  return createPageRenderer({
    chromium: config.chromium,
    installDir: join(config.dataDir, 'browser'),
    concurrentPagesMax: config.renderPages,
    memoryBytesMax: config.renderMemoryMb * 1024 * 1024,
    timeoutMs: config.renderTimeMs,
    bytesMax: renderedBytesMax,
    htmlLengthMax: renderedHtmlMax,
    allow: config.fetchAllow,
    userAgent,
    onWarning: (message) => report(`renderer (QUERN_CHROMIUM=${config.chromium}): ${message}`),
  });
}

/** The gate's look at a robots.txt is shared by all who wait for it, so it goes on when one of them leaves. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
