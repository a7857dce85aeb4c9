import { crc32 } from 'node:zlib';
import { base62Alphabet, randomBase62 } from '../ids/random-base62.ts';

const keyPrefix = 'qn_live_';
const bodyLength = 30;
const checksumLength = 6;

/** `bad_checksum`: the text looks like a generated key but was mistyped. `other`: it does not look like one. */
export type KeyFormat = 'valid' | 'bad_checksum' | 'other';

/** Generates an API key: `qn_live_`, 30 random characters (178 bits) and a checksum of 6 characters. */
export function generateKey(): string {
  const body = randomBase62(bodyLength);
  return `${keyPrefix}${body}${checksum(body)}`;
}

/** Checks a text against the format of generated keys, without a database lookup. */
export function checkKeyFormat(text: string): KeyFormat {
  if (!text.startsWith(keyPrefix)) return 'other';
  const rest = text.slice(keyPrefix.length);
  if (rest.length !== bodyLength + checksumLength) return 'bad_checksum';
  return checksum(rest.slice(0, bodyLength)) === rest.slice(bodyLength) ? 'valid' : 'bad_checksum';
}

/** Returns the first and last characters of a key, to recognize it by. */
export function redactKey(key: string): string {
  const shownLength = key.startsWith(keyPrefix) ? keyPrefix.length + 4 : 4;
  return `${key.slice(0, shownLength)}…${key.slice(-4)}`;
}

/** CRC-32 (IEEE 802.3) of the text in base 62, padded to six characters. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let position = 0; position < checksumLength; position += 1) {
    digits = (base62Alphabet[rest % 62] ?? '0') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
