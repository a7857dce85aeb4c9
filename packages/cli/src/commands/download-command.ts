import type { Command } from 'commander';
import { createClient } from '../connection-options.ts';
import { writeWhole } from '../output/write-whole.ts';
import { UsageError } from '../usage-error.ts';

/** Adds `download`. */
export function addDownloadCommand(program: Command): void {
  program
    .command('download')
    .description('download a file of a result, until it expires')
    .argument('<file>', 'the url of the file in the result, or its id')
    .option('-o, --output <path>', 'write the file here (default: stdout)')
    .action(async (file: string, { output }: { readonly output?: string }, command: Command) => {
      if (output === undefined && process.stdout.isTTY) {
        throw new UsageError('name a file with --output; its bytes are not printed on a terminal');
      }
      const bytes = await createClient(command).files.get(file);
      if (output === undefined) process.stdout.write(bytes);
      else await writeWhole(output, bytes);
    });
}
