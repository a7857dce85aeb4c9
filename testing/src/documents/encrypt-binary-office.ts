import { createHash, randomBytes } from 'node:crypto';
import { openCompoundFile } from '@quern/documents/compound/open-compound-file';
import { readArtRecords } from '@quern/documents/drawing/art-records';
import { Rc4 } from '@quern/documents/encryption/rc4';
import { makeCompoundFile } from './make-compound-file.ts';

const keyBits = 128;

interface Encryption {
  /** Version, header and verifier ([MS-OFFCRYPTO] 2.3.5.1). */
  readonly header: Buffer;
  readonly encrypt: (bytes: Uint8Array, block: number) => Buffer;
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

const sha1 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha1').update(Buffer.concat(parts)).digest();

function makeEncryption(password: string): Encryption {
  const [salt, verifier] = [randomBytes(16), randomBytes(16)];
  const base = sha1(salt, Buffer.from(password, 'utf16le'));
  const encrypt = (bytes: Uint8Array, block: number): Buffer => {
    const encrypted = Buffer.from(bytes);
    new Rc4(sha1(base, numbers(block)).subarray(0, keyBits / 8)).apply(encrypted);
    return encrypted;
  };
  const provider = Buffer.from('Provider\0', 'utf16le');
  const description = Buffer.concat([numbers(4, 0, 0x6801, 0x8004, keyBits, 1, 0, 0), provider]);
  const sealed = encrypt(Buffer.concat([verifier, sha1(verifier)]), 0);
  const header = Buffer.concat([
    Buffer.from('0200020004000000', 'hex'),
    numbers(description.length),
    description,
    numbers(salt.length),
    salt,
    sealed.subarray(0, 16),
    numbers(20),
    sealed.subarray(16),
  ]);
  return { header, encrypt };
}

/** Encrypts a stream in blocks, each with another key. */
function encryptBlocks({ encrypt }: Encryption, stream: Buffer, blockBytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(stream.length / blockBytes) }, (_, block) =>
    encrypt(stream.subarray(block * blockBytes, (block + 1) * blockBytes), block),
  );
  return Buffer.concat(blocks);
}

/** The streams of a file, which are changed. */
function streamsOf(bytes: Buffer): Record<string, Buffer> {
  const storage = openCompoundFile(bytes);
  return Object.fromEntries(
    storage.streamNames.map((name) => [name, Buffer.from(storage.stream(name) ?? [])]),
  );
}

const fib = {
  plain: 68,
  flags: 10,
  keyLength: 14,
  partCount: 152,
  parts: 154,
  encrypted: 0x100,
  table1: 0x200,
};

/** Encrypts a document with RC4 as Word 2003 does ([MS-DOC] 2.2.6.3). */
export function encryptDoc(bytes: Buffer, password: string): Buffer {
  const { WordDocument: main = Buffer.alloc(0), ...streams } = streamsOf(bytes);
  const encryption = makeEncryption(password);
  const flags = main.readUInt16LE(fib.flags);
  const tableName = (flags & fib.table1) === 0 ? '0Table' : '1Table';
  const shift = encryption.header.length;
  main.writeUInt16LE(flags | fib.encrypted, fib.flags);
  main.writeUInt32LE(shift, fib.keyLength);
  // The tables follow the header.
  for (let index = 0; index < main.readUInt16LE(fib.partCount); index++) {
    const at = fib.parts + index * 8;
    if (main.readUInt32LE(at + 4) > 0) main.writeUInt32LE(main.readUInt32LE(at) + shift, at);
  }
  const seal = (stream: Buffer, plain: number) =>
    Buffer.concat([stream.subarray(0, plain), encryptBlocks(encryption, stream, 512).subarray(plain)]);
  const table = Buffer.concat([encryption.header, streams[tableName] ?? Buffer.alloc(0)]);
  return makeCompoundFile({
    ...streams,
    WordDocument: seal(main, fib.plain),
    [tableName]: seal(table, shift),
    ...(streams['Data'] && { Data: seal(streams['Data'], 0) }),
  });
}

const biff = { bof: 0x809, boundSheet: 0x85, filePass: 0x2f, interfaceHeader: 0xe1 };

/** Encrypts a workbook with RC4 as Excel 2003 does ([MS-XLS] 2.2.10). */
export function encryptXls(bytes: Buffer, password: string): Buffer {
  const encryption = makeEncryption(password);
  return changeXls(bytes, Buffer.concat([Buffer.from([1, 0]), encryption.header]), (stream) =>
    encryptBlocks(encryption, stream, 1024),
  );
}

/**
 * Obfuscates a workbook as Excel 95 does ([MS-OFFCRYPTO] 2.3.7).
 *
 * @param key and `verifier` of the password, and `array`: the bytes that are combined with those of the file
 */
