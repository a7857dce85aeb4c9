import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { UsageError } from './usage-error.ts';

export interface InputFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The file that `--file` names (`-` is stdin), or stdin when nothing was given and something is piped in. */
export async function readInputFile(file: string | undefined): Promise<InputFile> {
  if (file !== undefined && file !== '-') return { name: basename(file), bytes: await readFile(file) };
  if (file === undefined && process.stdin.isTTY) {
    throw new UsageError('nothing to work on: give it as an argument, with --file, or pipe it in');
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return { name: 'stdin', bytes: Buffer.concat(chunks) };
}

/** The text of an argument, a file or stdin. Bytes must be UTF-8; a byte order mark at their start is dropped. */
export async function readInputText(argument: string | undefined, file: string | undefined): Promise<string> {
  rejectDuplicateInput(argument, file);
  if (argument !== undefined) return argument;
  const { name, bytes } = await readInputFile(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${name} is not UTF-8 text`);
  }
}

/** Throws when the input is given twice. */
export function rejectDuplicateInput(argument: string | undefined, file: string | undefined): void {
  if (argument !== undefined && file !== undefined) {
    throw new UsageError('give either an argument or --file, not both');
  }
}
