import type { OperationDescriptor } from '@quern/sdk';
import { readInputFile, readInputText } from './read-input.ts';
import { UsageError } from './usage-error.ts';

/**
 * The primary input of an operation, from the argument, `--file` or stdin (`-`, or nothing when input is piped).
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
  if (argument !== undefined && argument !== '-') return { [primaryInput]: argument };
  const source = argument ?? path;
  if (file !== undefined) return { [file.property]: await readInputFile(source) };
  if (primaryInputKind === 'text') return { [primaryInput]: await readInputText(source) };
  if (primaryInputKind === 'url') throw new UsageError(`<${primaryInput}> must be a URL`);
  return { [primaryInput]: toDataUrl((await readInputFile(source)).bytes) };
}

/** The service detects the format from the content, so the media type need not be known. */
function toDataUrl(bytes: Uint8Array): string {
  return `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
}
