import { createProgram } from './create-program.ts';
import { formatError } from './format-error.ts';

/** Runs a command line (`process.argv`). Exit codes: 0 done, 1 it failed, 2 wrong usage. */
export async function main(argv: readonly string[]): Promise<void> {
  // A reader that has seen enough (`quern map … | head`) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  try {
    await createProgram().parseAsync(argv);
  } catch (error) {
    const { line, exitCode } = formatError(error);
    if (line !== undefined) console.error(line);
    process.exitCode = exitCode;
  }
}
