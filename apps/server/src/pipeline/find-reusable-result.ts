import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { Operation, ParsedRequest, PreparedRun } from '../operations/define-operation.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { responseSuffix } from '../storage/response-envelope.ts';
import { fingerprintRequest } from './fingerprint-request.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { EncodedResult } from './response-body.ts';

/**
 * Finds the result of an earlier equal request of the same account that the request accepts instead of a new one.
 *
 * @returns a run that returns it free of charge; undefined without one
 */
export async function findReusableResult(
  operation: Operation,
  { input, reuseMaxAgeMs }: ParsedRequest,
  key: KeyRecord,
  { store: { results }, now }: Pick<PipelineContext, 'store' | 'now'>,
): Promise<PreparedRun | undefined> {
  if (reuseMaxAgeMs === undefined || reuseMaxAgeMs <= 0) return undefined;
  const owner = { accountId: key.accountId, operation: operation.name };
  const blob = await results.findRecent(
    { ...owner, fingerprint: fingerprintReusable(input) },
    now() - reuseMaxAgeMs,
    now(),
  );
  if (blob === undefined) return undefined;
  const body = await buffer(blob.stream().pipe(createGunzip()));
  const reused = markAsCached(body);
  if (reused === undefined) return undefined;
  return { price: 0, tokenCount: undefined, reused, run: async () => ({}) };
}

/** Returns the fingerprint of an input without `maxAge`, which does not change the result. */
export function fingerprintReusable(input: unknown): string {
  return fingerprintRequest(typeof input === 'object' ? { ...input, maxAge: undefined } : input);
}

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
