import type { DryRun, UntypedData } from '@quern/sdk';
import type { Command } from 'commander';
import { stripControlChars } from './strip-control-chars.ts';

/** Prints a result: as JSON with `--json`, otherwise as readable text. */
export function printResult(command: Command, value: unknown, readable: () => string): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  const text = json === true ? JSON.stringify(value, null, 2) : stripControlChars(readable());
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Prints the warnings of a result on stderr; with `--json` they are part of the result as well. */
export function printWarnings(data: UntypedData | DryRun): void {
  for (const warning of warningsOf(data)) console.error(`warning: ${warning}`);
}

/** The messages of the warnings of a result, each in one line. */
export function warningsOf(data: UntypedData | DryRun): string[] {
  const { warnings } = data as { readonly warnings?: unknown };
  if (!Array.isArray(warnings)) return [];
  return (warnings as readonly { readonly message?: unknown }[]).map(({ message }) =>
    stripControlChars(String(message)).replace(/\s+/g, ' '),
  );
}

const pageLengthDefault = 100;

/** Prints a page of a list and, if it is full, how to request the next one (on stderr). */
export function printPage<Item>(
  command: Command,
  items: readonly Item[],
  limit: number | undefined,
  readable: () => string,
  nextPageHint: (last: Item) => string,
): void {
  printResult(command, items, readable);
  const last = items.at(-1);
  if (last !== undefined && items.length >= (limit ?? pageLengthDefault)) {
    console.error(`more results may be available: ${nextPageHint(last)}`);
  }
}
