import type { CompoundStorage } from '../compound/open-compound-file.ts';
import { unsupportedEncryption } from '../encryption/password-error.ts';
import { openRc4Encryption } from '../encryption/rc4-encryption.ts';
import { BlockCipher } from '../encryption/stream-cipher.ts';
import { DocumentError } from '../errors/document-error.ts';
import type { ParsePace } from '../xml/parse-xml-bytes.ts';
import { isDocHeader, tableStreamOf } from './file-information.ts';

/** The streams of a document. */
export interface DocStreams {
  readonly main: Buffer;
  readonly table: Buffer;
  /** Pictures and long properties. */
  readonly data: Buffer;
}

const flags = { isEncrypted: 0x100, isObfuscated: 0x8000 };
const [flagsAt, keyLengthAt] = [10, 14];
/** The beginning of the document is not encrypted. */
const plainBytes = 68;
const blockBytes = 512;
const bytesPerYield = 1024 * 1024;
const empty = Buffer.alloc(0);

/**
 * Opens the streams of a document, decrypted if it is encrypted ([MS-DOC] 2.2.6).
 *
 * @throws DocumentError `unreadable` if one is missing; `encrypted` if the password is missing or wrong, or the encryption
 *   is not supported; the signal's reason when aborted
 */
export async function openDocStreams(
  storage: CompoundStorage,
  { password, ...pace }: ParsePace & { readonly password?: string | undefined },
): Promise<DocStreams> {
  const main = storage.stream('WordDocument');
  if (main === undefined)
    throw new DocumentError('unreadable', 'The document is damaged: its main stream is missing.');
  const data = storage.stream('Data') ?? empty;
  const table = isDocHeader(main) ? storage.stream(tableStreamOf(main)) : empty;
  if (table === undefined)
    throw new DocumentError('unreadable', 'The document is damaged: its table stream is missing.');
  const flag = main.length >= plainBytes ? main.readUInt16LE(flagsAt) : 0;
  if (!isDocHeader(main) || (flag & flags.isEncrypted) === 0) return { main, table, data };
  if ((flag & flags.isObfuscated) !== 0) throw unsupportedEncryption();
  const keyOf = openRc4Encryption(table.subarray(0, main.readUInt32LE(keyLengthAt)), password);
  const decrypt = async (stream: Buffer, start: number): Promise<Buffer> => {
    const cipher = new BlockCipher(keyOf, blockBytes);
    const decrypted = Buffer.from(stream);
    for (let at = start; at < stream.length; at += bytesPerYield) {
      cipher.decrypt(decrypted, { end: Math.min(stream.length, at + bytesPerYield) }, at);
      pace.signal?.throwIfAborted();
      await pace.yieldIfDue?.();
    }
    return decrypted;
  };
  return {
    main: await decrypt(main, plainBytes),
    table: await decrypt(table, 0),
    data: await decrypt(data, 0),
  };
}
