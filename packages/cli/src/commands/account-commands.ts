import type { Account, UpdateAccountInput } from '@quern/sdk';
import type { Command } from 'commander';
import { createAdminClient } from '../connection-options.ts';
import { formatFields, formatTable, formatTime } from '../output/format-table.ts';
import { printPage, printResult } from '../output/print-result.ts';
import { parseInteger } from '../parse-values.ts';

/** Adds `accounts create|list|show|update|disable|enable`. */
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
          ['ID', 'NAME', 'AVAILABLE', 'HELD', 'DISABLED', 'CREATED'],
          list.map(({ id, name, available, held, disabledAt, createdAt }) => [
            id,
            name,
            available,
            held,
            formatTime(disabledAt),
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
  addChangeCommands(accounts);
}

function addChangeCommands(accounts: Command): void {
  const change = async (id: string, input: UpdateAccountInput, command: Command): Promise<void> => {
    const account = await createAdminClient(command).accounts.update(id, input);
    printResult(command, account, () => describeAccount(account));
  };
  accounts
    .command('update')
    .description('rename an account')
    .argument('<account-id>')
    .option('--name <name>', 'name of the account')
    .action((id: string, { name }: { name?: string }, command: Command) => change(id, { name }, command));
  accounts
    .command('disable')
    .description('refuse the keys of an account; running requests end normally')
    .argument('<account-id>')
    .action((id: string, _options: object, command: Command) => change(id, { disabled: true }, command));
  accounts
    .command('enable')
    .description('accept the keys of a disabled account again')
    .argument('<account-id>')
    .action((id: string, _options: object, command: Command) => change(id, { disabled: false }, command));
}

function describeAccount({ id, name, available, held, disabledAt, createdAt }: Account): string {
  return formatFields([
    ['id', id],
    ['name', name],
    ['available', available],
    ['held', held],
    ['disabled', formatTime(disabledAt) || 'no'],
    ['created', formatTime(createdAt)],
  ]);
}
