import { createDecipheriv, timingSafeEqual } from 'node:crypto';
import type { PackageEncryption } from './package-encryption.ts';
import { hashOf, spinHash } from './spin-hash.ts';

/** AES ([MS-OFFCRYPTO] 2.3.2) with keys of 128, 192 and 256 bits. */
const keyBytesOf: ReadonlyMap<number, number> = new Map([
  [0x660e, 16],
  [0x660f, 24],
  [0x6610, 32],
]);
const spins = 50_000;
const saltBytes = 16;
const blockBytes = 16;
const hashBytes = 20;

/** Reads standard encryption ([MS-OFFCRYPTO] 2.3.4.5). @returns undefined if it is not supported */
export function readStandardEncryption(information: Buffer): PackageEncryption | undefined {
  const headBytes = information.length >= 16 ? information.readUInt32LE(0) : 0;
  const verifier = information.subarray(4 + headBytes);
  const keyBytes = information.length >= 16 ? keyBytesOf.get(information.readUInt32LE(12)) : undefined;
  const encryptedHashAt = 4 + saltBytes + blockBytes + 4;
  if (keyBytes === undefined || verifier.length < encryptedHashAt + 32) return undefined;
  const salt = verifier.subarray(4, 4 + saltBytes);
  const input = verifier.subarray(4 + saltBytes, 4 + saltBytes + blockBytes);
  const encryptedHash = verifier.subarray(encryptedHashAt, encryptedHashAt + 32);
  return {
    keyOf: async (password, pace) => {
      const spun = await spinHash('sha1', salt, password, spins, pace);
      const key = deriveKey(hashOf('sha1', spun, Buffer.alloc(4)), keyBytes);
      const expected = hashOf('sha1', decipher(input, key));
      const isRight = timingSafeEqual(decipher(encryptedHash, key).subarray(0, hashBytes), expected);
      return isRight ? key : undefined;
    },
    decrypt: decipher,
  };
}

/** Makes a key of a hash ([MS-OFFCRYPTO] 2.3.4.7). */
function deriveKey(hash: Buffer, length: number): Buffer {
  const half = (byte: number) => {
    const block = Buffer.alloc(64, byte);
    for (const [index, value] of hash.entries()) block[index] = byte ^ value;
    return hashOf('sha1', block);
  };
  return Buffer.concat([half(0x36), half(0x5c)]).subarray(0, length);
}

function decipher(data: Buffer, key: Buffer): Buffer {
  const cipher = createDecipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  const whole = data.subarray(0, data.length - (data.length % blockBytes));
  return Buffer.concat([cipher.update(whole), cipher.final()]);
}
