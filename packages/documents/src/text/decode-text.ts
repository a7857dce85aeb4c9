import { decodePlainText } from '@quern/runtime/decode-charset';
import { DocumentError } from '../errors/document-error.ts';
import { readableFormats } from './readable-formats.ts';

/** Control characters that do not occur in text, which excludes white space and the next-line character. */
const controlPattern = /(?![\s\u0085])\p{Cc}|[\ufffe\uffff]/gu;

/** Maximum share of stray control characters in text that is damaged but real. */
const controlShareMax = 0.002;

/**
 * Reads a text file in any common charset.
 *
 * @throws DocumentError `empty` for no bytes, `unsupported` for bytes that are not text
 */
export async function readPlainText(bytes: Uint8Array): Promise<string> {
  if (bytes.length === 0) throw new DocumentError('empty', 'The file is empty.');
  const text = await decodePlainText(bytes, isPlausibleText);
  if (text === undefined)
    throw new DocumentError(
      'unsupported',
      `The file is in none of the formats that can be read: ${readableFormats}.`,
    );
  return text;
}

function isPlausibleText(text: string): boolean {
  const controls = text.match(controlPattern)?.length ?? 0;
  return controls <= text.length * controlShareMax;
}
