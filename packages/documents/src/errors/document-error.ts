import { EngineError } from '@quern/runtime/engine-error';

/**
 * Why a document could not be read. `unsupported`: not a PDF, DOCX or text file; `encrypted`: needs a password, or another one;
 * `unreadable`: damaged; `too_complex`: needs more work or memory than its size allows; `empty`: intact, but without
 * text; `invalid_pages`: the selection of pages is malformed or names a page that does not exist.
 */
export type DocumentErrorCode =
  | 'unsupported'
  | 'encrypted'
  | 'unreadable'
  | 'too_complex'
  | 'empty'
  | 'invalid_pages';

/** A document that cannot be read. The message names the problem and, where there is one, the remedy. */
export class DocumentError extends EngineError<'document', DocumentErrorCode> {
  override readonly name = 'DocumentError';

  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super('document', code, message, options);
  }
}