export function obfuscateXls(
  bytes: Buffer,
  { key, verifier, array }: { readonly key: number; readonly verifier: number; readonly array: Buffer },
): Buffer {
  const filePass = Buffer.alloc(6);
  filePass.writeUInt16LE(key, 2);
  filePass.writeUInt16LE(verifier, 4);
  return changeXls(bytes, filePass, (stream) => {
    const changed = Buffer.from(stream);
    for (let at = 0; at + 4 <= stream.length; ) {
      const length = stream.readUInt16LE(at + 2);
      for (let index = at + 4; index < at + 4 + length; index++) {
        const byte = stream[index] ?? 0;
        changed[index] = ((byte << 5) | (byte >> 3)) ^ (array[(index + length) % 16] ?? 0);
      }
      at += 4 + length;
    }
    return changed;
  });
}

/** Adds the record about the encryption after the first one, and encrypts the data of the others. */
function changeXls(bytes: Buffer, filePass: Buffer, encrypt: (stream: Buffer) => Buffer): Buffer {
  const { Workbook: stream = Buffer.alloc(0), ...streams } = streamsOf(bytes);
  const first = 4 + stream.readUInt16LE(2);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(biff.filePass);
  head.writeUInt16LE(filePass.length, 2);
  const extended = Buffer.concat([stream.subarray(0, first), head, filePass, stream.subarray(first)]);
  const encrypted = encrypt(extended);
  const kept = new Set([biff.bof, biff.filePass, biff.interfaceHeader]);
  for (let at = 0; at + 4 <= extended.length; ) {
    const [type, end] = [extended.readUInt16LE(at), at + 4 + extended.readUInt16LE(at + 2)];
    extended.copy(encrypted, at, at, kept.has(type) ? end : at + 4);
    if (type === biff.boundSheet)
      encrypted.writeUInt32LE(extended.readUInt32LE(at + 4) + head.length + filePass.length, at + 4);
    at = end;
  }
  return makeCompoundFile({ ...streams, Workbook: encrypted });
}

const ppt = {
  edit: 0xff5,
  directory: 0x1772,
  session: 0x2f14,
  containerVersion: 15,
  encryptedToken: 0xf3d1c4df,
};

/** Encrypts a presentation with RC4 as PowerPoint 2003 does ([MS-PPT] 2.3.7). It must have been saved once. */
export function encryptPpt(bytes: Buffer, password: string): Buffer {
  const streams = streamsOf(bytes);
  const { 'PowerPoint Document': main = Buffer.alloc(0), 'Current User': user = Buffer.alloc(0) } = streams;
  const encryption = makeEncryption(password);
  const editAt = user.readUInt32LE(16);
  const edit = Buffer.from(main.subarray(editAt + 8, editAt + 36));
  const directoryAt = edit.readUInt32LE(12);
  const directory = main.subarray(directoryAt + 8, directoryAt + 8 + main.readUInt32LE(directoryAt + 4));
  const encrypted = Buffer.from(main);
  let sessionId = 1;
  for (let at = 0; at + 4 <= directory.length; ) {
    const head = directory.readUInt32LE(at);
    at += 4;
    for (let index = 0; index < head >>> 20; index++, at += 4) {
      const id = (head & 0xfffff) + index;
      const place = directory.readUInt32LE(at);
      const end = place + 8 + main.readUInt32LE(place + 4);
      encryption.encrypt(main.subarray(place, end), id).copy(encrypted, place);
      sessionId = Math.max(sessionId, id + 1);
    }
  }
  const record = (type: number, version: number, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt16LE(version);
    head.writeUInt16LE(type, 2);
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data]);
  };
  const session = record(ppt.session, ppt.containerVersion, encryption.header);
  const places = record(
    ppt.directory,
    0,
    Buffer.concat([directory, numbers((1 << 20) | sessionId, main.length)]),
  );
  edit.writeUInt32LE(0, 8);
  edit.writeUInt32LE(main.length + session.length, 12);
  user.writeUInt32LE(main.length + session.length + places.length, 16);
  user.writeUInt32LE(ppt.encryptedToken, 12);
  const last = record(ppt.edit, 0, Buffer.concat([edit, numbers(sessionId)]));
  return makeCompoundFile({
    ...streams,
    'PowerPoint Document': Buffer.concat([encrypted, session, places, last]),
    'Current User': user,
    ...(streams['Pictures'] && { Pictures: encryptPictures(encryption, streams['Pictures']) }),
  });
}

/** Encrypts the fields of bitmaps one by one. */
function encryptPictures({ encrypt }: Encryption, pictures: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (const { instance, data, offset } of readArtRecords(pictures)) {
    const digests = (instance & 1) === 1 ? [16, 16] : [16];
    let at = offset - 8;
    for (const length of [2, 2, 4, ...digests, 1, data.length]) {
      const end = Math.min(at + length, offset + data.length);
      parts.push(encrypt(pictures.subarray(at, end), 0));
      at = end;
    }
  }
  return Buffer.concat(parts);
}
