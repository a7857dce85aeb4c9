/**
 * The measured process: `target.ts bare` is the HTTP framework that returns a constant for a POST request,
 * `target.ts quern DATA_DIR` the whole service with an operation that does no work. Sends its port to the parent process,
 * and a report for the time between the messages `begin` and `end`. Started by run.ts.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import fastify from 'fastify';
import pino from 'pino';
import { startService } from '../../apps/server/src/composition/compose-service.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { benchKey } from './bench-key.ts';
import { noopOperation } from './noop-operation.ts';
import type { TargetReport } from './target-report.ts';

/** Starts the target. @returns its port */
async function startTarget(mode: string, dataDir: string): Promise<number> {
  if (mode === 'bare') {
    const app = fastify({ logger: false });
    app.post('/v0/noop', async () => ({ success: true, data: { result: 'constant', usage: 1 } }));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    QUERN_DATA_DIR: dataDir,
    QUERN_BOOTSTRAP_KEY: benchKey,
    QUERN_BOOTSTRAP_CREDITS: '1000000000',
    QUERN_RATE_LIMIT: 'off',
    QUERN_OFFLINE: '1',
  });
  const log = pino({ base: null }, pino.destination({ dest: '/dev/null', sync: false, minLength: 12_288 }));
  const service = await startService(config, log, { operations: [noopOperation] });
  return Number(new URL(service.url).port);
}

/** Resolution of the delay of the event loop, which is part of every value. */
const delayResolutionMs = 5;

async function main(): Promise<void> {
  const [mode = '', dataDir = ''] = process.argv.slice(2);
  const port = await startTarget(mode, dataDir);
  const delay = monitorEventLoopDelay({ resolution: delayResolutionMs });
  delay.enable();
  let cpuAtStart = process.cpuUsage();
  process.on('message', (message) => {
    if (message === 'begin') {
      cpuAtStart = process.cpuUsage();
      delay.reset();
      process.send?.('begun');
      return;
    }
    const { user, system } = process.cpuUsage(cpuAtStart);
    const report: TargetReport = {
      cpuUs: user + system,
      loopDelayMaxMs: delay.max / 1e6 - delayResolutionMs,
      loopDelayP99Ms: delay.percentile(99) / 1e6 - delayResolutionMs,
    };
    process.send?.(report);
  });
  process.send?.({ port });
}

await main();
