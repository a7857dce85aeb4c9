import { composeEngines } from '../../apps/server/src/composition/compose-engines.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { operation } from '../../apps/server/src/operations/extract-entities/operation.ts';
import { createBatchTexts } from './batch-texts.ts';

/**
 * Prints how many texts per second the engines process without the service around them, as JSON. Run as a child process:
 * `engine-alone.ts COUNT`.
 */
const count = Number(process.argv[2]);
const concurrency = 16;
const warmUp = 200;

const config = readConfig({ QUERN_OFFLINE: '1', QUERN_CHROMIUM: 'off' });
const engines = composeEngines(config, { version: '0', now: Date.now, onWarning: console.warn });
const texts = createBatchTexts(warmUp + count);
const { signal } = new AbortController();
let next = 0;

async function work(end: number): Promise<void> {
  while (next < end) {
    const text = texts[next] ?? '';
    next += 1;
    const context = { engines: engines.forCaller({ flow: 'bench' }), signal, progress: () => undefined };
    const prepared = await operation.parse({ text }).prepare({ ...context, isBackground: true });
    await prepared.run();
  }
}

const run = (end: number): Promise<unknown> =>
  Promise.all(Array.from({ length: concurrency }, () => work(end)));
await run(warmUp);
const startedAt = performance.now();
await run(warmUp + count);
console.log(JSON.stringify({ perSecond: count / ((performance.now() - startedAt) / 1000) }));
await engines.close();
