import type { Pdfium } from '../pdfium/load-pdfium.ts';

/** The form of a document, opened when a page first has fields: its fields may inherit their types and values. */
export class PdfForm {
  readonly #pdfium: Pdfium;
  readonly #document: number;
  #handle: number | undefined;

  /** @param document handle of the document */
  constructor(pdfium: Pdfium, document: number) {
    [this.#pdfium, this.#document] = [pdfium, document];
  }

  /** Handle of the form environment; 0 if there is none. It has no scripts and is freed with the instance. */
  get handle(): number {
    const { functions } = this.#pdfium;
    this.#handle ??= functions.PDFiumExt_InitFormFillEnvironment(
      this.#document,
      functions.PDFiumExt_OpenFormFillInfo(),
    );
    return this.#handle;
  }
}
