import { createHash } from 'node:crypto';
import type { ParsePace } from '../xml/parse-xml-bytes.ts';

/** Office repeats the hash 50,000 or 100,000 times. */
export const spinsMax = 1_000_000;
const spinsPerYield = 10_000;

/** Hashes data in parts. */
export function hashOf(algorithm: string, ...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/**
 * Hashes a password again and again ([MS-OFFCRYPTO] 2.3.4.7, 2.3.4.11).
 *
 * @throws the signal's reason when aborted
 */
export async function spinHash(
  algorithm: string,
  salt: Buffer,
  password: string,
  spins: number,
  { signal, yieldIfDue }: ParsePace,
): Promise<Buffer> {
  let hash = hashOf(algorithm, salt, Buffer.from(password, 'utf16le'));
  const number = Buffer.alloc(4);
  for (let spin = 0; spin < spins; spin++) {
    number.writeUInt32LE(spin);
    hash = hashOf(algorithm, number, hash);
    if (spin % spinsPerYield > 0) continue;
    signal?.throwIfAborted();
    await yieldIfDue?.();
  }
  return hash;
}
