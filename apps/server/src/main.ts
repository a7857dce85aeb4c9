import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { type RunningService, startService } from './composition/compose-service.ts';
import { createLogger } from './composition/create-logger.ts';
import { migrateData } from './composition/migrate-data.ts';
import { formatStartupBanner } from './composition/startup-banner.ts';
import { findSettingProblems, readCheckedConfig, readConfig, readEnvironmentVariables } from './config.ts';
import { findUnknownSettings } from './find-unknown-settings.ts';
import { findBucketProblem } from './storage/blobs/s3/find-bucket-problem.ts';

/** Starts the service from the environment. SIGTERM and SIGINT stop it gracefully. */
export async function main(): Promise<void> {
  // Files that the service creates are private to its user.
  process.umask(0o077);
  try {
    const isInContainer = existsSync('/.dockerenv') || existsSync('/run/.containerenv');
    const variables = readEnvironmentVariables();
    const config = await readCheckedConfig(variables, isInContainer);
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

/** Checks the settings of the environment, and the bucket if there is one, without starting the service. Sets the exit code to 1 if there is a problem. */
export async function checkSettings(): Promise<void> {
  const variables = readEnvironmentVariables();
  for (const warning of findUnknownSettings(variables)) console.warn(warning);
  const problems = await findSettingProblems(variables);
  const bucket = problems.length === 0 ? readConfig(variables).bucket : undefined;
  const bucketProblem = bucket && (await findBucketProblem(bucket));
  if (bucketProblem !== undefined) problems.push(bucketProblem);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('The settings are valid.');
}

/**
 * Migrates the data folder of the environment to its DATABASE_URL, and prints counts and sums of both. Sets the exit code to
 * 1 if something differs or fails.
 *
 * @param options `--dry-run` only counts
 */
export async function migrate(options: readonly string[]): Promise<void> {
  process.umask(0o077);
  try {
    const config = await readCheckedConfig();
    const report = await migrateData(config, {
      isDryRun: options.includes('--dry-run'),
      write: (line) => console.log(line),
    });
    if (report.differences.length > 0) process.exitCode = 1;
  } catch (error) {
    console.error(`The data cannot be migrated: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
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
