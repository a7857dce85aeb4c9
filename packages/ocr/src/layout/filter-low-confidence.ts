import { type RecognizedLine, type RecognizedWord, unionBoxes } from './recognized-line.ts';

/**
 * Minimum confidence of words, and mean confidence of lines and pages. Chosen on development images: real words below
 * 0.3 are rare, and so is noise above 0.6.
 */
const wordMin = 0.2;
const lineMin = 0.35;
const pageMin = 0.4;

/** Removes words that Tesseract reads into specks, frames and pictures. */
export function filterLowConfidence(lines: readonly RecognizedLine[]): RecognizedLine[] {
  const kept: RecognizedLine[] = [];
  for (const line of lines) {
    const words = line.words.filter((word) => word.confidence >= wordMin && !isNoise(word));
    if (words.length === 0 || meanConfidence(words) < lineMin) continue;
    if (!words.some((word) => /[\p{L}\p{N}]/u.test(word.text)) && meanConfidence(words) < 0.8) continue;
    kept.push({ ...line, words, box: unionBoxes(words.map((word) => word.box)) });
  }
  const letters = kept.flatMap((line) => line.words).filter((word) => /[\p{L}\p{N}]/u.test(word.text));
  return letters.length === 0 || meanConfidence(letters) < pageMin ? [] : kept;
}

/** Whether a word is noise (a rule, a frame, dirt): doubtful single characters and implausible proportions. */
function isNoise(word: RecognizedWord): boolean {
  if (!/[\p{L}\p{N}]/u.test(word.text)) return word.confidence < 0.5;
  const isFlat = word.box.width > 40 * word.box.height * Math.max(1, word.text.length / 4);
  return isFlat || (word.text.length === 1 && word.confidence < 0.3);
}

/** Returns the mean confidence of the characters, from 0 to 1; 0 without any. */
export function meanConfidence(words: readonly RecognizedWord[]): number {
  let [sum, count] = [0, 0];
  for (const { text, confidence } of words) {
    sum += confidence * text.length;
    count += text.length;
  }
  return count === 0 ? 0 : sum / count;
}
