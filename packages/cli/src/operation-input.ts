import type { OperationDescriptor } from '@quern/sdk';
import { readInputFile, readInputText } from './read-input.ts';
import { UsageError } from './usage-error.ts';

/** A URL with a protocol; a single letter before the colon would be a drive of Windows. */
const urlPattern = /^(?:data:|[a-z][a-z0-9+.-]+:\/\/)/i;

/**
 * The primary input of an operation, from the argument, `--file` or stdin (`-`, or nothing when input is piped). Where a
 * file may replace a URL, an argument that is not a URL is the path of a file.
 *
 * @throws UsageError if it is given twice or not at all, or if text is not UTF-8.
 */
export async function toOperationInput(
  operation: OperationDescriptor,
  argument: string | undefined,
  path: string | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  if (argument !== undefined && path !== undefined) {
    throw new UsageError('give either an argument or --file, not both');
  }
  const { primaryInput, primaryInputKind, file } = operation;
  const source = argument ?? path;
  if (argument !== undefined && argument !== '-') {
    const isPath = file !== undefined && primaryInputKind !== 'text' && !urlPattern.test(argument);
    if (!isPath) return { [primaryInput]: argument };
  }
  if (file !== undefined) return { [file.property]: await readInputFile(source) };
  if (primaryInputKind === 'text') return { [primaryInput]: await readInputText(source) };
  throw new UsageError(`<${primaryInput}> must be a URL`);
}
