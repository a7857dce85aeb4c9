import { randomBytes } from 'node:crypto';

/** The digits of base 62, in ASCII order. */
export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** All pairs of digits: a text of pairs takes half as many steps. */
const pairs = Array.from(
  { length: 62 * 62 },
  (_, index) => `${base62Alphabet[Math.floor(index / 62)]}${base62Alphabet[index % 62]}`,
);

/** A system call for a few random bytes costs as much as one for a few thousand. */
const poolBytes = 8192;
let pool = randomBytes(0);
let position = 0;

/**
 * Returns `length` random characters of the base 62 alphabet, each equally likely.
 *
 * Numbers of two bytes above 65347 (17 × 62² − 1) are rejected, since a plain modulo would favor the first pairs.
 */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    const number = takeByte() * 256 + takeByte();
    if (number < 65_348) text += pairs[number % pairs.length];
  }
  return text.length === length ? text : text.slice(0, length);
}

function takeByte(): number {
  if (position >= pool.length) {
    pool = randomBytes(poolBytes);
    position = 0;
  }
  const byte = pool[position] ?? 0;
  // A key may be made of this byte: it must not stay readable in memory.
  pool[position] = 0;
  position += 1;
  return byte;
}
