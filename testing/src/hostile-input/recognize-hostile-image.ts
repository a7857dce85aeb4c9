import { ImageError } from '@quern/ocr/image/image-error';
import { OcrEngine } from '@quern/ocr/ocr-engine';

/** Started by the first image for which no engine is named. Its thread ends when it has been idle. */
let defaultEngine: OcrEngine | undefined;

/**
 * Recognizes an image or a PDF as the OCR operation does.
 *
 * @returns the length of the text, or the code of the ImageError
 * @throws any other error of the engine
 */
export async function recognizeHostileImage(
  bytes: Uint8Array | string,
  engine = getDefaultEngine(),
): Promise<number | string> {
  try {
    return (await engine.recognize(Buffer.from(bytes))).text.length;
  } catch (error) {
    if (error instanceof ImageError) return error.code;
    throw error;
  }
}

function getDefaultEngine(): OcrEngine {
  defaultEngine ??= new OcrEngine({ idleMs: 2000 });
  return defaultEngine;
}
