import { type ArtRecord, readArtRecords } from '../drawing/art-records.ts';
import { unsupportedEncryption } from '../encryption/password-error.ts';
import { Rc4 } from '../encryption/rc4.ts';
import { type BlockKey, openRc4Encryption } from '../encryption/rc4-encryption.ts';
import { pptTypes } from './ppt-types.ts';

const headBytes = 8;
const headFields = [2, 2, 4];
const digestFields = [16];
/** Size, bounds, size in the drawing, compressed size, compression and filter of a metafile ([MS-ODRAW] 2.2.31). */
const metafileFields = [4, 4, 4, 4, 4, 4, 4, 4, 1, 1];
/** Tag of a bitmap. */
const bitmapFields = [1];
const metafiles: ReadonlySet<number> = new Set([0xf01a, 0xf01b, 0xf01c]);

/** Encryption of the records of a presentation ([MS-PPT] 2.3.7). */
export class PptEncryption {
  readonly #keyOf: BlockKey;

  /**
   * @param record the object about the encryption
   * @throws DocumentError `encrypted` if the password is missing or wrong, or the encryption is not supported
   */
  constructor(record: ArtRecord | undefined, password: string | undefined) {
    if (record?.type !== pptTypes.cryptSession) throw unsupportedEncryption();
    this.#keyOf = openRc4Encryption(record.data, password);
  }

  /** Decrypts an object, whose key is that of its id. @param stream from the object on */
  decryptObject(stream: Buffer, id: number): Buffer {
    const cipher = new Rc4(this.#keyOf(id));
    const head = Buffer.from(stream.subarray(0, headBytes));
    cipher.apply(head);
    const length = head.length < headBytes ? 0 : head.readUInt32LE(4);
    const data = Buffer.from(stream.subarray(headBytes, headBytes + length));
    cipher.apply(data);
    return Buffer.concat([head, data]);
  }

  /** Decrypts a picture, each of whose fields is encrypted separately. @param stream from the picture on */
  decryptPicture(stream: Buffer): Buffer {
    const fields = new FieldDecryption(this.#keyOf(0), stream);
    const head = fields.read(headFields);
    const { value } = readArtRecords(head).next();
    if (value === undefined) return head;
    const digests = [...digestFields, ...((value.instance & 1) === 1 ? digestFields : [])];
    fields.read([...digests, ...(metafiles.has(value.type) ? metafileFields : bitmapFields)]);
    return fields.finish(headBytes + head.readUInt32LE(4));
  }
}

class FieldDecryption {
  readonly #key: Buffer;
  readonly #stream: Buffer;
  readonly #fields: Buffer[] = [];
  #at = 0;

  constructor(key: Buffer, stream: Buffer) {
    this.#key = key;
    this.#stream = stream;
  }

  /** @param lengths of the next fields @returns all fields so far */
  read(lengths: readonly number[]): Buffer {
    for (const length of lengths) this.#readField(this.#at + length);
    return Buffer.concat(this.#fields);
  }

  /** @param end of the last field @returns all fields */
  finish(end: number): Buffer {
    this.#readField(Math.max(end, this.#at));
    return Buffer.concat(this.#fields);
  }

  #readField(end: number): void {
    const field = Buffer.from(this.#stream.subarray(this.#at, end));
    new Rc4(this.#key).apply(field);
    this.#fields.push(field);
    this.#at = end;
  }
}
