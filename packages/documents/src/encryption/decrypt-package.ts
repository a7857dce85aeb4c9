import { type CompoundStorage, openCompoundFile } from '../compound/open-compound-file.ts';
import { DocumentError } from '../errors/document-error.ts';
import type { ParsePace } from '../xml/parse-xml-bytes.ts';
import { readAgileEncryption } from './agile-encryption.ts';
import type { PackageEncryption } from './package-encryption.ts';
import { defaultPassword, passwordError, unsupportedEncryption } from './password-error.ts';
import { readStandardEncryption } from './standard-encryption.ts';

const sizeBytes = 8;

/** Whether a compound file contains an encrypted Office Open XML package ([MS-OFFCRYPTO] 2.3.4.4). */
export function isEncryptedPackage({ streamNames }: CompoundStorage): boolean {
  return streamNames.some((name) => name.toLowerCase() === 'encryptedpackage');
}

/**
 * Decrypts an Office Open XML package.
 *
 * @param bytes the compound file that contains it
 * @throws DocumentError `encrypted` if the password is missing or wrong, or the encryption is not supported; the signal's
 *   reason when aborted
 */
export async function decryptPackage(
  bytes: Uint8Array,
  password: string | undefined,
  pace: ParsePace,
): Promise<Uint8Array> {
  const storage = openCompoundFile(bytes);
  const information = storage.stream('EncryptionInfo') ?? Buffer.alloc(0);
  const encrypted = storage.stream('EncryptedPackage') ?? Buffer.alloc(0);
  if (information.length < 8 || encrypted.length < sizeBytes)
    throw new DocumentError('unreadable', 'The document is damaged: its encryption cannot be read.');
  const encryption = readEncryption(information);
  const key = await encryption.keyOf(password ?? defaultPassword, pace);
  if (key === undefined) throw passwordError(password);
  const size = Number(encrypted.readBigUInt64LE(0));
  const decrypted = encryption.decrypt(encrypted.subarray(sizeBytes), key);
  return decrypted.subarray(0, Math.min(size, decrypted.length));
}

function readEncryption(information: Buffer): PackageEncryption {
  const [major, minor] = [information.readUInt16LE(0), information.readUInt16LE(2)];
  const encryption =
    major === 4 && minor === 4
      ? readAgileEncryption(information.subarray(8).toString('utf8'))
      : minor === 2
        ? readStandardEncryption(information.subarray(8))
        : undefined;
  if (encryption === undefined) throw unsupportedEncryption();
  return encryption;
}
