import { extname } from 'node:path';
import { EngineError } from '@quern/runtime/engine-error';
import { WorkerPool } from '@quern/runtime/pool/worker-pool';
import type { WorkObserver } from '@quern/runtime/scheduling/work-observer';
import type { ImageRotation } from './image/gray-image.ts';
import { ImageError, isImageErrorCode } from './image/image-error.ts';
import { inspectImage } from './image/inspect-image.ts';
import { pixelsMaxDefault, recognitionScale } from './image/prepare-image.ts';
import type { OcrLine } from './layout/compose-text.ts';
import { listInstalledLanguages } from './recognition/installed-languages.ts';
import type { RecognitionTasks } from './recognition/recognition-tasks.ts';
import type { RecognizedImage } from './recognition/recognize-image.ts';

/** Languages and limits of an `OcrEngine`. */
export interface OcrEngineOptions {
  /**
   * BCP 47 tags; languages without installed data are skipped. Default: English, German, French, Spanish, Portuguese,
   * Italian and Dutch.
   */
  readonly languages?: readonly string[];
  /** An idle thread ends after this time; default: 60,000 ms. */
  readonly idleMs?: number;
  /** Larger images are rejected as `too_large` before they are decoded; default: 100 million pixels. */
  readonly pixelsMax?: number;
}

/** The text of an image. */
export interface OcrResult {
  /** Lines in reading order, joined by \n, paragraphs by \n\n; empty for an image without text. */
  readonly text: string;
  /** Lines with their boxes in pixels of the displayed image (EXIF orientation applied) and confidence from 0 to 1. */
  readonly lines: readonly OcrLine[];
  readonly width: number;
  readonly height: number;
  /** Clockwise rotation in degrees that makes the text upright. */
  readonly rotation: ImageRotation;
  /** BCP 47 tags of the languages used for recognition. */
  readonly languages: readonly string[];
  /** Mean confidence of the characters, from 0 to 1; 0 without text. */
  readonly confidence: number;
}

/** Options of one recognition. */
export interface RecognizeOptions {
  /** Ends waiting for the thread, or terminates the thread that reads the image. */
  readonly signal?: AbortSignal | undefined;
}

const defaultLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'];
/** Images that one thread reads before it is replaced, since WebAssembly memory never shrinks. */
const imagesPerThreadMax = 200;
const idleMsDefault = 60_000;
/** Time to load Tesseract on a busy machine. */
const timeBaseMs = 30_000;
/** A reading takes some 2 µs per pixel, and an image is read up to five times. */
const timePerPixelMs = 0.01;

/**
 * Recognizes text in images with Tesseract (its LSTM network, compiled to WebAssembly) in a worker thread that reads one
 * image at a time and uses about 150 MB. Nothing is loaded before the first image. The calling thread reads only image
 * headers; all work per pixel is done in the worker thread.
 */
export class OcrEngine {
  readonly #languages: ReturnType<typeof listInstalledLanguages>;
  readonly #pixelsMax: number;
  readonly #pool: WorkerPool<RecognitionTasks>;

  /** @throws Error when no language data is installed */
  constructor({ languages = defaultLanguages, idleMs = idleMsDefault, pixelsMax }: OcrEngineOptions = {}) {
    this.#languages = listInstalledLanguages(languages);
    if (this.#languages.length === 0) {
      throw new Error(
        `No OCR language data is installed for ${languages.join(', ')}: install the package @tesseract.js-data/eng, or that of another language.`,
      );
    }
    this.#pixelsMax = pixelsMax ?? pixelsMaxDefault;
    const extension = extname(import.meta.filename);
    this.#pool = new WorkerPool({
      workerUrl: new URL(`./recognition/recognition-worker${extension}`, import.meta.url),
      // Recognition cannot be paused, and all images wait in one queue.
      estimate: () => ({ ms: timeBaseMs, isSmall: true }),
      threads: 1,
      idleMs,
      tasksPerThreadMax: imagesPerThreadMax,
      // A failure inside WebAssembly may leave its memory corrupt.
      replacesThreadOnError: true,
      cancelGraceMs: 0,
    });
  }

  /** Number of threads that exist now, busy or idle. */
  get threads(): number {
    return this.#pool.liveThreads;
  }

  /** Images that wait for the thread. */
  get waiting(): number {
    return this.#pool.waiting;
  }

  /** Images that are being read. */
  get running(): number {
    return this.#pool.running;
  }

  /**
   * Recognizes the text of an image file.
   *
   * @param bytes PNG, JPEG, WebP, GIF, TIFF, BMP, AVIF or PNM; without the package sharp only PNG, JPEG and BMP
   * @throws ImageError for an image that cannot be read; the signal's reason when aborted
   */
  async recognize(bytes: Uint8Array, { signal }: RecognizeOptions = {}): Promise<OcrResult> {
    signal?.throwIfAborted();
    const { width, height } = await inspectImage(bytes, this.#pixelsMax);
    const image = await this.#recognizeWithin(timeLimitMs(width * height), bytes, signal);
    return { ...image, languages: this.#languages.map(({ tag }) => tag) };
  }

  /** Ends the thread; images that are being read or waiting are rejected. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** @param timeoutMs time to read the image, without the time in the queue */
  async #recognizeWithin(
    timeoutMs: number,
    bytes: Uint8Array,
    signal: AbortSignal | undefined,
  ): Promise<RecognizedImage> {
    const tooSlow = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const observer: WorkObserver = {
      queued: () => undefined,
      started: () => {
        timer = setTimeout(() => tooSlow.abort(tooSlowError(timeoutMs)), timeoutMs).unref();
      },
      finished: () => clearTimeout(timer),
    };
    const languages = this.#languages.map(({ code, path }) => ({ code, path }));
    try {
      return await this.#pool.run(
        'recognize',
        { bytes, pixelsMax: this.#pixelsMax, languages },
        {
          signal: signal === undefined ? tooSlow.signal : AbortSignal.any([signal, tooSlow.signal]),
          caller: { flow: '', observer },
        },
      );
    } catch (error) {
      // Errors lose their class on the way from the thread.
      if (error instanceof EngineError && isImageErrorCode(error.code))
        throw new ImageError(error.code, error.message, { cause: error });
      throw error;
    }
  }
}

/** In proportion to the pixels that are recognized. */
function timeLimitMs(pixels: number): number {
  return timeBaseMs + pixels * recognitionScale(pixels) ** 2 * timePerPixelMs;
}

function tooSlowError(timeoutMs: number): ImageError {
  const seconds = Math.round(timeoutMs / 1000);
  return new ImageError(
    'too_large',
    `The image could not be read within ${seconds} s: send a smaller image, or parts of it.`,
  );
}
