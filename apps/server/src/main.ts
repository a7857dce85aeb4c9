import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { type RunningService, startService } from './composition/compose-service.ts';
import { createLogger } from './composition/create-logger.ts';
import { formatStartupBanner } from './composition/startup-banner.ts';
import { readConfig, readEnvironmentVariables } from './config.ts';
import { findUnknownSettings } from './find-unknown-settings.ts';

/** Starts the service from the environment. SIGTERM and SIGINT stop it gracefully. */
export async function main(): Promise<void> {
  // Files that the service creates are private to its user.
  process.umask(0o077);
  try {
    const isInContainer = existsSync('/.dockerenv') || existsSync('/run/.containerenv');
    const variables = readEnvironmentVariables();
    const config = readConfig(variables, isInContainer);
    const log = createLogger(config.logLevel);
    for (const warning of findUnknownSettings(variables)) {
      log.warn(warning);
      console.warn(warning);
    }
    const service = await startService(config, log);
    console.log(formatStartupBanner(config, service));
    stopOnSignals(service, log);
  } catch (error) {
    console.error(`Quern cannot start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

function stopOnSignals(service: RunningService, log: Logger): void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // With npm, Ctrl-C in a terminal reaches the service twice: directly, and forwarded.
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'draining');
    service
      .drain()
      .then(() => log.info('stopped'))
      .catch((error: unknown) => {
        log.error({ err: error }, 'the service could not stop gracefully');
        process.exitCode = 1;
      })
      .finally(() => log.flush(() => process.exit()));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
