import { createHash, subtle } from 'node:crypto';
import { isRecord } from '@quern/runtime/is-record';

/**
 * Returns the SHA-256 of a validated input, with files replaced by their hashes: equal for equal requests. Files are
 * hashed by the thread pool of Node.js, since 16 MiB take tens of milliseconds.
 */
export async function fingerprintRequest(input: unknown): Promise<string> {
  const hashes = new Map<Uint8Array, string>();
  for (const file of findFiles(input)) hashes.set(file, await sha256(file));
  const text = JSON.stringify(input, (_name, value: unknown) =>
    value instanceof Uint8Array ? { sha256: hashes.get(value) } : value,
  );
  return createHash('sha256').update(text).digest('hex');
}

function findFiles(value: unknown): Uint8Array<ArrayBuffer>[] {
  if (value instanceof Uint8Array) return [value as Uint8Array<ArrayBuffer>];
  if (Array.isArray(value)) return value.flatMap(findFiles);
  return isRecord(value) ? Object.values(value).flatMap(findFiles) : [];
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await subtle.digest('SHA-256', bytes)).toString('hex');
}
