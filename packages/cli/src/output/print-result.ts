import type { Command } from 'commander';
import { stripControlChars } from './strip-control-chars.ts';

/** Prints a result: as JSON with `--json`, otherwise as readable text. */
export function printResult(command: Command, value: unknown, readable: () => string): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  const text = json === true ? JSON.stringify(value, null, 2) : stripControlChars(readable());
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
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
