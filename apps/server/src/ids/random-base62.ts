import { randomBytes } from 'node:crypto';

/** The digits of base 62, in ASCII order. */
export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A system call for a few random bytes costs as much as one for a few thousand. */
const poolBytes = 8192;
let pool = randomBytes(0);
let position = 0;

/**
 * Returns `length` random characters of the base 62 alphabet, each equally likely.
 *
 * Bytes above 247 (4 × 62 − 1) are rejected, since a plain modulo would favor the first characters.
 */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    if (position >= pool.length) {
      pool = randomBytes(poolBytes);
      position = 0;
    }
    const byte = pool[position] ?? 255;
    // A key may be made of this byte: it must not stay readable in memory.
    pool[position] = 0;
    position += 1;
    if (byte < 248) text += base62Alphabet[byte % 62];
  }
  return text;
}
