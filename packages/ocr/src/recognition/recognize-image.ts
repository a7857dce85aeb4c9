import { encodePgm, type GrayImage, type ImageRotation, rotateImage } from '../image/gray-image.ts';
import { ImageError } from '../image/image-error.ts';
import { limitConnectedComponents } from '../image/limit-connected-components.ts';
import { normalizeLocalContrast } from '../image/normalize-local-contrast.ts';
import { prepareImage } from '../image/prepare-image.ts';
import { composeText, createBoxTransform, type OcrLine } from '../layout/compose-text.ts';
import { filterLowConfidence, meanConfidence } from '../layout/filter-low-confidence.ts';
import type { RecognizedLine } from '../layout/recognized-line.ts';
import { isLowQuality, legibilityScore, mayBeRotated, rotationsToTry } from './detect-rotation.ts';
import { parseTesseractTsv } from './parse-tesseract-tsv.ts';

/** The text of an image, without the languages it was read with. */
export interface RecognizedImage {
  readonly text: string;
  readonly lines: readonly OcrLine[];
  readonly width: number;
  readonly height: number;
  readonly rotation: ImageRotation;
  readonly confidence: number;
}

/** Reads a graymap or an image file. @returns Tesseract's table of words (TSV) @throws ImageError */
export type RecognizeToTsv = (image: Uint8Array) => string;

interface Reading {
  readonly lines: RecognizedLine[];
  readonly rotation: ImageRotation;
}

/**
 * CPU time after which an image is not read again with other contrast or rotation: text takes a few seconds per
 * reading, adversarial patterns take many.
 */
const rereadBaseMs = 10_000;
const rereadPerPixelMs = 0.001;

/** Smallest side that Tesseract reads; smaller images hold no letter and make it fail. */
const sideMin = 8;

/**
 * Decodes an image, detects the rotation of its text, and reads it. All work per pixel is done here, in the worker
 * thread.
 *
 * @param cpuTimeMs returns the CPU time of this thread, which does not depend on the load of the machine
 * @throws ImageError
 */
export async function recognizeImage(
  bytes: Uint8Array,
  pixelsMax: number,
  recognize: RecognizeToTsv,
  cpuTimeMs: () => number,
): Promise<RecognizedImage> {
  const prepared = await prepareImage(bytes, pixelsMax);
  if (prepared === undefined) return recognizeFile(bytes, recognize);
  const { width, height } = prepared;
  const { image, scale } = limitConnectedComponents(prepared.gray);
  const end = cpuTimeMs() + rereadBaseMs + image.data.length * rereadPerPixelMs;
  const reading = readUpright(recognize, image, () => cpuTimeMs() < end);
  const lines = filterLowConfidence(reading.lines);
  const toOriginal = createBoxTransform(prepared.scale * scale, reading.rotation, width, height);
  return {
    ...composeText(lines, toOriginal),
    width,
    height,
    rotation: lines.length === 0 ? 0 : reading.rotation,
    confidence: meanConfidence(lines.flatMap((line) => line.words)),
  };
}

function readUpright(recognize: RecognizeToTsv, original: GrayImage, hasTime: () => boolean): Reading {
  if (original.width < sideMin || original.height < sideMin) return { lines: [], rotation: 0 };
  const first = readRotated(recognize, original, 0);
  if (!isLowQuality(first.lines) || !hasTime()) return first;
  // Shadows and faint print are the more common cause of a poor reading, and rotation would not help against them.
  const { image: normalized, scale } = limitConnectedComponents(normalizeLocalContrast(original));
  // An image that had to be halved is noise, and its boxes are not those of the original.
  let best = scale === 1 ? moreLegible(first, readRotated(recognize, normalized, 0)) : first;
  if (!mayBeRotated(best.lines)) return best;
  const source = best === first ? original : normalized;
  for (const rotation of rotationsToTry(first.lines)) {
    if (!hasTime()) break;
    best = moreLegible(best, readRotated(recognize, source, rotation));
    if (best.rotation !== 0 && !mayBeRotated(best.lines)) break;
  }
  return best;
}

/** Returns the second reading only if it is clearly more legible. */
function moreLegible(first: Reading, second: Reading): Reading {
  return legibilityScore(second.lines) > legibilityScore(first.lines) * 1.2 + 4 ? second : first;
}

function readRotated(recognize: RecognizeToTsv, image: GrayImage, rotation: ImageRotation): Reading {
  return { lines: parseTesseractTsv(recognize(encodePgm(rotateImage(image, rotation)))), rotation };
}

/** Without sharp, Tesseract decodes the file itself: in the stored orientation and without scaling. */
function recognizeFile(bytes: Uint8Array, recognize: RecognizeToTsv): RecognizedImage {
  const table = recognize(bytes);
  const page = table.split('\n')[0]?.split('\t') ?? [];
  const width = Number(page[8] ?? 0);
  const height = Number(page[9] ?? 0);
  if (!(width > 0 && height > 0)) throw new ImageError('unreadable', 'The image cannot be decoded.');
  const lines = filterLowConfidence(parseTesseractTsv(table));
  return {
    ...composeText(lines, createBoxTransform(1, 0, width, height)),
    width,
    height,
    rotation: 0,
    confidence: meanConfidence(lines.flatMap((line) => line.words)),
  };
}
