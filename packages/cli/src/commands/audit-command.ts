import type { AuditEntry, ListAuditEntriesOptions } from '@quern/sdk';
import type { Command } from 'commander';
import { createAdminClient } from '../connection-options.ts';
import { formatTable, formatTime } from '../output/format-table.ts';
import { printPage } from '../output/print-result.ts';
import { parseInteger } from '../parse-values.ts';

/** Adds `audit`. */
export function addAuditCommand(program: Command): void {
  program
    .command('audit')
    .description('list changes by administrators, the newest first')
    .option('--from <time>', 'first day or time, such as 2026-05-01, UTC')
    .option('--to <time>', 'last day or time, included')
    .option('--action <action>', 'only this kind of change, such as key.update')
    .option('--target <id>', 'only changes of this account, key or model')
    .option('--before <entry-id>', 'list entries before this one', parseInteger)
    .option('--limit <number>', '1 to 1000 (default: 100)', parseInteger)
    .action(async (filter: ListAuditEntriesOptions, command: Command) => {
      const entries = await createAdminClient(command).audit.list(filter);
      printPage(
        command,
        entries,
        filter.limit,
        () => describeEntries(entries),
        (last) => `--before ${last.id}`,
      );
    });
}

function describeEntries(entries: readonly AuditEntry[]): string {
  return formatTable(
    ['ENTRY', 'TIME', 'ACTOR', 'ACTION', 'TARGET', 'BEFORE', 'AFTER', 'REQUEST'],
    entries.map((entry) => [
      entry.id,
      formatTime(entry.createdAt),
      entry.actor,
      entry.action,
      entry.target,
      formatValues(entry.before),
      formatValues(entry.after),
      entry.requestId,
    ]),
  );
}

const formatValues = (values: object | null): string => (values === null ? '' : JSON.stringify(values));
