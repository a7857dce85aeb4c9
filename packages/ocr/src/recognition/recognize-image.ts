import { encodePgm, type GrayImage, type ImageRotation, rotateImage } from '../image/gray-image.ts';
import { limitConnectedComponents } from '../image/limit-connected-components.ts';
import { normalizeLocalContrast } from '../image/normalize-local-contrast.ts';
import { prepareImage } from '../image/prepare-image.ts';
import { ImageError } from '../image-error.ts';
import { composeText, createBoxTransform, type OcrLine } from '../layout/compose-text.ts';
import { filterLowConfidence, meanConfidence } from '../layout/filter-low-confidence.ts';
import { isLowQuality, legibilityScore, mayBeRotated, rotationsToTry } from './detect-rotation.ts';
import { parseTesseractTsv, type RecognizedLine } from './parse-tesseract-tsv.ts';

/** What a recognizer found in an image; the pool adds the languages it was set up with. */
export interface RecognizedImage {
  readonly text: string;
  readonly lines: readonly OcrLine[];
  readonly width: number;
  readonly height: number;
  readonly rotation: ImageRotation;
  readonly confidence: number;
}

/** Reads a graymap or an image file and returns a table of words (TSV). @throws ImageError */
export type RecognizeToTsv = (image: Uint8Array) => string;

interface Reading {
  readonly lines: RecognizedLine[];
  readonly turn: ImageRotation;
}

/**
 * Processor time after which an image is not read again with other light or another way up: text takes a few seconds
 * for each reading, patterns that are made to be hard take many.
 */
const rereadBaseMs = 10_000;
const rereadPerPixelMs = 0.001;

/**
 * Decodes an image, finds which way up its text is, and reads it. Everything that takes time for each pixel happens
 * here, in the worker thread.
 *
 * @param cpuTimeMs processor time that this thread has used, which does not depend on what else the machine does
 * @throws ImageError
 */
export async function recognizeImage(
  bytes: Uint8Array,
  pixelsMax: number,
  recognize: RecognizeToTsv,
  cpuTimeMs: () => number,
): Promise<RecognizedImage> {
  const prepared = await prepareImage(bytes, pixelsMax);
  if (prepared === undefined) return readPlainBytes(bytes, recognize);
  const { width, height } = prepared;
  const { image, scale } = limitConnectedComponents(prepared.gray);
  const end = cpuTimeMs() + rereadBaseMs + image.data.length * rereadPerPixelMs;
  const reading = readUpright(recognize, image, () => cpuTimeMs() < end);
  const lines = filterLowConfidence(reading.lines);
  const place = createBoxTransform(prepared.scale * scale, reading.turn, width, height);
  return {
    ...composeText(lines, place),
    width,
    height,
    rotation: lines.length === 0 ? 0 : reading.turn,
    confidence: meanConfidence(lines.flatMap((line) => line.words)),
  };
}

function readUpright(recognize: RecognizeToTsv, grey: GrayImage, hasTime: () => boolean): Reading {
  // A picture too small for a letter makes Tesseract fail rather than find nothing.
  if (grey.width < 8 || grey.height < 8) return { lines: [], turn: 0 };
  const plain = readTurned(recognize, grey, 0);
  if (!isLowQuality(plain.lines) || !hasTime()) return plain;
  // Shadows and faint print first: they are the more common reason, and turning would not help against them.
  const { image: flat, scale } = limitConnectedComponents(normalizeLocalContrast(grey));
  // One that had to be halved is noise, and its boxes are not those of the image.
  let best = scale === 1 ? better(plain, readTurned(recognize, flat, 0)) : plain;
  if (!mayBeRotated(best.lines)) return best;
  const ground = best === plain ? grey : flat;
  for (const turn of rotationsToTry(plain.lines)) {
    if (!hasTime()) break;
    best = better(best, readTurned(recognize, ground, turn));
    if (best.turn !== 0 && !mayBeRotated(best.lines)) break;
  }
  return best;
}

/** The second only if it clearly reads more. */
function better(first: Reading, second: Reading): Reading {
  return legibilityScore(second.lines) > legibilityScore(first.lines) * 1.2 + 4 ? second : first;
}

function readTurned(recognize: RecognizeToTsv, grey: GrayImage, turn: ImageRotation): Reading {
  return { lines: parseTesseractTsv(recognize(encodePgm(rotateImage(grey, turn)))), turn };
}

/** Without sharp: Tesseract decodes PNG and JPEG itself, upright as stored and without scaling. */
function readPlainBytes(bytes: Uint8Array, recognize: RecognizeToTsv): RecognizedImage {
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
