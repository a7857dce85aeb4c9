import { existsSync } from 'node:fs';
import pino from 'pino';
import { startService } from './composition/compose-service.ts';
import { formatStartupBanner } from './composition/startup-banner.ts';
import { readConfig } from './config.ts';

/** Starts the service from the environment, and ends it in order on SIGTERM or SIGINT. */
export async function main(): Promise<void> {
  // Whatever the service creates is for its user alone.
  process.umask(0o077);
  try {
    const inContainer = existsSync('/.dockerenv') || existsSync('/run/.containerenv');
    const config = readConfig(undefined, inContainer);
    const log = pino(
      { level: config.logLevel, base: null, redact: ['req.headers.authorization'] },
      pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 500 }),
    );
    const service = await startService(config, log);
    console.log(formatStartupBanner(config, service));
    let stopping = false;
    const stop = (signal: string): void => {
      // A terminal's Ctrl-C reaches the service twice through npm: directly, and forwarded.
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'draining');
      service
        .drain()
        .then(() => log.info('stopped'))
        .catch((error: unknown) => {
          log.error({ err: error }, 'the service could not stop in order');
          process.exitCode = 1;
        })
        .finally(() => log.flush(() => process.exit()));
    };
    process.on('SIGTERM', () => stop('SIGTERM'));
    process.on('SIGINT', () => stop('SIGINT'));
  } catch (error) {
    console.error(`Quern cannot start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
