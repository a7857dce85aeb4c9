import { passwordError } from './password-error.ts';
import type { StreamCipher } from './stream-cipher.ts';

const passwordLengthMax = 15;
const arrayBytes = 16;
/** Bytes that fill up a password ([MS-OFFCRYPTO] 2.3.7.2). */
const padding = Buffer.from('bbffffbaffffb98000be0f00bf0f00', 'hex');
const verifierMask = 0xce4b;
/** Taps of the shift register from whose states keys are made, that of CRC-CCITT. */
const polynomial = 0x1021;
const registerStart = { bits: 0x8000, end: 0xffff };
const bitsPerCharacter = 8;

/**
 * Opens the obfuscation of a workbook of Excel 5 to 2003 (method 1, [MS-OFFCRYPTO] 2.3.7.1 to 2.3.7.3).
 *
 * @param key and `verifier` as the file states them
 * @throws DocumentError `encrypted` if the password is missing or wrong
 */
export function openXorObfuscation(
  key: number,
  verifier: number,
  password: string | undefined,
): StreamCipher {
  if (password === undefined) throw passwordError(undefined);
  const bytes = bytesOf(password);
  if (bytes.length === 0 || verifierOf(bytes) !== verifier || keyOf(bytes) !== key)
    throw passwordError(password);
  const array = arrayOf(bytes, key);
  return {
    decrypt: (stream, { start, end }, from) => {
      const shift = end - start;
      for (let at = from; at < end; at++)
        stream[at] = rotate((stream[at] ?? 0) ^ (array[(at + shift) % arrayBytes] ?? 0), 3);
    },
  };
}

/** The lower byte of each character, or the upper one if that is 0. */
function bytesOf(password: string): Buffer {
  const codes = Array.from({ length: Math.min(password.length, passwordLengthMax) }, (_, index) =>
    password.charCodeAt(index),
  );
  return Buffer.from(codes.map((code) => code & 255 || code >> 8));
}

function verifierOf(password: Buffer): number {
  let verifier = 0;
  for (const byte of [password.length, ...password].toReversed())
    verifier = (((verifier >> 14) & 1) | ((verifier << 1) & 0x7fff)) ^ byte;
  return verifier ^ verifierMask;
}

/**
 * Each bit of the password selects a state of a shift register, from the last character on. The tables of [MS-OFFCRYPTO]
 * 2.3.7.2 list these states.
 */
function keyOf(password: Buffer): number {
  let key = 0;
  let { bits, end } = registerStart;
  for (const byte of password.toReversed())
    for (let bit = 0; bit < bitsPerCharacter; bit++) {
      bits = shiftRegister(bits);
      end = shiftRegister(end);
      if (bit < bitsPerCharacter - 1 && ((byte >> bit) & 1) === 1) key ^= bits;
    }
  return key ^ end;
}

function shiftRegister(state: number): number {
  return ((state << 1) & 0xffff) ^ ((state & 0x8000) === 0 ? 0 : polynomial);
}

/** The password and its padding, each byte combined with one of the key. */
function arrayOf(password: Buffer, key: number): Buffer {
  const filled = Buffer.concat([password, padding]).subarray(0, arrayBytes);
  return filled.map((byte, index) => rotate(byte ^ (index % 2 === 0 ? key & 255 : key >> 8), 7)) as Buffer;
}

/** Rotates a byte to the left. */
function rotate(byte: number, bits: number): number {
  return ((byte << bits) | (byte >> (8 - bits))) & 255;
}
