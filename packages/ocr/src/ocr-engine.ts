import type { ImageRotation } from './image/gray-image.ts';
import { inspectImage } from './image/inspect-image.ts';
import { pixelsMaxDefault, recognitionScale } from './image/prepare-image.ts';
import { ImageError } from './image-error.ts';
import type { OcrLine } from './layout/compose-text.ts';
import { listInstalledLanguages } from './recognition/installed-languages.ts';
import { RecognizerPool } from './recognition/recognizer-pool.ts';

export interface OcrEngineOptions {
  /** Threads at most, each about 150 MB while at work; 1 by default. */
  readonly workers?: number;
  /** BCP 47 tags; those without installed data are passed over. By default the Latin-script ones installed. */
  readonly languages?: readonly string[];
  /** A thread without work ends after this (60,000 by default). */
  readonly idleMs?: number;
  /** Larger images are refused as `too_large` before they are decoded. */
  readonly pixelsMax?: number;
}

export interface OcrResult {
  /** Lines in reading order, joined by \n, paragraphs by \n\n; empty for an image without text. */
  readonly text: string;
  /** With boxes in pixels of the image as shown (EXIF orientation applied) and confidence 0..1. */
  readonly lines: readonly OcrLine[];
  readonly width: number;
  readonly height: number;
  /** Degrees by which the image has to be turned clockwise to set its text upright. */
  readonly rotation: ImageRotation;
  /** BCP 47 tags of the languages it was read with. */
  readonly languages: readonly string[];
  /** 0..1, mean over characters; 0 without text. */
  readonly confidence: number;
}

export interface RecognizeOptions {
  /** Ends waiting for a thread, and stops the thread that reads the image. */
  readonly signal?: AbortSignal | undefined;
}

export interface OcrEngine {
  /** Throws an ImageError for an image that cannot be read, and the signal's reason when aborted. */
  recognize(bytes: Uint8Array, options?: RecognizeOptions): Promise<OcrResult>;
  /** How many threads there are now, busy or idle. */
  readonly threads: number;
  /** Images that wait for a thread. */
  readonly waiting: number;
  /** Images that are being read. */
  readonly running: number;
  close(): Promise<void>;
}

const defaultLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'];
/** Loading takes a few seconds on a busy machine, reading some 2 µs a pixel, up to five times. */
const timeBaseMs = 30_000;
const timePerPixelMs = 0.01;

/**
 * Reads text in images with Tesseract (its LSTM network, in WebAssembly threads). Starts nothing until the first read.
 * This thread looks at the headers only; all that takes time for each pixel happens in the threads.
 */
export function createOcrEngine(options: OcrEngineOptions = {}): OcrEngine {
  const languages = listInstalledLanguages(options.languages ?? defaultLanguages);
  if (languages.length === 0)
    throw new Error('No language data for OCR is installed (@tesseract.js-data/eng).');
  const pixelsMax = options.pixelsMax ?? pixelsMaxDefault;
  const setup = { languages: languages.map(({ code, path }) => ({ code, path })), pixelsMax };
  const pool = new RecognizerPool(setup, options.workers ?? 1, options.idleMs ?? 60_000);
  const tags = languages.map((language) => language.tag);
  return {
    async recognize(bytes, { signal } = {}) {
      signal?.throwIfAborted();
      const { width, height } = await inspectImage(bytes, pixelsMax);
      signal?.throwIfAborted();
      return { ...(await pool.recognize(bytes, signal, timeLimitMs(width * height))), languages: tags };
    },
    get threads() {
      return pool.threads;
    },
    get waiting() {
      return pool.waiting;
    },
    get running() {
      return pool.running;
    },
    close: () => pool.close(),
  };
}

/** In proportion to the pixels that are recognized. */
function timeLimitMs(pixels: number): number {
  return timeBaseMs + pixels * recognitionScale(pixels) ** 2 * timePerPixelMs;
}

export { ImageError };
