import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { OpenBlob } from './blob-store.ts';

/** Reads the content of a blob into memory, and closes the blob. @throws if `signal` is aborted */
export function readBlobBytes(blob: Pick<OpenBlob, 'stream'>, signal: AbortSignal): Promise<Buffer> {
  return pipeline(blob.stream(), createGunzip(), buffer, { signal });
}
