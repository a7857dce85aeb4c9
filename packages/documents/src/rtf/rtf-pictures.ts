import type { RichText } from '@quern/content/blocks/rich-text';
import { toBitmapFile } from '../drawing/bitmap-file.ts';
import type { DocumentWarning } from '../model/document-content.ts';
import type { DocumentPictures } from '../pictures/document-pictures.ts';
import { joinRtfData, type RtfData } from './rtf-data.ts';

interface OpenPicture {
  /** Number of open groups around it. */
  readonly depth: number;
  readonly data: RtfData[];
  description: string;
}

/** The pictures of a file, whose data are in groups among the text. */
export class RtfPictures {
  readonly #pictures: DocumentPictures;
  #open: OpenPicture | undefined;
  /** Description of the next picture, '' if it is not known. */
  #kind = '';
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
    if (this.#pictures.areCollected) this.#open = { depth, data: [], description: this.#kind };
    this.#kind = '';
  }

  /** Describes the picture of an object, which follows. @returns its image, if it is not collected at its end */
  describeNext(kind: string): RichText[number] | undefined {
    if (!this.#pictures.areCollected) return this.describe(kind);
    this.#kind = kind;
    return undefined;
  }

  addData(data: RtfData): void {
    this.#open?.data.push(data);
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
    const url = this.#pictures.collect((bytesMax) => toBitmapFile(joinRtfData(data, bytesMax)), {
      description,
    });
    return description === '' && url === '' ? undefined : { type: 'image', alt: description, url };
  }
}
