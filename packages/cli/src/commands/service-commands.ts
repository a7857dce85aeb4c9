import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { UsageError } from '../usage-error.ts';

/** The start script of the service in the repository that this command is part of. */
const startScript = fileURLToPath(new URL('../../../../apps/server/bin/start.mjs', import.meta.url));

/** Adds `doctor`, which checks the settings of the service on this machine, and `migrate`, which moves its data. */
export function addServiceCommands(program: Command): void {
  program
    .command('doctor')
    .description('check the settings of a service on this machine, without starting it')
    .action(() => runStartScript('doctor'));
  program
    .command('migrate')
    .description('move the data of a stopped service on this machine')
    .command('embedded-to-postgres')
    .description(
      'copy the data of QUERN_DATA_DIR to the empty PostgreSQL database of DATABASE_URL, and compare both',
    )
    .option('--dry-run', 'only count')
    .action(({ dryRun }: { dryRun?: boolean }) =>
      runStartScript('migrate', dryRun === true ? ['--dry-run'] : []),
    );
}

async function runStartScript(command: string, options: readonly string[] = []): Promise<void> {
  if (!existsSync(startScript)) {
    throw new UsageError(
      `quern ${command} needs the service: run it in a checkout, on the machine of the service`,
    );
  }
  const script = spawn(process.execPath, ['--conditions=source', startScript, command, ...options], {
    stdio: 'inherit',
  });
  const [code] = (await once(script, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}
