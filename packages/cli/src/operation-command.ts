import type { CallOptions, DryRun, QuernResponse } from '@quern/sdk';
import type { Command } from 'commander';
import { printResult } from './print-result.ts';

interface GivenCall {
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
  readonly requestId?: string;
}

/** A command of an operation, with the options that all operations share. */
export function addOperationCommand(program: Command, usage: string, description: string): Command {
  return program
    .command(usage)
    .description(description)
    .option('--dry-run', 'only check the input and tell the price')
    .option('--idempotency-key <key>', 'the same key and input are charged once')
    .option('--request-id <id>', "your id of the request, for the service's log");
}

export function readCallOptions(command: Command): CallOptions {
  const { dryRun, idempotencyKey, requestId } = command.opts<GivenCall>();
  return { dryRun: dryRun === true, idempotencyKey, requestId };
}

/** Prints the data of an answer, or the price that a dry run told. */
export function printResponse<Data extends object>(
  command: Command,
  { data }: QuernResponse<Data | DryRun>,
  readable: (data: Data) => string,
): void {
  printResult(command, data, () => (isDryRun(data) ? describePrice(data) : readable(data)));
}

function isDryRun(data: object): data is DryRun {
  return 'dryRun' in data && data.dryRun === true;
}

function describePrice({ price, balance, tokenCount }: DryRun): string {
  const tokens = tokenCount === undefined ? '' : `; ${tokenCount} tokens`;
  return `would cost ${price} of ${balance} credits${tokens}`;
}
