import type { Operation, ParsedRequest, PreparedRun } from '../operations/define-operation.ts';
import type { OpenBlob } from '../storage/blobs/blob-store.ts';
import { readBlobBytes } from '../storage/blobs/read-blob-bytes.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { responseSuffix } from '../storage/response-envelope.ts';
import { fingerprintRequest } from './fingerprint-request.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { EncodedResult } from './response/response-body.ts';

/** The dependencies of reading earlier results. */
type ReuseContext = Pick<PipelineContext, 'store' | 'now' | 'reuseSlots' | 'reportUnreadableResult'>;

/** A request that may accept an earlier result. */
interface ReuseRequest {
  readonly operation: Operation;
  readonly parsed: ParsedRequest;
  readonly key: KeyRecord;
  /** Whether only the price is wanted: the result is found, but not read. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/** An earlier result. */
export interface ReusableResult {
  /** Returns the result free of charge. */
  readonly prepared: PreparedRun;
  /** Returns the slot of the result, which is in memory. Call it once, after the response has been stored. */
  readonly release: () => void;
}

/**
 * Finds the result of an earlier equal request of the same account that the request accepts instead of a new one. A
 * result that cannot be read is reported and ignored.
 *
 * @returns undefined if there is none
 * @throws the reason of `signal` when it is aborted
 */
export async function findReusableResult(
  { operation, parsed: { input, reuseMaxAgeMs }, key, dryRun, signal }: ReuseRequest,
  context: ReuseContext,
): Promise<ReusableResult | undefined> {
  const { now, store } = context;
  if (reuseMaxAgeMs === undefined || reuseMaxAgeMs <= 0) return undefined;
  const owner = { accountId: key.accountId, operation: operation.name };
  const blob = await store.results.findRecent(
    { ...owner, fingerprint: await fingerprintReusable(input) },
    now() - reuseMaxAgeMs,
    now(),
  );
  if (blob === undefined) return undefined;
  if (dryRun) {
    await blob.close();
    return { prepared: freeRun, release: () => undefined };
  }
  return readReusable(blob, signal, context);
}

const freeRun: PreparedRun = { price: 0, tokenCount: undefined, run: async () => ({}) };

/** Reads a result in a slot. The slot is kept with the result, since slots bound the memory of all results. */
async function readReusable(
  blob: OpenBlob,
  signal: AbortSignal,
  { reuseSlots, reportUnreadableResult }: ReuseContext,
): Promise<ReusableResult | undefined> {
  try {
    await reuseSlots.acquire(signal);
  } catch (error) {
    await blob.close();
    throw error;
  }
  let reused: EncodedResult | undefined;
  try {
    reused = markAsCached(await readBlobBytes(blob, signal));
  } catch (error) {
    signal.throwIfAborted();
    reportUnreadableResult(error);
  } finally {
    if (reused === undefined) reuseSlots.release();
  }
  if (reused === undefined) return undefined;
  return { prepared: { ...freeRun, reused }, release: () => reuseSlots.release() };
}

/**
 * Returns the fingerprint of an input without `maxAge` and `timeout`, which do not change the result. It depends
 * neither on the order of fields nor on whether empty fields are left out.
 */
export function fingerprintReusable(input: unknown): Promise<string> {
  const compared = typeof input === 'object' ? { ...input, maxAge: undefined, timeout: undefined } : input;
  return fingerprintRequest(canonicalize(compared));
}

/** Sorts the fields of objects, and removes those whose value is an empty array or an empty object. */
function canonicalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalize);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  const fields = Object.entries(value)
    .filter(([, field]) => !isEmpty(field))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, canonicalize(field)]));
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Uint8Array) &&
  Object.keys(value).length === 0;

/** The end of a stored result: its usage and its id, which the pipeline writes last, in this order. */
const tailPattern = /,"usage":\d{1,15}(,"[a-z_]{1,50}":"[A-Za-z0-9_]{1,100}")\}\}$/;
const tailLengthMax = 300;

/** Sets `usage` to 0 and adds `cached`, without parsing a body that may have megabytes. */
function markAsCached(body: Buffer): EncodedResult | undefined {
  const tailStart = Math.max(0, body.length - tailLengthMax);
  const tail = body.toString('latin1', tailStart);
  const found = tailPattern.exec(tail);
  if (found === null) return undefined;
  const end = Buffer.from(`,"usage":0${found[1]},"cached":true}${responseSuffix}`);
  const chunks = [body.subarray(0, body.length - found[0].length), end];
  return { chunks, size: chunks.reduce((sum, chunk) => sum + chunk.length, 0) };
}
