import { createRobotsGate } from '@quern/engines/crawl/robots-gate';
import { createEnginePool } from '@quern/engines/pool/engine-pool';
import { createImageReader } from '@quern/engines/vision/read-image';
import { createGuardedClient } from '@quern/engines/web/fetch/guarded-fetch';
import { composeTranslator } from './compose-translator.ts';
import type { Config } from './config.ts';
import type { Engines } from './operations/engines.ts';

export interface ComposedEngines extends Engines {
  /** Loads what would otherwise load with the first request. */
  preload(): Promise<void>;
  close(): Promise<void>;
}

/** Builds the engines from the settings. Nothing heavy is loaded here. */
export function composeEngines(config: Config, version: string, now: () => number): ComposedEngines {
  const site = config.publicUrl ?? 'https://github.com/quern';
  const userAgent = `Quern/${version} (+${site})`;
  const web = createGuardedClient({ allow: config.fetchAllow, userAgent, now });
  const threads = config.engineThreads > 0 ? { threads: config.engineThreads } : {};
  const pool = createEnginePool(threads);
  const images = createImageReader({ cacheDir: config.dataDir });
  const translator = composeTranslator(config, userAgent);
  const gate = createRobotsGate({ fetch: web.fetch, userAgent, now });
  return {
    pool,
    web,
    images,
    translator,
    mayFetch: (url, signal) => unlessAborted(gate.mayFetch(url, signal), signal),
    robots: config.robots,
    userAgent,
    mapTimeMs: config.mapTimeMs,
    fetchTimeMs: config.fetchTimeMs,
    now,
    preload: async () => {
      await pool.run('analyzeSentiment', { text: 'A first sentence loads the models.' });
      await pool.run('extractEntities', {
        text: 'A first sentence loads the models.',
        referenceTimeMs: now(),
      });
    },
    close: async () => {
      await Promise.all([pool.close(), web.close(), images.close(), translator.close()]);
    },
  };
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
