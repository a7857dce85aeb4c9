import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  type Batch,
  type BatchFilter,
  type BatchRequest,
  type OperationDescriptor,
  operations,
} from '@quern/sdk';
import { type Command, Option } from 'commander';
import { createClient } from '../connection-options.ts';
import { formatFields, formatTable, formatTime } from '../output/format-table.ts';
import { printResult } from '../output/print-result.ts';
import { parseInteger } from '../parse-values.ts';
import { UsageError } from '../usage-error.ts';
import { metadataOption } from './job-commands.ts';

interface CreateOptions {
  readonly metadata?: Readonly<Record<string, string>>;
}

interface ResultOptions {
  readonly cursor?: number;
  readonly follow: boolean;
}

/** Adds `batch create|list|show|results|cancel`. */
export function addBatchCommands(program: Command): void {
  const batch = program.command('batch').description('run many requests for one operation in the background');
  batch
    .command('create')
    .description('submit requests, one per line, and print the id of the batch')
    .argument('<operation>', 'name of the operation, such as extract-entities')
    .argument(
      '[file]',
      'lines of JSON, such as {"customId": "1", "input": {"text": "…"}}; - or nothing: stdin',
    )
    .addOption(metadataOption('string that the batch is returned with'))
    .action(async (name: string, file: string | undefined, options: CreateOptions, command: Command) => {
      const operation = findOperation(name);
      const { data } = await createClient(command).batches.create(operation, readRequests(file), options);
      printResult(command, data, () => data.id);
    });
  batch
    .command('list')
    .description('list batches, the newest first')
    .addOption(
      new Option('--limit <integer>', 'maximum number of batches (default: 100)').argParser(parseInteger),
    )
    .option('--cursor <cursor>', 'where the previous page ended')
    .action(async (filter: BatchFilter, command: Command) => {
      const { data } = await createClient(command).batches.list(filter);
      printResult(command, data, () => formatBatches(data.batches));
      if (data.nextCursor !== null) console.error(`more results are available: --cursor ${data.nextCursor}`);
    });
  batch
    .command('show')
    .description('print the state of a batch')
    .argument('<id>')
    .action(async (id: string, _options: object, command: Command) => {
      const { data } = await createClient(command).batches.get(id);
      printResult(command, data, () => formatBatch(data));
    });
  batch
    .command('results')
    .description('print the results, one per line as JSON, in the order in which the requests end')
    .argument('<id>')
    .addOption(
      new Option('--cursor <integer>', 'the cursor of the last line that you have').argParser(parseInteger),
    )
    .option('--no-follow', 'do not wait for the end of the batch')
    .action(async (id: string, { cursor, follow }: ResultOptions, command: Command) => {
      for await (const result of createClient(command).batches.results(id, { cursor, follow })) {
        process.stdout.write(`${JSON.stringify(result)}\n`);
      }
    });
  batch
    .command('cancel')
    .description('cancel the requests of a batch that have not ended')
    .argument('<id>')
    .action(async (id: string, _options: object, command: Command) => {
      const { data } = await createClient(command).batches.cancel(id);
      printResult(command, data, () => formatBatch(data));
    });
}

function findOperation(name: string): OperationDescriptor {
  const known = Object.values<OperationDescriptor>(operations);
  const operation = known.find((candidate) => candidate.name === name);
  if (operation !== undefined) return operation;
  throw new UsageError(`unknown operation ${name}: use one of ${known.map((one) => one.name).join(', ')}`);
}

async function* readRequests(file: string | undefined): AsyncGenerator<BatchRequest> {
  const input = file === undefined || file === '-' ? process.stdin : createReadStream(file);
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === '') continue;
    try {
      yield JSON.parse(line) as BatchRequest;
    } catch (error) {
      throw new UsageError(`line ${number}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function formatBatches(batches: readonly Batch[]): string {
  return formatTable(
    ['ID', 'OPERATION', 'STATUS', 'REQUESTS', 'SUCCEEDED', 'FAILED', 'CREDITS', 'CREATED'],
    batches.map(({ id, operation, status, counts, usage, createdAt }) => [
      id,
      operation,
      status,
      counts.total,
      counts.succeeded,
      counts.failed,
      usage,
      formatTime(createdAt),
    ]),
  );
}

function formatBatch({ id, operation, status, counts, metadata, usage, ...times }: Batch): string {
  return formatFields([
    ['id', id],
    ['operation', operation],
    ['status', status],
    ...Object.entries(counts).map(([state, count]) => [state, count] as const),
    ...Object.entries(metadata).map(([name, value]) => [`metadata ${name}`, value] as const),
    ['created', formatTime(times.createdAt)],
    ['finished', formatTime(times.finishedAt)],
    ['expires', formatTime(times.expiresAt)],
    ['credits', usage],
  ]);
}
