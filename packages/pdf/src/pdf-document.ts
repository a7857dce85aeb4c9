import { PdfForm } from './content/pdf-form.ts';
import { type PageContents, readPage } from './content/read-page.ts';
import { type PdfBookmark, readBookmarks } from './document/read-bookmarks.ts';
import { type PdfMetadata, readMetadata } from './document/read-metadata.ts';
import { PdfError } from './pdf-error.ts';
import { damaged, guard } from './pdfium/guard.ts';
import { loadPdfium, type Pdfium } from './pdfium/load-pdfium.ts';
import { Scratch } from './pdfium/scratch.ts';
import { PagePictures } from './pictures/page-pictures.ts';
import { drawingStepsMax } from './render/drawing-steps.ts';
import { type PageImage, renderPage } from './render/render-page.ts';
import { addTextLayer, type LayerPage } from './text-layer/add-text-layer.ts';
import { saveDocument } from './text-layer/save-document.ts';

/** Limits of a `PdfDocument`. */
export interface PdfDocumentOptions {
  /**
   * Limit of all work on the file in steps of PDFium, which are calls of functions and repetitions of loops; default:
   * enough to draw one page, which grows with the size of the file. A second has 20 to 350 million steps.
   */
  readonly stepsMax?: number | undefined;
  /** Password of the user or the owner; files that are not encrypted ignore it. */
  readonly password?: string | undefined;
}

/** Codes of FPDF_GetLastError (fpdfview.h). */
const errorCodes = { password: 4, security: 5 };

/**
 * A PDF file. Opening it and every method take time that the file determines, so they belong in a worker thread.
 * Scripts and links in the file are never followed.
 */
export class PdfDocument {
  readonly #pdfium: Pdfium;
  readonly #handle: number;
  readonly #scratch: Scratch;
  readonly #form: PdfForm;

  private constructor(pdfium: Pdfium, handle: number) {
    [this.#pdfium, this.#handle] = [pdfium, handle];
    this.#scratch = new Scratch(pdfium);
    this.#form = new PdfForm(pdfium, handle);
  }

  /**
   * @throws PdfError `unreadable` for a damaged file, `encrypted` for one that needs another password, `too_complex`,
   * `unavailable`
   */
  static async open(
    bytes: Uint8Array,
    { stepsMax = drawingStepsMax(bytes.length), password }: PdfDocumentOptions = {},
  ): Promise<PdfDocument> {
    const pdfium = await loadPdfium(stepsMax);
    return guard(pdfium, 'The PDF', () => {
      // Freed with the instance.
      const address = pdfium.allocate(bytes.length);
      pdfium.memory().set(bytes, address);
      const handle = pdfium.functions.FPDF_LoadMemDocument(address, bytes.length, password ?? '');
      if (handle === 0) throw openError(pdfium, password);
      return new PdfDocument(pdfium, handle);
    });
  }

  /** @throws PdfError `unreadable` */
  get pageCount(): number {
    const count = guard(this.#pdfium, 'The PDF', () =>
      this.#pdfium.functions.FPDF_GetPageCount(this.#handle),
    );
    if (count < 1) throw new PdfError('unreadable', 'The PDF has no pages.');
    return count;
  }

  /** The title, author and dates of the document. @throws PdfError `too_complex`, `unreadable` */
  readMetadata(): PdfMetadata {
    return guard(this.#pdfium, 'The PDF', () => readMetadata(this.#pdfium, this.#handle, this.#scratch));
  }

  /** The outline, in order. @throws PdfError `too_complex`, `unreadable` */
  readBookmarks(): PdfBookmark[] {
    return guard(this.#pdfium, 'The PDF', () => readBookmarks(this.#pdfium, this.#handle, this.#scratch));
  }

  /**
   * Reads what is on a page: characters, rules, images, links and the structure of a tagged PDF.
   *
   * @param index from 0
   * @throws PdfError `unreadable` or `too_complex`
   */
  readPage(index: number): PageContents {
    const document = { handle: this.#handle, form: this.#form };
    return this.#withPage(index, (page) => readPage(this.#pdfium, document, page, this.#scratch));
  }

  /**
   * Draws a page as it is displayed (rotation applied, with annotations and values of forms) on white.
   *
   * @param index from 0
   * @param pixelsMax images with more pixels are rejected
   * @throws PdfError `unreadable` or `too_complex`
   */
  render(index: number, pixelsMax: number): PageImage {
    return this.#withPage(index, (page, name) => renderPage(this.#pdfium, page, name, pixelsMax));
  }

  /**
   * Opens a page to read its pictures. The document is not for drawing pages any more.
   *
   * @param index from 0
   * @throws PdfError `unreadable` or `too_complex`
   */
  openPictures(index: number): PagePictures {
    return new PagePictures(this.#pdfium, this.#handle, index, this.#scratch);
  }

  /**
   * Adds invisible text to pages, such as the recognized text of scans, and returns the changed file. The pages look as before.
   *
   * @throws PdfError `unreadable` or `too_complex`
   */
  withTextLayer(pages: readonly LayerPage[]): Uint8Array {
    return guard(this.#pdfium, 'The PDF', () => {
      addTextLayer(this.#pdfium, this.#handle, pages, this.#scratch);
      const bytes = saveDocument(this.#pdfium, this.#handle);
      if (!bytes) throw damaged('The PDF');
      return bytes;
    });
  }

  #withPage<Value>(index: number, work: (page: number, name: string) => Value): Value {
    const name = `Page ${index + 1} of the PDF`;
    return guard(this.#pdfium, name, () => {
      const page = this.#pdfium.functions.FPDF_LoadPage(this.#handle, index);
      if (page === 0) throw damaged(name);
      const value = work(page, name);
      // After a failure, the instance is not used any more.
      this.#pdfium.functions.FPDF_ClosePage(page);
      return value;
    });
  }
}

function openError(pdfium: Pdfium, password: string | undefined): PdfError {
  const code = pdfium.functions.FPDF_GetLastError();
  if (code === errorCodes.password)
    return new PdfError(
      'encrypted',
      password === undefined || password === ''
        ? 'The PDF is encrypted: send its password as `password`.'
        : 'The PDF is encrypted, and the password is wrong.',
    );
  if (code === errorCodes.security)
    return new PdfError(
      'encrypted',
      'The PDF is encrypted in a way that is not supported: remove the encryption, then send it again.',
    );
  return damaged('The PDF');
}
