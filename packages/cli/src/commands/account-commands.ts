import type { Account } from '@quern/sdk';
import type { Command } from 'commander';
import { createAdminClient } from '../connection-options.ts';
import { formatFields, formatTable, formatTime } from '../output/format-table.ts';
import { printPage, printResult } from '../output/print-result.ts';
import { parseInteger } from '../parse-values.ts';

/** Adds `accounts create|list|show`. */
export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('manage accounts');
  accounts
    .command('create')
    .description('create an account')
    .argument('<name>')
    .option('--credits <amount>', 'initial credits', parseInteger)
    .action(async (name: string, { credits }: { credits?: number }, command: Command) => {
      const account = await createAdminClient(command).accounts.create({ name, credits });
      printResult(command, account, () => describeAccount(account));
    });
  accounts
    .command('list')
    .description('list accounts')
    .option('--after <account-id>', 'list accounts after this one')
    .option('--limit <number>', '1 to 1000 (default: 100)', parseInteger)
    .action(async (page: { after?: string; limit?: number }, command: Command) => {
      const list = await createAdminClient(command).accounts.list(page);
      const readable = (): string =>
        formatTable(
          ['ID', 'NAME', 'AVAILABLE', 'HELD', 'CREATED'],
          list.map(({ id, name, available, held, createdAt }) => [
            id,
            name,
            available,
            held,
            formatTime(createdAt),
          ]),
        );
      printPage(command, list, page.limit, readable, ({ id }) => `--after ${id}`);
    });
  accounts
    .command('show')
    .description('show an account')
    .argument('<account-id>')
    .action(async (id: string, _options: object, command: Command) => {
      const account = await createAdminClient(command).accounts.get(id);
      printResult(command, account, () => describeAccount(account));
    });
}

function describeAccount({ id, name, available, held, createdAt }: Account): string {
  return formatFields([
    ['id', id],
    ['name', name],
    ['available', available],
    ['held', held],
    ['created', formatTime(createdAt)],
  ]);
}
