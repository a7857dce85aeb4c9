import { createHash } from 'node:crypto';

/** SHA-256 of a checked input, files by their bytes: equal for requests that ask for the same. */
export function fingerprintRequest(input: unknown): string {
  const hash = createHash('sha256');
  const text = JSON.stringify(input, (_name, value: unknown) => {
    if (!(value instanceof Uint8Array)) return value;
    return { sha256: createHash('sha256').update(value).digest('hex') };
  });
  return hash.update(text).digest('hex');
}
