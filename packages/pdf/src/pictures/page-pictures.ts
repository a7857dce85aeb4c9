import type { PageBox } from '../content/page-space.ts';
import { readPageSpace } from '../content/read-page-space.ts';
import { PdfError } from '../pdf-error.ts';
import { damaged, guard } from '../pdfium/guard.ts';
import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';
import { type ListedPicture, listPictures } from './list-pictures.ts';
import { readPicture } from './read-picture.ts';

/** A picture on a page. */
export interface PagePicture {
  /** Edges in points from the top left corner of the page as displayed, as far as it is on the page. */
  readonly box: PageBox;
  /** Number of its pixels. */
  readonly pixelCount: number;
  /** Identifier of its marked content (ISO 32000-1, 14.6); -1 without one. */
  readonly markedContentId: number;
}

/** The pictures of a page, which stays open until it is closed. A document that drew pictures draws no pages. */
export class PagePictures {
  /** In the order of the content. */
  readonly pictures: readonly PagePicture[];
  readonly #pdfium: Pdfium;
  readonly #document: number;
  readonly #page: number;
  readonly #scratch: Scratch;
  readonly #name: string;
  readonly #listed: readonly ListedPicture[];
  #hasFailed = false;

  /** @param index of the page, from 0 @throws PdfError `unreadable`, `too_complex` */
  constructor(pdfium: Pdfium, document: number, index: number, scratch: Scratch) {
    this.#pdfium = pdfium;
    this.#document = document;
    this.#scratch = scratch;
    this.#name = `Page ${index + 1} of the PDF`;
    this.#page = guard(pdfium, this.#name, () => pdfium.functions.FPDF_LoadPage(document, index));
    if (this.#page === 0) throw damaged(this.#name);
    this.#listed = guard(pdfium, this.#name, () => this.#list());
    this.pictures = this.#listed.map(({ box, markedContentId, parts }) => ({
      box,
      markedContentId,
      pixelCount: parts.reduce((sum, { width, height }) => sum + width * height, 0),
    }));
  }

  /**
   * Reads a picture as a JPEG or PNG.
   *
   * @param number of the picture, from 0
   * @returns undefined if it cannot be drawn
   * @throws PdfError `too_complex` if it has more bytes or pixels; `unreadable`
   */
  read(
    number: number,
    limits: { readonly bytesMax: number; readonly pixelsMax: number },
  ): Uint8Array | undefined {
    const picture = this.#listed[number];
    const source = { document: this.#document, page: this.#page };
    if (picture === undefined) return undefined;
    try {
      const read = () => readPicture(this.#pdfium, source, picture, limits, this.#scratch);
      return guard(this.#pdfium, this.#name, read);
    } catch (error) {
      // Errors without a cause are those of the limits.
      this.#hasFailed ||= !(error instanceof PdfError) || error.cause !== undefined;
      throw error;
    }
  }

  /** Whether the document can be used further: after a failure inside of PDFium it cannot. */
  get isUsable(): boolean {
    return !this.#hasFailed && !this.#pdfium.isOutOfMemory() && this.#pdfium.stepsLeft() >= 0;
  }

  close(): void {
    guard(this.#pdfium, this.#name, () => this.#pdfium.functions.FPDF_ClosePage(this.#page));
  }

  #list(): ListedPicture[] {
    const space = readPageSpace(this.#pdfium, this.#page, this.#scratch);
    return listPictures(this.#pdfium, this.#page, space, this.#scratch);
  }
}
