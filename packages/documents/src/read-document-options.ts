import type { RecognizedPage, RecognizedPart } from './model/recognized-page.ts';
import type { PictureCollector } from './pictures/picture-collector.ts';

/** Parts of a document to read, cancellation and scheduling. */
export interface ReadDocumentOptions {
  readonly signal?: AbortSignal | undefined;
  /** Yield point, awaited between pages and about every 20 ms within long ones. */
  readonly yieldIfDue?: (() => Promise<void> | undefined) | undefined;
  /** Pages, slides or sheets to read, such as `1-3,5`; default: all. Formats without pages ignore it. */
  readonly pages?: string | undefined;
  /**
   * Which pages of a PDF are recognized like scans instead of read: those without usable text (`auto`, the default),
   * none, or all.
   */
  readonly ocr?: 'auto' | 'never' | 'always' | undefined;
  /** Password of an encrypted file; others ignore it. */
  readonly password?: string | undefined;
  /** Pages that were recognized after an earlier call stated that they need it. */
  readonly recognized?: readonly RecognizedPage[] | undefined;
  /** Recognition of the files inside of an archive or a message, in the same way. */
  readonly recognizedParts?: readonly RecognizedPart[] | undefined;
  /** Pages of files inside of an archive or a message that are recognized; the others are left out. Default: 100. */
  readonly nestedScansMax?: number | undefined;
  /** Collects the pictures of the document; default: pictures are left out, except their descriptions. */
  readonly pictures?: PictureCollector | undefined;
  /** Called after each page. */
  readonly onPage?: ((done: number, total: number) => void) | undefined;
}
