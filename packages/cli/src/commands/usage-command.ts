import type { Usage, UsagePeriod } from '@quern/sdk';
import type { Command } from 'commander';
import { createClient } from '../connection-options.ts';
import { formatFields, formatTable, formatTime } from '../output/format-table.ts';
import { printResult } from '../output/print-result.ts';

/** Adds `usage`. */
export function addUsageCommand(program: Command): void {
  program
    .command('usage')
    .description('show the balance of your account, and what your key has been charged')
    .option('--from <date>', 'first day, such as 2026-05-01, UTC (default: 29 days before the last)')
    .option('--to <date>', 'last day, UTC (default: today)')
    .action(async (period: UsagePeriod, command: Command) => {
      const { data } = await createClient(command).usage(period);
      printResult(command, data, () => formatUsage(data));
    });
}

function formatUsage({ account, key, from, to, totals, daily }: Usage): string {
  const fields = formatFields([
    ['available', account.available],
    ['held', account.held],
    ['key', `${key.name} (${key.id})`],
    ['scopes', key.scopes.join(', ')],
    ['spent', key.budget === null ? key.spent : `${key.spent} of ${key.budget}`],
    ['expires', formatTime(key.expiresAt)],
    ['period', `${from} to ${to}`],
  ]);
  if (totals.length === 0) return `${fields}\n\nnothing was charged in this period`;
  const columns = ['REQUESTS', 'CREDITS'];
  const byOperation = formatTable(
    ['OPERATION', ...columns],
    totals.map(({ operation, requests, credits }) => [operation, requests, credits]),
  );
  const byDay = formatTable(
    ['DATE', 'OPERATION', ...columns],
    daily.map(({ date, operation, requests, credits }) => [date, operation, requests, credits]),
  );
  return `${fields}\n\n${byOperation}\n\n${byDay}`;
}
