import { streamJsonLines } from '../jobs/stream-json-lines.ts';
import { evictedResult } from '../pipeline/jobs/encode-job.ts';
import { readResultData } from '../pipeline/response/read-result-data.ts';
import type { BatchResult } from '../storage/batches/batch.ts';
import type { BatchStore } from '../storage/batches/batch-store.ts';
import type { ResultStore } from '../storage/result-store.ts';

/** A batch whose results are streamed. */
export interface BatchResultSource {
  readonly batches: Pick<BatchStore, 'listResults'>;
  readonly results: Pick<ResultStore, 'open'>;
  readonly batchId: string;
  /** The `cursor` of the last result that the client has received; 0 for none. */
  readonly after: number;
  /** Maximum number of results. */
  readonly limit: number;
  /** Returns whether to wait for further results; undefined if all have ended. */
  readonly mustWait: () => Promise<boolean>;
  /** Returns the fields of a line that identify its request. */
  readonly identify: (result: BatchResult) => object;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

/**
 * Streams the results of a batch as lines of JSON, in the order in which the requests ended. Each line has a `cursor`, after
 * which another call can continue. One result is in memory at a time.
 */
export function streamBatchResults({
  batches,
  results,
  batchId,
  identify,
  ...stream
}: BatchResultSource): AsyncGenerator<string> {
  return streamJsonLines({
    ...stream,
    list: (after, limit) => batches.listResults(batchId, after, limit),
    positionOf: ({ order }) => order,
    encode: (result) => encodeLine(result, identify, results, stream.signal),
  });
}

async function encodeLine(
  batchResult: BatchResult,
  identify: BatchResultSource['identify'],
  results: Pick<ResultStore, 'open'>,
  signal: AbortSignal,
): Promise<string> {
  const { order, status, credits, requestId, result, error } = batchResult;
  const fields = { cursor: order, ...identify(batchResult), status, usage: credits };
  const head = JSON.stringify(fields).slice(0, -1);
  if (error !== null) return `${head},"error":${error}}\n`;
  if (result === undefined) return `${head}}\n`;
  const data = await readResultData(result, results, signal);
  if (data === undefined) return `${head},"error":${JSON.stringify(evictedResult(requestId))}}\n`;
  return `${head},"data":${data}}\n`;
}
