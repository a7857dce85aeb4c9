import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { makeCompoundFile } from './make-compound-file.ts';

const blockBytes = 16;
const segmentBytes = 4096;

const hash = (algorithm: string, ...parts: readonly Uint8Array[]): Buffer =>
  createHash(algorithm).update(Buffer.concat(parts)).digest();
const padTo = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((length - (bytes.length % length)) % length)]);
const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const encipher = (name: string, key: Buffer, vector: Buffer | null, data: Buffer): Buffer => {
  const cipher = createCipheriv(name, key, vector).setAutoPadding(false);
  return Buffer.concat([cipher.update(padTo(data, blockBytes)), cipher.final()]);
};

function spin(algorithm: string, salt: Buffer, password: string, count: number): Buffer {
  let value = hash(algorithm, salt, Buffer.from(password, 'utf16le'));
  for (let index = 0; index < count; index++) value = hash(algorithm, number(index), value);
  return value;
}

function withSize(bytes: Buffer, encrypted: Buffer): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32LE(bytes.length);
  return Buffer.concat([size, encrypted]);
}

/** Encrypts a package with AES-256 and SHA-512 as Office 2013 does ([MS-OFFCRYPTO] 2.3.4.10 to 2.3.4.15). */
export function encryptAgile(bytes: Buffer, password: string, spins = 1000): Buffer {
  const [salt, keySalt, key, verifier] = [randomBytes(16), randomBytes(16), randomBytes(32), randomBytes(16)];
  const spun = spin('sha512', salt, password, spins);
  const seal = (block: string, data: Buffer) => {
    const blockKey = hash('sha512', spun, Buffer.from(block, 'hex')).subarray(0, 32);
    return encipher('aes-256-cbc', blockKey, salt, data).toString('base64');
  };
  const settings =
    'blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"';
  const xml = `<?xml version="1.0"?><encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData saltSize="16" ${settings} saltValue="${keySalt.toString('base64')}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${spins}" saltSize="16" ${settings} saltValue="${salt.toString('base64')}" encryptedVerifierHashInput="${seal('fea7d2763b4b9e79', verifier)}" encryptedVerifierHashValue="${seal('d7aa0f6d3061344e', hash('sha512', verifier))}" encryptedKeyValue="${seal('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const segments: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += segmentBytes) {
    const vector = hash('sha512', keySalt, number(at / segmentBytes)).subarray(0, blockBytes);
    segments.push(encipher('aes-256-cbc', key, vector, bytes.subarray(at, at + segmentBytes)));
  }
  return makeCompoundFile({
    EncryptionInfo: Buffer.concat([Buffer.from('0400040040000000', 'hex'), Buffer.from(xml)]),
    EncryptedPackage: withSize(bytes, Buffer.concat(segments)),
  });
}

/** Encrypts a package with AES-128 and SHA-1 as Office 2007 does ([MS-OFFCRYPTO] 2.3.4.5 to 2.3.4.9). */
export function encryptStandard(bytes: Buffer, password: string): Buffer {
  const [salt, verifier] = [randomBytes(16), randomBytes(16)];
  const value = hash('sha1', spin('sha1', salt, password, 50_000), number(0));
  const block = Buffer.alloc(64, 0x36);
  for (const [index, byte] of value.entries()) block[index] = 0x36 ^ byte;
  const key = hash('sha1', block).subarray(0, 16);
  const encrypt = (data: Buffer) => encipher('aes-128-ecb', key, null, data);
  const header = Buffer.concat(
    [0x24, 0, 0x660e, 0x8004, 128, 0x18, 0, 0].map(number).concat(Buffer.from('A\0\0\0')),
  );
  const verifierHash = Buffer.concat([hash('sha1', verifier), Buffer.alloc(12)]);
  const information = [
    ...[Buffer.from('0400020024000000', 'hex'), number(header.length), header, number(16), salt],
    ...[encrypt(verifier), number(20), encrypt(verifierHash)],
  ];
  return makeCompoundFile({
    EncryptionInfo: Buffer.concat(information),
    EncryptedPackage: withSize(bytes, encrypt(bytes)),
  });
}
