import { createHash, randomUUID } from 'node:crypto';
import type { PageBox } from '@quern/content/blocks/content-block';
import { EngineError } from '@quern/runtime/engine-error';
import type { DocumentWarning } from '../model/document-content.ts';
import { type PictureFormat, pictureFormatOf } from './picture-format.ts';
import { type PictureSize, readPictureSize } from './picture-size.ts';

/** A picture of a document. */
export interface CollectedPicture extends PictureFormat {
  /** As in the document; they share their memory with nothing else. */
  readonly bytes: Uint8Array;
  /** In pixels; undefined if the file does not state it. */
  readonly size: PictureSize | undefined;
}

/** Where a document shows a picture. */
export interface PicturePlacement {
  /** The alternative text, '' if there is none. */
  readonly description: string;
  /** On the page, in points from its top left corner; undefined if the format does not state it. */
  readonly box?: PageBox | undefined;
}

/** A picture at a place. */
export interface CollectedPlace extends PicturePlacement {
  readonly picture: CollectedPicture;
}

/**
 * Reads the bytes of a picture.
 *
 * @returns undefined if they are missing, `over limit` if they were not read because of other limits
 * @throws EngineError if they cannot be read; `too_complex` if they were read up to the limit
 */
export type ReadPicture = (bytesMax: number) => Uint8Array | 'over limit' | undefined;

/** Limits of the pictures of a document. */
export interface PictureLimits {
  /** Different pictures. */
  readonly picturesMax: number;
  /** Places, of which several can show one picture. */
  readonly placesMax: number;
  /** Bytes of all pictures. */
  readonly bytesMax: number;
  /** Bytes that are read to find them, also of pictures that are repeated or left out. */
  readonly readBytesMax: number;
}

const mebibyte = 1024 * 1024;
const limitsDefault: PictureLimits = {
  picturesMax: 1000,
  placesMax: 10_000,
  bytesMax: 64 * mebibyte,
  readBytesMax: 256 * mebibyte,
};
/** Pictures that are narrower or lower are lines, spacers and bullets. */
const sideMin = 8;

/**
 * Collects the pictures of a document, in the order in which they are read, within limits: the same bytes are kept once. Each
 * place gets an address that no text of the document can contain, which is replaced when the document was written.
 */
export class PictureCollector {
  /** The beginning of all addresses. */
  readonly addressStart = `picture:${randomUUID()}-`;
  readonly #limits: PictureLimits;
  readonly #byDigest = new Map<string, CollectedPicture>();
  readonly #places: CollectedPlace[] = [];
  #bytes = 0;
  #readBytes = 0;
  #overLimit = 0;
  #notRead = 0;

  constructor(limits: Partial<PictureLimits> = {}) {
    this.#limits = { ...limitsDefault, ...limits };
  }

  /** The places by the numbers that their addresses end with. */
  get places(): readonly CollectedPlace[] {
    return this.#places;
  }

  /** Warnings of pictures that were left out. */
  get warnings(): DocumentWarning[] {
    const { picturesMax, placesMax, bytesMax, readBytesMax } = this.#limits;
    const warnings: DocumentWarning[] = [];
    if (this.#overLimit > 0) {
      const limit = `at most ${picturesMax} pictures of together ${bytesMax} bytes at ${placesMax} places are returned, and ${readBytesMax} bytes are read for them`;
      const message = `${countOf(this.#overLimit)} left out: ${limit}`;
      warnings.push({ code: 'pictures_over_limit', message });
    }
    if (this.#notRead > 0) {
      const message = `${countOf(this.#notRead)} left out: missing in the file, or not readable`;
      warnings.push({ code: 'pictures_not_read', message });
    }
    return warnings;
  }

  /** Bytes that the next picture may have; 0 if no other is taken. */
  get bytesLeft(): number {
    const { picturesMax, placesMax, bytesMax, readBytesMax } = this.#limits;
    if (this.#byDigest.size >= picturesMax || this.#places.length >= placesMax) return 0;
    return Math.max(0, Math.min(bytesMax - this.#bytes, readBytesMax - this.#readBytes));
  }

  /** Whether an address is that of a picture. */
  isPicture(url: string): boolean {
    return url.startsWith(this.addressStart);
  }

  /** Reads a picture. @returns why there is none: `decoration`, `not read` or `over limit` */
  read(read: ReadPicture): CollectedPicture | LeftOut {
    const bytesLeft = this.bytesLeft;
    if (bytesLeft === 0) return 'over limit';
    try {
      const bytes = read(bytesLeft);
      if (bytes === undefined) return 'not read';
      if (bytes === 'over limit') return bytes;
      this.#readBytes += bytes.length;
      return this.#take(bytes);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const isTooLarge = error.code === 'too_complex';
      // The bytes that were unpacked before the limit was exceeded count as well.
      if (isTooLarge) this.#readBytes += bytesLeft;
      return isTooLarge ? 'over limit' : 'not read';
    }
  }

  /** Places a picture, or counts one that was left out. @returns its address; '' if it is left out */
  place(picture: CollectedPicture | LeftOut, { description, box }: PicturePlacement): string {
    if (picture === 'decoration') return '';
    if (picture === 'not read') this.#notRead += 1;
    else if (picture === 'over limit' || this.#places.length >= this.#limits.placesMax) this.#overLimit += 1;
    else return `${this.addressStart}${this.#places.push({ picture, description, box }) - 1}`;
    return '';
  }

  #take(bytes: Uint8Array): CollectedPicture | LeftOut {
    const format = pictureFormatOf(bytes);
    if (format === undefined) return 'not read';
    const size = readPictureSize(bytes, format.type);
    if (size !== undefined && Math.min(size.width, size.height) < sideMin) return 'decoration';
    const digest = createHash('sha256').update(bytes).digest('base64');
    const known = this.#byDigest.get(digest);
    if (known !== undefined) return known;
    if (bytes.length > this.#limits.bytesMax - this.#bytes) return 'over limit';
    const picture = { ...format, bytes: new Uint8Array(bytes), size };
    this.#bytes += bytes.length;
    this.#byDigest.set(digest, picture);
    return picture;
  }
}

/** Why a picture is not returned. */
export type LeftOut = 'decoration' | 'not read' | 'over limit';

function countOf(count: number): string {
  return count === 1 ? '1 picture was' : `${count} pictures were`;
}
