import { createProgram } from './create-program.ts';
import { formatError } from './format-error.ts';

/** Runs a command line (`process.argv`). Exit codes: 0 success, 1 failure, 2 wrong usage. */
export async function main(argv: readonly string[]): Promise<void> {
  // A reader may close the pipe early (`quern map … | head`).
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
