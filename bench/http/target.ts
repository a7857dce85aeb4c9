import { monitorEventLoopDelay } from 'node:perf_hooks';
import fastify from 'fastify';
import pino from 'pino';
import { startService } from '../../apps/server/src/composition/compose-service.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { benchKey } from './bench-key.ts';
import { noopOperation } from './noop-operation.ts';
import type { TargetReport } from './target-report.ts';

/**
 * What is measured, as a process of its own: `bare`, the framework answering a constant to a POST, or
 * `quern`, the whole service with one operation whose work is nothing, so that what remains is the runner.
 */
async function start(mode: string, folder: string): Promise<number> {
  if (mode === 'bare') {
    const app = fastify({ logger: false });
    app.post('/v0/nothing', async () => ({ success: true, data: { answer: 'constant', usage: 1 } }));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    QUERN_DATA_DIR: folder,
    QUERN_BOOTSTRAP_KEY: benchKey,
    QUERN_BOOTSTRAP_CREDITS: '1000000000',
    QUERN_RATE_LIMIT: 'off',
    QUERN_OFFLINE: '1',
  });
  const log = pino({ base: null }, pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 }));
  const service = await startService(config, log, { operations: [noopOperation] });
  return Number(new URL(service.url).port);
}

const [mode = '', folder = ''] = process.argv.slice(2);
const port = await start(mode, folder);
const delay = monitorEventLoopDelay({ resolution: 5 });
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
    loopDelayMaxMs: delay.max / 1e6 - 5,
    loopDelayP99Ms: delay.percentile(99) / 1e6 - 5,
  };
  process.send?.(report);
});
process.send?.({ port });
