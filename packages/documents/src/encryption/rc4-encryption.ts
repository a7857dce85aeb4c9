import { timingSafeEqual } from 'node:crypto';
import { passwordError, unsupportedEncryption } from './password-error.ts';
import { Rc4 } from './rc4.ts';
import { hashOf } from './spin-hash.ts';

/** Derives the key of a block of encrypted data. */
export type BlockKey = (block: number) => Buffer;

/** Algorithms of the header ([MS-OFFCRYPTO] 2.3.2): RC4 and SHA-1; 0 stands for them. */
const algorithms = { cipher: new Set([0, 0x6801]), hash: new Set([0, 0x8004]) };
const [saltBytes, verifierBytes] = [16, 16];
const hashBytes = { md5: 16, sha1: 20 };
const shortKeyBytes = 5;
const shortKeyRepetitions = 16;
const keyBytes = 16;

/**
 * Opens the RC4 encryption of a binary Office file ([MS-OFFCRYPTO] 2.3.5, 2.3.6).
 *
 * @param header from its version on
 * @param password undefined if there is none
 * @throws DocumentError `encrypted` if the password is missing or wrong, or the encryption is not supported
 */
export function openRc4Encryption(header: Buffer, password: string | undefined): BlockKey {
  const encryption = readHeader(header);
  if (encryption === undefined) throw unsupportedEncryption();
  if (password === undefined) throw passwordError(undefined);
  const { hash, verifier, keysOf } = encryption;
  const keyOf = keysOf(Buffer.from(password, 'utf16le'));
  const decrypted = Buffer.from(verifier);
  new Rc4(keyOf(0)).apply(decrypted);
  const expected = hashOf(hash, decrypted.subarray(0, verifierBytes));
  if (!timingSafeEqual(decrypted.subarray(verifierBytes), expected)) throw passwordError(password);
  return keyOf;
}

interface Rc4Header {
  readonly hash: 'md5' | 'sha1';
  /** Random bytes and their hash, encrypted. */
  readonly verifier: Buffer;
  readonly keysOf: (password: Buffer) => BlockKey;
}

/** @returns undefined if the encryption is not supported */
function readHeader(header: Buffer): Rc4Header | undefined {
  if (header.length < 4) return undefined;
  const [major, minor] = [header.readUInt16LE(0), header.readUInt16LE(2)];
  if (major === 1 && minor === 1) return readBasicHeader(header.subarray(4));
  return major >= 2 && major <= 4 && minor === 2 ? readCryptoApiHeader(header.subarray(8)) : undefined;
}

/** 40 bits and MD5, as Office 97 encrypts ([MS-OFFCRYPTO] 2.3.6.1, 2.3.6.2). */
function readBasicHeader(header: Buffer): Rc4Header | undefined {
  const end = saltBytes + verifierBytes + hashBytes.md5;
  if (header.length < end) return undefined;
  const salt = header.subarray(0, saltBytes);
  return {
    hash: 'md5',
    verifier: header.subarray(saltBytes, end),
    keysOf: (password) => {
      const short = hashOf('md5', password).subarray(0, shortKeyBytes);
      const parts = Array.from({ length: shortKeyRepetitions }, () => [short, salt]).flat();
      const base = hashOf('md5', ...parts).subarray(0, shortKeyBytes);
      return (block) => hashOf('md5', base, numberOf(block));
    },
  };
}

/** Up to 128 bits and SHA-1, as Office XP and 2003 encrypt ([MS-OFFCRYPTO] 2.3.5.1, 2.3.5.2). */
function readCryptoApiHeader(header: Buffer): Rc4Header | undefined {
  const length = header.length >= 24 ? header.readUInt32LE(0) : header.length;
  const verifier = header.subarray(4 + length);
  const end = 4 + saltBytes + verifierBytes + 4 + hashBytes.sha1;
  if (verifier.length < end) return undefined;
  const isKnown =
    algorithms.cipher.has(header.readUInt32LE(12)) && algorithms.hash.has(header.readUInt32LE(16));
  const bits = header.readUInt32LE(20) || shortKeyBytes * 8;
  if (!isKnown || bits % 8 !== 0 || bits < shortKeyBytes * 8 || bits > keyBytes * 8) return undefined;
  const salt = verifier.subarray(4, 4 + saltBytes);
  const hashAt = 4 + saltBytes + verifierBytes + 4;
  return {
    hash: 'sha1',
    verifier: Buffer.concat([
      verifier.subarray(4 + saltBytes, 4 + saltBytes + verifierBytes),
      verifier.subarray(hashAt, end),
    ]),
    keysOf: (password) => {
      const base = hashOf('sha1', salt, password);
      return (block) => {
        const key = hashOf('sha1', base, numberOf(block)).subarray(0, bits / 8);
        // A key of 40 bits is filled up to 128.
        return key.length > shortKeyBytes ? key : Buffer.concat([key, Buffer.alloc(keyBytes - key.length)]);
      };
    },
  };
}

function numberOf(block: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(block);
  return bytes;
}
