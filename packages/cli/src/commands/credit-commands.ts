import type { LedgerEntry } from '@quern/sdk';
import type { Command } from 'commander';
import { createAdminClient } from '../connection-options.ts';
import { formatFields, formatTable, formatTime } from '../output/format-table.ts';
import { printPage, printResult } from '../output/print-result.ts';
import { parseInteger } from '../parse-values.ts';

/** Adds `credits grant|balance|history`. */
export function addCreditCommands(program: Command): void {
  const credits = program.command('credits').description('manage credits');
  credits
    .command('grant')
    .description('add credits; a negative amount (after --) removes some')
    .argument('<account-id>')
    .argument('<amount>', 'whole credits', parseInteger)
    .option('--note <text>', 'reason, shown in the history')
    .action(async (accountId: string, amount: number, { note }: { note?: string }, command: Command) => {
      const available = await createAdminClient(command).credits.grant({ accountId, amount, note });
      printResult(command, { available }, () => formatFields([['available', available]]));
    });
  credits
    .command('balance')
    .description('show the balance of an account')
    .argument('<account-id>')
    .action(async (id: string, _options: object, command: Command) => {
      const { available, held } = await createAdminClient(command).accounts.get(id);
      printResult(command, { available, held }, () =>
        formatFields([
          ['available', available],
          ['held', held],
        ]),
      );
    });
  credits
    .command('history')
    .description('show the ledger entries of an account, newest first')
    .argument('<account-id>')
    .option('--before <entry-id>', 'list entries before this one', parseInteger)
    .option('--limit <number>', '1 to 1000 (default: 100)', parseInteger)
    .action(async (id: string, page: { before?: number; limit?: number }, command: Command) => {
      const entries = await createAdminClient(command).credits.entries(id, page);
      printPage(
        command,
        entries,
        page.limit,
        () => describeEntries(entries),
        (last) => `--before ${last.id}`,
      );
    });
}

function describeEntries(entries: readonly LedgerEntry[]): string {
  return formatTable(
    ['ENTRY', 'TIME', 'KIND', 'AMOUNT', 'FROM', 'TO', 'OPERATION', 'REQUEST', 'NOTE'],
    entries.map((entry) => [
      entry.id,
      formatTime(entry.createdAt),
      entry.kind,
      entry.amount,
      entry.debit,
      entry.credit,
      entry.operation,
      entry.requestId,
      entry.note,
    ]),
  );
}
