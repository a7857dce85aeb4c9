import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a validated input, with files replaced by their hashes: equal for equal requests. */
export function fingerprintRequest(input: unknown): string {
  const text = JSON.stringify(input, (_name, value: unknown) => {
    if (!(value instanceof Uint8Array)) return value;
    return { sha256: createHash('sha256').update(value).digest('hex') };
  });
  return createHash('sha256').update(text).digest('hex');
}
