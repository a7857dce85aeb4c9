import { createDecipheriv, timingSafeEqual } from 'node:crypto';
import { parseXml } from '../xml/parse-xml.ts';
import type { PackageEncryption } from './package-encryption.ts';
import { hashOf, spinHash, spinsMax } from './spin-hash.ts';

/** Keys of the blocks of a key ([MS-OFFCRYPTO] 2.3.4.13). */
const blockKeys = {
  verifier: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  key: Buffer.from('146e0be7abacd0d6', 'hex'),
};
const algorithms: ReadonlyMap<string, string> = new Map([
  ['SHA1', 'sha1'],
  ['SHA-1', 'sha1'],
  ['SHA256', 'sha256'],
  ['SHA384', 'sha384'],
  ['SHA512', 'sha512'],
]);
const segmentBytes = 4096;
const blockBytes = 16;
/** Byte that fills keys and vectors which are too short. */
const padding = 0x36;

/** Cipher and hash of a part. */
interface CipherSettings {
  readonly salt: Buffer;
  readonly hash: string;
  readonly keyBytes: number;
}

/** Reads agile encryption ([MS-OFFCRYPTO] 2.3.4.10). @returns undefined if it is not supported */
export function readAgileEncryption(xml: string): PackageEncryption | undefined {
  const elements = new Map<string, Readonly<Record<string, string>>>();
  parseXml(xml, { openTag: (name, attributes) => void elements.set(name, attributes) });
  const keyData = elements.get('keyData') ?? {};
  const password = elements.get('encryptedKey') ?? {};
  const [data, own] = [readSettings(keyData), readSettings(password)];
  const spins = Number(password['spinCount']);
  if (data === undefined || own === undefined || !(spins >= 0 && spins <= spinsMax)) return undefined;
  const bytesOf = (name: string) => Buffer.from(password[name] ?? '', 'base64');
  return {
    keyOf: async (text, pace) => {
      const spun = await spinHash(own.hash, own.salt, text, spins, pace);
      const open = (name: string, blockKey: Buffer) =>
        decipher(
          bytesOf(name),
          fit(hashOf(own.hash, spun, blockKey), own.keyBytes),
          fit(own.salt, blockBytes),
        );
      const expected = hashOf(own.hash, open('encryptedVerifierHashInput', blockKeys.verifier));
      const found = open('encryptedVerifierHashValue', blockKeys.verifierHash).subarray(0, expected.length);
      const isRight = found.length === expected.length && timingSafeEqual(found, expected);
      return isRight ? fit(open('encryptedKeyValue', blockKeys.key), data.keyBytes) : undefined;
    },
    decrypt: (encrypted, key) => decryptSegments(encrypted, key, data),
  };
}

function readSettings(attributes: Readonly<Record<string, string>>): CipherSettings | undefined {
  const hash = algorithms.get(attributes['hashAlgorithm'] ?? '');
  const keyBytes = Number(attributes['keyBits']) / 8;
  const isSupported =
    attributes['cipherAlgorithm'] === 'AES' &&
    attributes['cipherChaining'] === 'ChainingModeCBC' &&
    [16, 24, 32].includes(keyBytes);
  if (hash === undefined || !isSupported) return undefined;
  return { salt: Buffer.from(attributes['saltValue'] ?? '', 'base64'), hash, keyBytes };
}

/** Each segment has a vector made of its number ([MS-OFFCRYPTO] 2.3.4.15). */
function decryptSegments(encrypted: Buffer, key: Buffer, { salt, hash }: CipherSettings): Buffer {
  const parts: Buffer[] = [];
  const number = Buffer.alloc(4);
  for (let at = 0; at < encrypted.length; at += segmentBytes) {
    number.writeUInt32LE(at / segmentBytes);
    const vector = fit(hashOf(hash, salt, number), blockBytes);
    parts.push(decipher(encrypted.subarray(at, at + segmentBytes), key, vector));
  }
  return Buffer.concat(parts);
}

function decipher(data: Buffer, key: Buffer, vector: Buffer): Buffer {
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false);
  // An incomplete block at the end is cut off.
  const whole = data.subarray(0, data.length - (data.length % blockBytes));
  return Buffer.concat([cipher.update(whole), cipher.final()]);
}

function fit(bytes: Buffer, length: number): Buffer {
  return bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, padding)]);
}
