import { EngineError } from '@quern/runtime/engine-error';

/**
 * Why a PDF could not be read. `unreadable`: damaged; `encrypted`: needs a password; `too_complex`: needs more work or
 * memory than allowed; `unavailable`: PDFium is not installed.
 */
export type PdfErrorCode = 'unreadable' | 'encrypted' | 'too_complex' | 'unavailable';

/** A PDF that cannot be read. Packages convert it to their own errors. */
export class PdfError extends EngineError<'pdf', PdfErrorCode> {
  override readonly name = 'PdfError';

  constructor(code: PdfErrorCode, message: string, options?: ErrorOptions) {
    super('pdf', code, message, options);
  }
}
