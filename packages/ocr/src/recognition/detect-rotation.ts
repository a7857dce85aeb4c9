import type { ImageRotation } from '../image/gray-image.ts';
import { meanConfidence } from '../layout/filter-low-confidence.ts';
import type { RecognizedLine } from '../layout/recognized-line.ts';

/**
 * Measures the amount of readable text in a reading: the letters of confident words with three letters or more.
 * Upside-down text gives many short words of low confidence, sideways text almost none.
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

/** Whether a reading is so poor that normalizing the image may give more text. */
export function isLowQuality(lines: readonly RecognizedLine[]): boolean {
  return legibilityScore(lines) < 12 || meanConfidence(lines.flatMap((line) => line.words)) < 0.72;
}

/** Whether a reading has so few words that the image may be rotated. */
export function mayBeRotated(lines: readonly RecognizedLine[]): boolean {
  const characters = lines.flatMap((line) => line.words).reduce((sum, word) => sum + word.text.length, 0);
  return legibilityScore(lines) < Math.max(12, characters * 0.4);
}

/** Rotations to try, most likely first: sideways text is mostly found in boxes that are taller than wide. */
export function rotationsToTry(lines: readonly RecognizedLine[]): ImageRotation[] {
  const tall = lines.filter((line) => line.box.height > line.box.width).length;
  return tall > lines.length / 2 ? [90, 270, 180] : [180, 90, 270];
}
