/**
 * Why a document could not be read. `unsupported`: not a PDF, DOCX or text; `encrypted`: needs a password;
 * `unreadable`: damaged, or larger inside than allowed; `too_complex`: would cost more work than its size
 * allows; `empty`: sound, but without any text.
 */
export type DocumentErrorCode = 'unsupported' | 'encrypted' | 'unreadable' | 'too_complex' | 'empty';

/** An expected failure: the message says what is wrong with the document and what its owner can do. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DocumentError';
    this.code = code;
  }
}
