import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addAccountCommands } from './commands/account-commands.ts';
import { addAuditCommand } from './commands/audit-command.ts';
import { addBatchCommands } from './commands/batch-commands.ts';
import { addCrawlCommand } from './commands/crawl-command.ts';
import { addCreditCommands } from './commands/credit-commands.ts';
import { addDownloadCommand } from './commands/download-command.ts';
import { addJobCommands } from './commands/job-commands.ts';
import { addKeyCommands } from './commands/key-commands.ts';
import { addLanguagesCommand } from './commands/languages-command.ts';
import { addMcpCommand } from './commands/mcp-command.ts';
import { addModelCommands } from './commands/model-commands.ts';
import { addOperationCommands } from './commands/operation-commands.ts';
import { addRestoreCommand } from './commands/restore-command.ts';
import { addServiceCommands } from './commands/service-commands.ts';
import { addUsageCommand } from './commands/usage-command.ts';
import { addConnectionOptions } from './connection-options.ts';

/** Creates the command `quern`. Parsing throws CommanderError instead of exiting the process. */
export function createProgram(): Command {
  const program = new Command('quern')
    .description(
      'Operations, crawls, jobs, batches, accounts, credits, API keys and models of a Quern service',
    )
    .version(readVersion())
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'quern:')) });
  addConnectionOptions(program);
  addOperationCommands(program);
  addRestoreCommand(program);
  addCrawlCommand(program);
  addJobCommands(program);
  addBatchCommands(program);
  addDownloadCommand(program);
  addUsageCommand(program);
  addLanguagesCommand(program);
  addMcpCommand(program);
  addAccountCommands(program);
  addCreditCommands(program);
  addKeyCommands(program);
  addModelCommands(program);
  addAuditCommand(program);
  addServiceCommands(program);
  return program;
}

/** The version in `package.json`, the sibling of both `src` and `dist`. */
function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
