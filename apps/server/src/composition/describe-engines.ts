import type { LlmClient } from '@quern/llm/llm-client';
import type { Config } from '../config.ts';
import type { SharedEngines } from '../engines/caller-engines.ts';
import type { EngineState } from '../system/engine-state.ts';
import type { ComposedTranslator } from './compose-translator.ts';

type DescribedEngines = Pick<SharedEngines, 'pool' | 'ocr' | 'renderer' | 'slots'> & {
  readonly llm: LlmClient | undefined;
  readonly translator: Pick<ComposedTranslator, 'threads' | 'liveThreads' | 'running' | 'waiting'>;
};

/** Returns the state of each engine. */
export function describeEngines(
  engines: DescribedEngines,
  config: Pick<Config, 'renderPages' | 'llm'>,
): EngineState[] {
  const { pool, ocr, renderer, translator, llm, slots } = engines;
  return [
    {
      name: 'threads',
      isEnabled: true,
      isLoaded: pool.liveThreads > 0,
      slots: pool.threads,
      running: pool.running,
      waiting: pool.waiting,
    },
    {
      name: 'ocr',
      isEnabled: true,
      isLoaded: ocr.threads > 0,
      slots: ocr.threadsMax,
      running: ocr.running,
      waiting: ocr.waiting,
    },
    {
      name: 'render',
      isEnabled: renderer !== undefined,
      isLoaded: renderer?.isLoaded ?? false,
      slots: renderer === undefined ? 0 : config.renderPages,
      running: slots.render.running,
      waiting: slots.render.waiting,
    },
    {
      name: 'translation',
      isEnabled: true,
      isLoaded: translator.liveThreads > 0,
      slots: translator.threads,
      running: translator.running,
      waiting: translator.waiting,
    },
    {
      name: 'llm',
      isEnabled: llm !== undefined,
      isLoaded: llm !== undefined,
      slots: config.llm?.requestsMax ?? 0,
      running: llm?.running ?? 0,
      waiting: llm?.waiting ?? 0,
    },
  ];
}
