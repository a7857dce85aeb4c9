import type { CompoundStorage } from '../compound/open-compound-file.ts';
import { CodePageDecoder } from '../office/code-pages.ts';

/** Identifiers of properties ([MS-OXPROPS]). */
export const msgProperties = {
  messageClass: 0x001a,
  subject: 0x0037,
  submitTime: 0x0039,
  representedName: 0x0042,
  representedAddress: 0x0065,
  headers: 0x007d,
  recipientType: 0x0c15,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  displayCc: 0x0e03,
  displayTo: 0x0e04,
  deliveryTime: 0x0e06,
  body: 0x1000,
  compressedRtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  address: 0x3003,
  data: 0x3701,
  fileName: 0x3704,
  longFileName: 0x3707,
  mediaType: 0x370e,
  contentId: 0x3712,
  smtpAddress: 0x39fe,
  internetCodePage: 0x3fde,
  messageCodePage: 0x3ffd,
  senderSmtpAddress: 0x5d01,
  representedSmtpAddress: 0x5d02,
  isHidden: 0x7ffe,
} as const;

/** Types of values ([MS-OXCDATA] 2.11.1). */
const types = { text: 0x1e, unicodeText: 0x1f, binary: 0x102, object: 0xd };
const entryBytes = 16;
const westernEuropean = 1252;

/** Reads the properties of a message, a recipient or an attachment ([MS-OXMSG] 2.1). */
export class MessageProperties {
  readonly #storage: CompoundStorage;
  readonly #fixed = new Map<number, Buffer>();
  readonly #codePage: number;
  readonly #decoder = new CodePageDecoder();

  /**
   * @param headBytes bytes before the properties: 32 in a message, 24 in one inside of another, 8 in its parts
   * @param codePage that of the message, for its parts
   */
  constructor(storage: CompoundStorage, headBytes: 32 | 24 | 8, codePage?: number) {
    this.#storage = storage;
    const entries = storage.stream('__properties_version1.0') ?? Buffer.alloc(0);
    for (let at = headBytes; at + entryBytes <= entries.length; at += entryBytes)
      this.#fixed.set(entries.readUInt16LE(at + 2), entries.subarray(at + 8, at + entryBytes));
    this.#codePage = codePage ?? this.number(msgProperties.messageCodePage) ?? westernEuropean;
  }

  /** Code page of texts that are not in Unicode. */
  get codePage(): number {
    return this.#codePage;
  }

  /** @returns undefined if there is no such property */
  number(id: number): number | undefined {
    return this.#fixed.get(id)?.readUInt32LE(0);
  }

  /** @returns time in units of 100 ns since 1601 */
  time(id: number): bigint | undefined {
    return this.#fixed.get(id)?.readBigUInt64LE(0);
  }

  /** @returns '' if there is no such text */
  text(id: number): string {
    const unicode = this.#stream(id, types.unicodeText);
    if (unicode) return withoutEnd(unicode.toString('utf16le'));
    const bytes = this.#stream(id, types.text);
    return bytes ? withoutEnd(this.decode(bytes, this.#codePage)) : '';
  }

  /** @returns undefined if there is no such property */
  binary(id: number): Buffer | undefined {
    return this.#stream(id, types.binary);
  }

  /** @returns the storage of an object, such as an attached message */
  object(id: number): CompoundStorage | undefined {
    return this.#storage.storage(streamName(id, types.object));
  }

  /** Decodes bytes in a code page. */
  decode(bytes: Buffer, codePage: number): string {
    return this.#decoder.decode(bytes.toString('latin1'), codePage);
  }

  #stream(id: number, type: number): Buffer | undefined {
    return this.#storage.stream(streamName(id, type));
  }
}

function streamName(id: number, type: number): string {
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(4, '0');
  return `__substg1.0_${hex(id)}${hex(type)}`;
}

function withoutEnd(text: string): string {
  return text.replace(/\0+$/, '');
}
