import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'qn_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bodyLength = 30;
const checksumLength = 6;

/** CRC-32 (IEEE 802.3) of the text, base62, padded to six characters. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < checksumLength; place += 1) {
    digits = (alphabet[rest % 62] ?? '0') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Asking the system for randomness costs the same for a few bytes as for a few thousand. */
const poolBytes = 8192;
let pool = randomBytes(0);
let drawn = 0;

/** `length` characters of the alphabet, each equally likely (bytes over 247 are drawn again). */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    if (drawn >= pool.length) {
      pool = randomBytes(poolBytes);
      drawn = 0;
    }
    const byte = pool[drawn] ?? 255;
    // What was used once must not be readable in memory again: a key may be made of it.
    pool[drawn] = 0;
    drawn += 1;
    if (byte < 248) text += alphabet[byte % 62];
  }
  return text;
}

/** A new API key: `qn_live_`, 30 random characters (178 bits), 6 of checksum. */
export function generateKey(): string {
  const body = randomBase62(bodyLength);
  return `${prefix}${body}${checksum(body)}`;
}

/** `mistyped` of a text that looks like a key of ours whose checksum does not match; `foreign` of any other text. */
export function checkKeyFormat(text: string): 'sound' | 'mistyped' | 'foreign' {
  if (!text.startsWith(prefix)) return 'foreign';
  const rest = text.slice(prefix.length);
  if (rest.length !== bodyLength + checksumLength) return 'mistyped';
  return checksum(rest.slice(0, bodyLength)) === rest.slice(bodyLength) ? 'sound' : 'mistyped';
}

/** SHA-256, hex: enough for a secret of 178 random bits; a slow hash guards only secrets that can be guessed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The ends of a key, to recognise it by. */
export function redactKey(key: string): string {
  return key.startsWith(prefix)
    ? `${key.slice(0, 12)}…${key.slice(-4)}`
    : `${key.slice(0, 4)}…${key.slice(-4)}`;
}
