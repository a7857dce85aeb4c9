import { ImageError } from '@quern/ocr/image/image-error';
import { OcrEngine } from '@quern/ocr/ocr-engine';

/** Started by the first image. Its thread ends when it has been idle. */
let engine: OcrEngine | undefined;

/**
 * Recognizes an image or a PDF as the OCR operation does.
 *
 * @returns the length of the text, or the code of the ImageError
 * @throws any other error of the engine
 */
export async function recognizeHostileImage(
  bytes: Uint8Array | string,
  signal?: AbortSignal,
): Promise<number | string> {
  engine ??= new OcrEngine({ idleMs: 2000 });
  try {
    return (await engine.recognize(Buffer.from(bytes), { signal })).text.length;
  } catch (error) {
    if (error instanceof ImageError) return error.code;
    throw error;
  }
}
