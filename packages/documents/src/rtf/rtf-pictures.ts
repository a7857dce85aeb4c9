import type { RichText } from '@quern/content/blocks/rich-text';
import { toBitmapFile } from '../drawing/bitmap-file.ts';
import { DocumentError } from '../errors/document-error.ts';
import type { DocumentWarning } from '../model/document-content.ts';
import type { DocumentPictures } from '../pictures/document-pictures.ts';

interface OpenPicture {
  /** Number of open groups around it. */
  readonly depth: number;
  /** Its data in hexadecimal digits, or as they are. */
  readonly data: { readonly bytes: string; readonly isBinary: boolean }[];
  description: string;
}

/** The pictures of a file, whose data are in groups among the text. */
export class RtfPictures {
  readonly #pictures: DocumentPictures;
  #open: OpenPicture | undefined;
  /** Pictures so far, less their descriptions. */
  #undescribed = 0;

  constructor(pictures: DocumentPictures) {
    this.#pictures = pictures;
  }

  /** @returns a warning if pictures were left out that were not collected */
  finish(): DocumentWarning[] {
    if (!this.#pictures.areCollected) this.#pictures.add(Math.max(0, this.#undescribed));
    return this.#pictures.warnings;
  }

  /** Begins a picture. @param depth number of open groups */
  open(depth: number): void {
    this.#undescribed += 1;
    if (this.#pictures.areCollected) this.#open = { depth, data: [], description: '' };
  }

  /** @param bytes hexadecimal digits, or data whose codes are bytes */
  addData(bytes: string, isBinary: boolean): void {
    this.#open?.data.push({ bytes, isBinary });
  }

  /** Describes the open picture, or one before. @returns its image, if it is not collected at its end */
  describe(description: string): RichText[number] | undefined {
    if (this.#open !== undefined) {
      this.#open.description = description;
      return undefined;
    }
    this.#undescribed -= 1;
    return { type: 'image', alt: description, url: '' };
  }

  /** Ends the picture of a group, if it is one. @returns its image; undefined if it is left out */
  close(depth: number): RichText[number] | undefined {
    const open = this.#open;
    if (open === undefined || open.depth !== depth) return undefined;
    this.#open = undefined;
    const { description, data } = open;
    const url = this.#pictures.collect((bytesMax) => decode(data, bytesMax), { description });
    return description === '' && url === '' ? undefined : { type: 'image', alt: description, url };
  }
}

function decode(data: OpenPicture['data'], bytesMax: number): Buffer {
  const parts: Buffer[] = [];
  let left = bytesMax;
  let digits: string[] = [];
  const add = (text: string, encoding: 'hex' | 'latin1', length: number): void => {
    left -= length;
    if (left < 0) throw new DocumentError('too_complex', `A picture has more than ${bytesMax} bytes.`);
    parts.push(Buffer.from(text, encoding));
  };
  const addDigits = (): void => {
    const text = digits.join('').replace(/[^\da-f]+/gi, '');
    digits = [];
    if (text !== '') add(text, 'hex', text.length / 2);
  };
  for (const { bytes, isBinary } of data) {
    if (!isBinary) digits.push(bytes);
    else {
      addDigits();
      add(bytes, 'latin1', bytes.length);
    }
  }
  addDigits();
  return toBitmapFile(Buffer.concat(parts));
}
