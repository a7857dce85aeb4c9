import { defaultPassword, unsupportedEncryption } from '../encryption/password-error.ts';
import { openRc4Encryption } from '../encryption/rc4-encryption.ts';
import { BlockCipher, type StreamCipher } from '../encryption/stream-cipher.ts';
import { openXorObfuscation } from '../encryption/xor-obfuscation.ts';
import type { ParsePace } from '../xml/parse-xml-bytes.ts';
import { readBiffRecords, recordTypes } from './biff-records.ts';

/** Records that are never encrypted ([MS-XLS] 2.2.10). */
const plainTypes: ReadonlySet<number> = new Set([
  recordTypes.bof,
  recordTypes.filePass,
  recordTypes.userExclusive,
  recordTypes.fileLock,
  recordTypes.interfaceHeader,
  recordTypes.revisionHeader,
  recordTypes.revisionInformation,
]);
const headBytes = 4;
/** The offset of a sheet is not encrypted. */
const sheetOffsetBytes = 4;
const blockBytes = 1024;
const kinds = { xor: 0, rc4: 1 };
const recordsPerYield = 5000;
/** The record about the encryption is among the first ones. */
const recordsBeforeMax = 20;

/**
 * Decrypts the stream of a workbook ([MS-XLS] 2.2.10).
 *
 * @returns the stream itself if it is not encrypted
 * @throws DocumentError `encrypted` if the password is missing or wrong, or the encryption is not supported; the signal's
 *   reason when aborted
 */
export async function decryptWorkbook(
  stream: Buffer,
  password: string | undefined,
  { signal, yieldIfDue }: ParsePace,
): Promise<Buffer> {
  const filePass = findFilePass(stream);
  if (filePass === undefined) return stream;
  const cipher = openCipher(filePass, password);
  const decrypted = Buffer.from(stream);
  let count = 0;
  for (let at = 0; at + headBytes <= stream.length; ) {
    const type = stream.readUInt16LE(at);
    const start = at + headBytes;
    const end = Math.min(stream.length, start + stream.readUInt16LE(at + 2));
    const from = start + (type === recordTypes.boundSheet ? sheetOffsetBytes : 0);
    if (!plainTypes.has(type)) cipher.decrypt(decrypted, { start, end }, from);
    at = end;
    if (++count % recordsPerYield > 0) continue;
    signal?.throwIfAborted();
    await yieldIfDue?.();
  }
  return decrypted;
}

function findFilePass(stream: Buffer): Buffer | undefined {
  let count = 0;
  for (const { type, data } of readBiffRecords(stream, 0)) {
    if (type === recordTypes.filePass) return data;
    if (type === recordTypes.eof || ++count > recordsBeforeMax) return undefined;
  }
  return undefined;
}

function openCipher(filePass: Buffer, password: string | undefined): StreamCipher {
  try {
    return openWith(filePass, defaultPassword);
  } catch {
    // The file has a password that its reader has to enter.
    return openWith(filePass, password);
  }
}

function openWith(filePass: Buffer, password: string | undefined): StreamCipher {
  // Excel 5 has no kind.
  if (filePass.length === 4)
    return openXorObfuscation(filePass.readUInt16LE(0), filePass.readUInt16LE(2), password);
  const kind = filePass.length >= 6 ? filePass.readUInt16LE(0) : undefined;
  if (kind === kinds.xor)
    return openXorObfuscation(filePass.readUInt16LE(2), filePass.readUInt16LE(4), password);
  if (kind !== kinds.rc4) throw unsupportedEncryption();
  return new BlockCipher(openRc4Encryption(filePass.subarray(2), password), blockBytes);
}
