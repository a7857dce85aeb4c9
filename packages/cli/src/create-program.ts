import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addAccountCommands } from './commands/account-commands.ts';
import { addCreditCommands } from './commands/credit-commands.ts';
import { addKeyCommands } from './commands/key-commands.ts';
import { addOcrCommand } from './commands/ocr-command.ts';
import { addTextCommands } from './commands/text-commands.ts';
import { addWebCommands } from './commands/web-commands.ts';
import { addConnectionOptions } from './connection-options.ts';

/** The command `quern` with all its commands. Parsing throws CommanderError instead of ending the process. */
export function createProgram(): Command {
  const program = new Command('quern')
    .description('Keys, accounts, credits and operations of a Quern service')
    .version(readVersion())
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'quern:')) });
  addConnectionOptions(program);
  addTextCommands(program);
  addWebCommands(program);
  addOcrCommand(program);
  addAccountCommands(program);
  addCreditCommands(program);
  addKeyCommands(program);
  return program;
}

/** The package's own version; `package.json` lies beside both `src` and `dist`. */
function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
