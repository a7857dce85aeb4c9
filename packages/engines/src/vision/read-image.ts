import type { Progress } from '../offsets.ts';
import { composeLines, type ImageLine, placeBox } from './compose-lines.ts';
import { dropNoise, meanConfidence } from './drop-noise.ts';
import { isPoor, mayBeTurned, readability, turnsToTry } from './find-rotation.ts';
import { flattenLight } from './flatten-light.ts';
import { type GreyImage, type QuarterTurn, toGraymap, turnImage } from './grey-image.ts';
import { ImageError } from './image-error.ts';
import { installedLanguages } from './installed-languages.ts';
import { type PreparedImage, pixelsMaxDefault, prepareImage } from './prepare-image.ts';
import { type RecognizedLine, readWordTable } from './recognized-words.ts';
import type { Recognizer } from './recognizer.ts';
import { RecognizerPool } from './recognizer-pool.ts';

export interface ImageReaderOptions {
  /** Threads at most, each about 150 MB while at work; 1 by default. */
  readonly workers?: number;
  /** BCP 47 tags; those without installed data are passed over. By default the Latin-script ones installed. */
  readonly languages?: readonly string[];
  /** A thread without work ends after this (60,000 by default). */
  readonly idleMs?: number;
  /** Larger images are refused as `too_large` before they are decoded. */
  readonly pixelsMax?: number;
}

export interface ReadImage {
  /** Lines in reading order, joined by \n, paragraphs by \n\n; empty for an image without text. */
  readonly text: string;
  /** With boxes in pixels of the image as shown (EXIF orientation applied) and confidence 0..1. */
  readonly lines: readonly ImageLine[];
  readonly width: number;
  readonly height: number;
  /** Degrees by which the image has to be turned clockwise to set its text upright. */
  readonly rotation: QuarterTurn;
  /** BCP 47 tags of the languages it was read with. */
  readonly languages: readonly string[];
  /** 0..1, mean over characters; 0 without text. */
  readonly confidence: number;
}

export interface ReadImageOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: Progress | undefined;
}

export interface ImageReader {
  /** Throws an ImageError for an image that cannot be read, and the signal's reason when aborted. */
  read(bytes: Uint8Array, options?: ReadImageOptions): Promise<ReadImage>;
  /** How many threads there are now, at work or waiting. */
  readonly threads: number;
  close(): Promise<void>;
}

interface Reading {
  readonly lines: RecognizedLine[];
  readonly turn: QuarterTurn;
}

/** Page segmentation: 3 is automatic with columns. */
const automatic = 3;
const defaultLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'];

/** Reads text in images with Tesseract (its LSTM network, in WebAssembly threads). Starts nothing until the first read. */
export function createImageReader(options: ImageReaderOptions = {}): ImageReader {
  const languages = installedLanguages(options.languages ?? defaultLanguages);
  if (languages.length === 0)
    throw new Error('No language data for OCR is installed (@tesseract.js-data/eng).');
  const setup = { languages: languages.map(({ code, path }) => ({ code, path })) };
  const pool = new RecognizerPool(setup, options.workers ?? 1, options.idleMs ?? 60_000);
  const pixelsMax = options.pixelsMax ?? pixelsMaxDefault;
  const tags = languages.map((language) => language.tag);
  return {
    async read(bytes, { signal, progress } = {}) {
      signal?.throwIfAborted();
      const prepared = await prepareImage(bytes, pixelsMax);
      signal?.throwIfAborted();
      const result = await pool.use(signal, (recognizer) =>
        prepared === undefined
          ? readPlainBytes(recognizer, bytes, progress)
          : readPrepared(recognizer, prepared, progress),
      );
      progress?.(1);
      return { ...result, languages: tags };
    },
    get threads() {
      return pool.threads;
    },
    close: () => pool.close(),
  };
}

type Result = Omit<ReadImage, 'languages'>;

async function readPrepared(
  recognizer: Recognizer,
  prepared: PreparedImage,
  progress: Progress | undefined,
): Promise<Result> {
  const { width, height, scale } = prepared;
  const reading = await readUpright(recognizer, prepared.grey, progress);
  const lines = dropNoise(reading.lines);
  const composed = composeLines(lines, placeBox(scale, reading.turn, width, height));
  const confidence = meanConfidence(lines.flatMap((line) => line.words));
  return { ...composed, width, height, rotation: lines.length === 0 ? 0 : reading.turn, confidence };
}

async function readUpright(
  recognizer: Recognizer,
  grey: GreyImage,
  progress: Progress | undefined,
): Promise<Reading> {
  // A picture too small for a letter makes Tesseract fail rather than find nothing.
  if (grey.width < 8 || grey.height < 8) return { lines: [], turn: 0 };
  const plain = await readTurned(recognizer, grey, 0, progress);
  if (!isPoor(plain.lines)) return plain;
  // Shadows and faint print first: they are the commoner reason, and turning would not help against them.
  const flat = flattenLight(grey);
  let best = better(plain, await readTurned(recognizer, flat, 0, undefined));
  if (!mayBeTurned(best.lines)) return best;
  const ground = best === plain ? grey : flat;
  for (const turn of turnsToTry(plain.lines)) {
    best = better(best, await readTurned(recognizer, ground, turn, undefined));
    if (best.turn !== 0 && !mayBeTurned(best.lines)) break;
  }
  return best;
}

/** The second only if it clearly reads more. */
function better(first: Reading, second: Reading): Reading {
  return readability(second.lines) > readability(first.lines) * 1.2 + 4 ? second : first;
}

async function readTurned(
  recognizer: Recognizer,
  grey: GreyImage,
  turn: QuarterTurn,
  progress: Progress | undefined,
): Promise<Reading> {
  const image = toGraymap(turnImage(grey, turn));
  const onFraction =
    progress === undefined ? undefined : (fraction: number) => progress(fraction * 0.95, 'reading');
  const table = await recognizer.recognize({ image, pageSegmentation: automatic }, onFraction);
  return { lines: readWordTable(table), turn };
}

/** Without sharp: Tesseract decodes PNG, JPEG, WebP and graymaps itself, upright as stored. */
async function readPlainBytes(
  recognizer: Recognizer,
  bytes: Uint8Array,
  progress: Progress | undefined,
): Promise<Result> {
  const table = await recognizer.recognize({ image: bytes, pageSegmentation: automatic }, progress);
  const page = table.split('\n')[0]?.split('\t') ?? [];
  const width = Number(page[8] ?? 0);
  const height = Number(page[9] ?? 0);
  if (!(width > 0 && height > 0)) throw new ImageError('unreadable', 'The image cannot be decoded.');
  const lines = dropNoise(readWordTable(table));
  const composed = composeLines(lines, placeBox(1, 0, width, height));
  const confidence = meanConfidence(lines.flatMap((line) => line.words));
  return { ...composed, width, height, rotation: 0, confidence };
}

export { ImageError };
