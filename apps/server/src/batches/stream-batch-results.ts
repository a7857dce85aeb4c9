import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { evictedResult } from '../pipeline/encode-job.ts';
import { unwrapDataJson } from '../pipeline/response/response-body.ts';
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
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

const pageLength = 100;
const intervalMs = 250;

/**
 * Streams the results of a batch as lines of JSON, in the order in which the requests ended. Each line has a `cursor`, after
 * which another call can continue. One result is in memory at a time.
 */
export async function* streamBatchResults({
  batches,
  results,
  batchId,
  after,
  limit,
  mustWait,
  signal,
}: BatchResultSource): AsyncGenerator<string> {
  let last = after;
  let remaining = limit;
  while (remaining > 0 && !signal.aborted) {
    const canWait = await mustWait();
    const page = await batches.listResults(batchId, last, Math.min(pageLength, remaining));
    for (const result of page) {
      yield await encodeLine(result, results, signal);
      last = result.order;
    }
    remaining -= page.length;
    if (page.length > 0) continue;
    if (!canWait) return;
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}

async function encodeLine(
  { order, index, customId, status, credits, requestId, result, error }: BatchResult,
  results: Pick<ResultStore, 'open'>,
  signal: AbortSignal,
): Promise<string> {
  const head = JSON.stringify({ cursor: order, index, customId, status, usage: credits }).slice(0, -1);
  if (error !== null) return `${head},"error":${error}}\n`;
  if (result === undefined) return `${head}}\n`;
  const data = result.kind === 'inline' ? result.body : await readBlob(result.digest, results, signal);
  if (data === undefined) return `${head},"error":${JSON.stringify(evictedResult(requestId))}}\n`;
  return `${head},"data":${data}}\n`;
}

async function readBlob(
  digest: string,
  results: Pick<ResultStore, 'open'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const blob = await results.open(digest);
  if (blob === undefined) return undefined;
  return unwrapDataJson(await pipeline(blob.stream(), createGunzip(), buffer, { signal }));
}
