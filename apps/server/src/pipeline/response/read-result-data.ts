import { readBlobBytes } from '../../storage/blobs/read-blob-bytes.ts';
import type { StoredBody } from '../../storage/driver/stored-body.ts';
import type { ResultStore } from '../../storage/result-store.ts';
import { unwrapDataJson } from './response-body.ts';

/**
 * Reads the JSON of the result of a job, without the envelope of a response.
 *
 * @returns undefined if it was removed to free space
 */
export async function readResultData(
  result: StoredBody,
  results: Pick<ResultStore, 'open'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (result.kind === 'inline') return result.body;
  const blob = await results.open(result.digest);
  return blob && unwrapDataJson(await readBlobBytes(blob, signal));
}
