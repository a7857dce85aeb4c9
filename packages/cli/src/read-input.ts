import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { UsageError } from './usage-error.ts';

/** Content of a file or of stdin. */
export interface InputFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a folder',
  EACCES: 'permission denied',
};

/**
 * Reads a file, or stdin if the path is `-`, or if there is none and stdin is not a terminal.
 *
 * @throws UsageError if there is no input.
 * @throws Error with the path and the reason if the file cannot be read.
 */
export async function readInputFile(path: string | undefined): Promise<InputFile> {
  if (path !== undefined && path !== '-') return { name: basename(path), bytes: await readBytes(path) };
  if (path === undefined && process.stdin.isTTY) {
    throw new UsageError('no input: pass it as an argument, with --file, or pipe it in');
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return { name: 'stdin', bytes: Buffer.concat(chunks) };
}

/**
 * Reads UTF-8 text from a file or stdin, without a byte order mark.
 *
 * @throws UsageError if there is no input or it is not UTF-8.
 */
export async function readInputText(path: string | undefined): Promise<string> {
  const { name, bytes } = await readInputFile(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${name} is not UTF-8 text; quern convert makes text of documents`);
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(`cannot read ${path}: ${fileProblems[code] ?? message}`, { cause: error });
  }
}
