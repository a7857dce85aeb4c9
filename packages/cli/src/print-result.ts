import type { Command } from 'commander';
import { printable } from './printable.ts';

/** Prints a result: as JSON with `--json`, else the readable text. */
export function printResult(command: Command, value: unknown, readable: () => string): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  const text = json === true ? JSON.stringify(value, null, 2) : printable(readable());
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}
