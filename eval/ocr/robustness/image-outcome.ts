import { ImageError } from '@quern/ocr/image/image-error';
import type { OcrEngine } from '@quern/ocr/ocr-engine';

/** Codes that clients may see for a file; `unavailable` is a problem of the machine. */
const codes = ['unsupported', 'unreadable', 'encrypted', 'too_large', 'invalid_pages'];

/** The outcomes that an image may have. */
export const imageOutcomes: readonly string[] = ['text', ...codes];

/**
 * Reads an image.
 *
 * @returns `text`, the code of an ImageError with a short message of one line, or the error that it should not be
 */
export async function readImageOutcome(engine: OcrEngine, bytes: Uint8Array): Promise<unknown> {
  try {
    const { text, lines, confidence } = await engine.recognize(bytes);
    const isConsistent = lines.every((line) => text.slice(line.startIndex, line.endIndex) === line.text);
    return isConsistent && confidence >= 0 && confidence <= 1 ? 'text' : { text, lines, confidence };
  } catch (error) {
    const isClear = error instanceof ImageError && /^[^\n]{10,300}\.$/.test(error.message);
    return isClear && codes.includes(error.code) ? error.code : error;
  }
}
