import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';

/** Where the service has the files of pdf.js, which are loaded for the first PDF only. */
const folder = '/dashboard/pdf/';
/** Larger images of hostile documents are not decoded. */
const imagePixelsMax = 40_000_000;
/** Width and height of a drawn page in pixels: a page can be any number of points long. */
const sideMax = 2400;

/** A page that takes longer is not shown, so that the texts of hostile documents can be read at all. */
const drawingMsMax = 20_000;

type Library = typeof import('pdfjs-dist');
let library: Promise<Library> | undefined;

/** Loads the library outside of the bundle, which it would make slower. */
function loadLibrary(): Promise<Library> {
  const path = `${folder}build/pdf.min.mjs`;
  library ??= import(path).then(
    (loaded: Library) => {
      loaded.GlobalWorkerOptions.workerSrc = `${folder}build/pdf.worker.min.mjs`;
      return loaded;
    },
    (error: unknown) => {
      library = undefined;
      throw error;
    },
  );
  return library;
}

/** Whether a file is a PDF, by its type or name. */
export const isPdf = (file: File | undefined): file is File =>
  file !== undefined && (file.type === 'application/pdf' || /\.pdf$/i.test(file.name));

/** The pages of a PDF, drawn in the browser. */
export class PdfSource {
  readonly #task: PDFDocumentLoadingTask;
  readonly #document: PDFDocumentProxy;
  /** Small pictures are drawn one after the other, so that they do not delay a large one by much. */
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(task: PDFDocumentLoadingTask, document: PDFDocumentProxy) {
    this.#task = task;
    this.#document = document;
  }

  /**
   * Opens a file.
   *
   * @param password of an encrypted document; '' for none
   * @throws Error if it is damaged, encrypted with another password, or the browser is too old for pdf.js
   */
  static async open(file: File, password: string): Promise<PdfSource> {
    const [{ getDocument, VerbosityLevel }, data] = await Promise.all([loadLibrary(), file.arrayBuffer()]);
    const task = getDocument({
      data: new Uint8Array(data),
      ...(password !== '' && { password }),
      cMapUrl: `${folder}cmaps/`,
      standardFontDataUrl: `${folder}standard_fonts/`,
      wasmUrl: `${folder}wasm/`,
      useWasm: false,
      enableXfa: false,
      maxImageSize: imagePixelsMax,
      verbosity: VerbosityLevel.ERRORS,
    });
    try {
      return new PdfSource(task, await untilAborted(task.promise, AbortSignal.timeout(drawingMsMax)));
    } catch (error) {
      await task.destroy();
      throw error;
    }
  }

  /** Number of pages. */
  get pageCount(): number {
    return this.#document.numPages;
  }

  /**
   * Draws a page.
   *
   * @param number from 1
   * @param width pixels
   * @returns the picture; undefined if it was aborted
   * @throws Error if the page cannot be read, or takes too long
   */
  async draw(number: number, width: number, signal: AbortSignal): Promise<Blob | undefined> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(drawingMsMax)]);
    try {
      return await untilAborted(this.#draw(number, width, limited), limited);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  async #draw(number: number, width: number, signal: AbortSignal): Promise<Blob> {
    const page = await this.#document.getPage(number);
    signal.throwIfAborted();
    const size = page.getViewport({ scale: 1 });
    const scale = Math.min(width / size.width, sideMax / size.width, sideMax / size.height);
    const viewport = page.getViewport({ scale });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    const drawing = page.render({ canvas, viewport });
    const cancel = (): void => drawing.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await drawing.promise;
      return await toPicture(canvas);
    } finally {
      signal.removeEventListener('abort', cancel);
      page.cleanup();
      // Frees the pixels at once.
      canvas.width = 0;
    }
  }

  /** Like `draw`, after the small pictures that were requested before. */
  drawInTurn(number: number, width: number, signal: AbortSignal): Promise<Blob | undefined> {
    const drawn = this.#queue.then(() => (signal.aborted ? undefined : this.draw(number, width, signal)));
    this.#queue = drawn.catch(() => undefined);
    return drawn;
  }

  /** Ends the worker and frees the document. */
  async close(): Promise<void> {
    await this.#task.destroy();
  }
}

/** Rejects when the signal is aborted: the worker of a hostile document may never reply. */
function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

function toPicture(canvas: HTMLCanvasElement): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((blob) => {
    if (blob === null) reject(new Error('the page could not be drawn'));
    else resolve(blob);
  });
  return promise;
}
