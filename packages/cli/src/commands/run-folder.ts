import { type DryRun, type OperationDescriptor, type Quern, QuernError, type UntypedData } from '@quern/sdk';
import { type Command, Option } from 'commander';
import { isFolder, listFiles, outputName } from '../batch/list-files.ts';
import { runFiles } from '../batch/run-files.ts';
import { formatError } from '../format-error.ts';
import { warningsOf } from '../output/print-result.ts';
import { isDryRun, renderDryRun, renderResult } from '../output/render-result.ts';
import { writePictures } from '../output/write-pictures.ts';
import { parseInteger } from '../parse-values.ts';
import { UsageError } from '../usage-error.ts';

/** Options of commands that take files and folders. */
export interface FolderOptions {
  readonly output?: string;
  readonly concurrency?: number;
  readonly overwrite?: boolean;
}

const concurrencyDefault = 4;
const concurrencyMax = 64;

/** Adds the options for folders to the command of an operation that takes files. */
export function addFolderOptions(command: Command): void {
  command
    .addOption(
      new Option(
        '-o, --output <folder>',
        'write the result of the file, or of every file of the folder, to this folder; files with a newer result are skipped, and files with the same content are charged once',
      ),
    )
    .addOption(
      new Option(
        '--concurrency <integer>',
        `files of a folder at the same time (default: ${concurrencyDefault})`,
      ).argParser(parseInteger),
    )
    .addOption(new Option('--overwrite', 'compute and charge results again that exist in the output folder'));
}

/**
 * Runs an operation on a file or on all files of a folder, and writes the results to the output folder. Problems of
 * single files are printed, and do not stop the others.
 *
 * @param input the other inputs of the operation
 * @throws UsageError for invalid options; Error if a file failed
 */
export async function runFolder(
  client: Quern,
  operation: OperationDescriptor,
  path: string,
  input: Readonly<Record<string, unknown>>,
  command: Command,
): Promise<void> {
  const {
    json,
    output = '',
    concurrency = concurrencyDefault,
    overwrite = false,
  } = command.optsWithGlobals<FolderOptions & { readonly json?: boolean }>();
  if (!(concurrency >= 1 && concurrency <= concurrencyMax))
    throw new UsageError(`--concurrency must be from 1 to ${concurrencyMax}`);
  const { file, plainResult } = operation;
  if (file === undefined) throw new UsageError(`${operation.name} takes no files`);
  const isPdf = json !== true && input['output'] === 'pdf';
  const hasPictures = json !== true && !isPdf && input['images'] === true;
  const extension = json === true ? 'json' : isPdf ? 'pdf' : plainResult === 'markdown' ? 'md' : 'txt';
  const files = (await isFolder(path))
    ? await listFiles(path, output, extension)
    : [{ path, output: outputName(path, extension) }];
  const counts = await runFiles(
    files,
    async (bytes, idempotencyKey, target) => {
      // Without its name, so that a file with the same content is the same request.
      const data = await callOnce(client, operation, { ...input, [file.property]: bytes }, idempotencyKey);
      const warnings = warningsOf(data);
      if (isPdf) return { content: await downloadPdf(client, data), warnings };
      const readable = () => (isDryRun(data) ? renderDryRun(data) : renderResult(data, plainResult));
      const text = json === true ? JSON.stringify(data, null, 2) : readable().trimEnd();
      const content = hasPictures && !isDryRun(data) ? await writePictures(client, data, text, target) : text;
      return { content: `${content}\n`, warnings };
    },
    {
      outputFolder: output,
      concurrency,
      overwrite,
      dependsOnTarget: hasPictures,
      keyPrefix: JSON.stringify([operation.name, input]),
      stream: process.stderr,
      formatError: describeFailure,
    },
  );
  const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped (their results are newer)`;
  const summary = `${counts.done} of ${files.length} files written to ${output}${skipped}`;
  if (counts.failed > 0) throw new Error(`${summary}, ${counts.failed} failed`);
  console.error(summary);
}

/** Calls an operation with a key that is derived from the content and the options, so that a repetition is free. */
async function callOnce(
  client: Quern,
  operation: OperationDescriptor,
  input: Readonly<Record<string, unknown>>,
  idempotencyKey: string,
): Promise<UntypedData | DryRun> {
  try {
    return (await client.call(operation, input, { idempotencyKey })).data;
  } catch (error) {
    if (!(error instanceof QuernError) || error.code !== 'idempotency_mismatch') throw error;
    // The service read the earlier request differently: it was updated, and the defaults of its options changed.
    return (await client.call(operation, input)).data;
  }
}

/** Downloads the PDF of a result. */
async function downloadPdf(client: Quern, data: UntypedData | DryRun): Promise<Uint8Array> {
  const { pdf } = data as { readonly pdf?: { readonly url: string } };
  if (pdf === undefined) throw new Error('the service returned no PDF: is it older than this command?');
  return client.files.get(pdf.url);
}

function describeFailure(error: unknown): string {
  const line = formatError(error).line?.replace(/^quern: /, '') ?? String(error);
  const isEvicted = error instanceof QuernError && error.code === 'idempotent_response_evicted';
  return isEvicted ? `${line}; --overwrite computes and charges it again` : line;
}
