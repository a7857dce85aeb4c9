import { convertDocument } from '@quern/documents/convert-document';
import { DocumentError } from '@quern/documents/errors/document-error';

/** The outcomes that a document may have. */
export const documentOutcome = /^(?:ok|unsupported|encrypted|unreadable|too_complex|empty)$/;

/**
 * Converts a document as the engine does.
 *
 * @returns `ok`, or the code of the DocumentError
 * @throws any other error
 */
export async function convertHostileDocument(bytes: Uint8Array): Promise<string> {
  try {
    const { markdown } = await convertDocument(bytes);
    return typeof markdown === 'string' ? 'ok' : 'no Markdown';
  } catch (error) {
    if (error instanceof DocumentError) return error.code;
    throw error;
  }
}
