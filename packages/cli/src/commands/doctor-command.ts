import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { UsageError } from '../usage-error.ts';

/** The start script of the service in the repository that this command is part of. */
const startScript = fileURLToPath(new URL('../../../../apps/server/bin/start.mjs', import.meta.url));

/** Adds `doctor`, which checks the settings of the service on this machine. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the settings of a service on this machine, without starting it')
    .action(async () => {
      if (!existsSync(startScript)) {
        throw new UsageError(
          'quern doctor needs the service: run it in a checkout, on the machine of the service',
        );
      }
      const check = spawn(process.execPath, ['--conditions=source', startScript, 'doctor'], {
        stdio: 'inherit',
      });
      const [code] = (await once(check, 'exit')) as [number | null];
      process.exitCode = code ?? 1;
    });
}
