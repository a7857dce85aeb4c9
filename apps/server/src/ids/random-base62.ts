import { randomBytes } from 'node:crypto';

/** The digits of base 62, in ASCII order. */
export const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The character codes of the digits. */
const codes = Uint8Array.from(base62Alphabet, (digit) => digit.charCodeAt(0));

/** A system call for a few random bytes costs as much as one for a few thousand. */
const poolBytes = 8192;
let pool = randomBytes(0);
let position = 0;
/** The text that is being made: joining strings would take several times its memory. */
const text = Buffer.alloc(256);

/**
 * Returns `length` random characters of the base 62 alphabet, each equally likely.
 *
 * Numbers of two bytes above 65347 (17 × 62² − 1) are rejected, since a plain modulo would favor the first pairs.
 *
 * @param length at most 255
 */
export function randomBase62(length: number): string {
  for (let at = 0; at < length; ) {
    const number = takeByte() * 256 + takeByte();
    if (number >= 65_348) continue;
    text[at] = codes[Math.floor(number / 62) % 62] ?? 0;
    text[at + 1] = codes[number % 62] ?? 0;
    at += 2;
  }
  const made = text.toString('latin1', 0, length);
  text.fill(0, 0, length + 1);
  return made;
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
