import type { ImageRotation } from '../image/gray-image.ts';
import { meanConfidence } from '../layout/filter-low-confidence.ts';
import type { RecognizedLine } from './parse-tesseract-tsv.ts';

/**
 * How much readable text a reading holds: confident words of three letters and more, by their letters. Upside-down text
 * gives many short words of low confidence, sideways text next to none.
 */
export function legibilityScore(lines: readonly RecognizedLine[]): number {
  let sum = 0;
  for (const line of lines) {
    for (const { text, confidence } of line.words) {
      const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
      if (letters >= 3 && confidence > 0.5) sum += letters * confidence ** 2;
    }
  }
  return sum;
}

/** Whether a reading is so poor that another preparation of the image may read more. */
export function isLowQuality(lines: readonly RecognizedLine[]): boolean {
  return legibilityScore(lines) < 12 || meanConfidence(lines.flatMap((line) => line.words)) < 0.72;
}

/** Whether so little of what was found is words that the image may be lying on its side or upside down. */
export function mayBeRotated(lines: readonly RecognizedLine[]): boolean {
  const signs = lines.flatMap((line) => line.words).reduce((sum, word) => sum + word.text.length, 0);
  return legibilityScore(lines) < Math.max(12, signs * 0.4);
}

/** The turns to try; text that lies on its side is mostly found in boxes that are higher than wide. */
export function rotationsToTry(lines: readonly RecognizedLine[]): ImageRotation[] {
  const tall = lines.filter((line) => line.box.height > line.box.width).length;
  return tall > lines.length / 2 ? [90, 270, 180] : [180, 90, 270];
}
