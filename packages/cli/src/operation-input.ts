import type { OperationDescriptor } from '@quern/sdk';
import { isFolder } from './batch/list-files.ts';
import { readInputFile, readInputText } from './read-input.ts';
import { isFileArgument } from './text-argument.ts';
import { UsageError } from './usage-error.ts';

/** A URL with a protocol; a single letter before the colon would be a drive of Windows. */
const urlPattern = /^(?:data:|[a-z][a-z0-9+.-]+:\/\/)/i;

/** Where the primary input of an operation is. */
export interface InputSources {
  /** A text, a URL, or the path of a file. */
  readonly argument: string | undefined;
  /** A text, never a path. */
  readonly text?: string | undefined;
  /** The path of a file. */
  readonly file?: string | undefined;
}

/** Whether an argument is a URL and not a path. */
export const isUrlArgument = (argument: string): boolean => urlPattern.test(argument);

/**
 * The primary input of an operation, from the argument, `--text`, `--file` or stdin (`-`, or nothing when input is piped).
 * An argument that names a file is read where a text is expected; where a file may replace a URL, so is one that is not a
 * URL.
 *
 * @throws UsageError if it is given twice or not at all, if it looks like the path of a file that does not exist, or if
 *   text is not UTF-8.
 */
export async function toOperationInput(
  operation: OperationDescriptor,
  { argument, text, file: path }: InputSources,
): Promise<Readonly<Record<string, unknown>>> {
  if (argument !== undefined && path !== undefined) {
    throw new UsageError('give either an argument or --file, not both');
  }
  const { primaryInput, primaryInputKind, file } = operation;
  if (text !== undefined) {
    if (argument !== undefined || path !== undefined) {
      throw new UsageError('give --text, --file or an argument, only one of them');
    }
    return { [primaryInput]: text };
  }
  const source = argument ?? path;
  if (argument !== undefined && argument !== '-') {
    const isPath =
      primaryInputKind === 'text'
        ? await isFileArgument(argument)
        : file !== undefined && !isUrlArgument(argument);
    if (!isPath) return { [primaryInput]: argument };
  }
  if (file !== undefined) {
    if (source !== undefined && (await isFolder(source))) {
      throw new UsageError(`${source} is a folder; name a folder for the results with --output`);
    }
    return { [file.property]: await readInputFile(source) };
  }
  if (primaryInputKind === 'text') return { [primaryInput]: await readInputText(source) };
  throw new UsageError(`<${primaryInput}> must be a URL`);
}
