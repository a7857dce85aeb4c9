import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EngineError } from '@quern/runtime/engine-error';
import { type RunTaskOptions, WorkerPool } from '@quern/runtime/pool/worker-pool';
import { TimeLimit } from '@quern/runtime/scheduling/time-limit';
import type { WorkCaller } from '@quern/runtime/scheduling/work-observer';
import { pixelsMaxDefault } from './image/decode-image.ts';
import { ImageError, isImageErrorCode } from './image/image-error.ts';
import { requireReadableFile } from './image/inspect-image.ts';
import { loadSharp } from './image/load-sharp.ts';
import type { ComposedPage } from './layout/compose-page.ts';
import { joinPages, type ReadPage } from './layout/join-pages.ts';
import type { OcrResult } from './ocr-result.ts';
import { findReason } from './optional-packages.ts';
import { selectPages } from './page/select-pages.ts';
import type { RecognizedText } from './pdf/create-searchable-pdf.ts';
import type { Reading } from './recognition/read-strips.ts';
import { needsScriptsModel } from './recognition/script-languages.ts';
import { groupStrips } from './worker/group-strips.ts';
import type { AnalyzedPage, OcrTasks } from './worker/ocr-tasks.ts';

/** Threads and limits of an `OcrEngine`. */
export interface OcrEngineOptions {
  /** Threads, each of which uses one core and some 200 MB; default: one per core, at most 4. */
  readonly threads?: number | undefined;
  /** Idle threads end after this time; default: 60,000 ms. */
  readonly idleMs?: number | undefined;
  /** Larger images are rejected as `too_large` before they are decoded; default: 100 million pixels. */
  readonly pixelsMax?: number | undefined;
  /** Pages on which threads work longer are rejected as `too_large`; default: 120,000 ms. Time in the queue does not count. */
  readonly pageTimeoutMs?: number | undefined;
  /** Folder of the models; default: those of this package. */
  readonly modelDir?: string | undefined;
}

/** Options of one recognition. */
export interface RecognizeOptions {
  /** Stops within some 300 ms. */
  readonly signal?: AbortSignal | undefined;
  /** Password of an encrypted PDF; other files ignore it. */
  readonly password?: string | undefined;
  /** Pages to read, such as `1-3,5`; default: all. */
  readonly pages?: string | undefined;
  /** More pages are rejected as `too_large`; default: 100. */
  readonly pagesMax?: number | undefined;
  /** Expected languages (BCP 47), which decide how a line is tried first; other languages are read as well. */
  readonly languages?: readonly string[] | undefined;
  /** Whose share of the threads is used; default: one share for all. */
  readonly caller?: WorkCaller | undefined;
  /** Called after each page, with what was read on it alone. */
  readonly onPage?: ((done: number, total: number, page: OcrResult) => void) | undefined;
}

const bundledModelDir = fileURLToPath(new URL('./models/', import.meta.url));
const threadsMaxDefault = 4;
const idleMsDefault = 60_000;
/** Most tasks end within this time, and their thread is free for another caller. */
const spareAfterMs = 500;
const pagesMaxDefault = 100;
/** A page takes a few seconds of one core, and longer when other programs use the cores. */
const pageTimeoutMsDefault = 120_000;
/** Estimates for the order of waiting tasks; the pool corrects them by measured time. */
const estimatesMs = { countPages: 60, analyze: 600, read: 400, compose: 20, searchablePdf: 400 };
/** Adding the text of this number of pages to a PDF may take as long as reading one. */
const layerPages = 100;
/** Time to open a file, which takes less than 0.1 s unless the file is hostile. */
const openTimeoutMs = 30_000;
const defaultCaller: WorkCaller = { flow: '' };

/**
 * Recognizes text in images: networks find the lines of a page and read them (PP-OCRv6, fine-tuned by `training/ocr`).
 * All work is done in worker threads. A page uses all of them when they are idle, and its share when they are not.
 * Nothing is loaded before the first image.
 */
export class OcrEngine {
  readonly #pixelsMax: number;
  readonly #pageTimeoutMs: number;
  readonly #modelDir: string;
  readonly #pool: WorkerPool<OcrTasks>;

  constructor({
    threads,
    idleMs = idleMsDefault,
    pixelsMax,
    pageTimeoutMs,
    modelDir,
  }: OcrEngineOptions = {}) {
    this.#pixelsMax = pixelsMax ?? pixelsMaxDefault;
    this.#pageTimeoutMs = pageTimeoutMs ?? pageTimeoutMsDefault;
    this.#modelDir = modelDir ?? bundledModelDir;
    const extension = extname(import.meta.filename);
    this.#pool = new WorkerPool({
      workerUrl: new URL(`./worker/ocr-worker${extension}`, import.meta.url),
      estimate: (name) => ({ ms: estimatesMs[name], isSmall: true }),
      threads: threads ?? Math.min(availableParallelism(), threadsMaxDefault),
      idleMs,
      spareAfterMs,
    });
  }

  /** Number of threads that exist now, busy or idle. */
  get threads(): number {
    return this.#pool.liveThreads;
  }

  /** Tasks that run at the same time. */
  get threadsMax(): number {
    return this.#pool.threads;
  }

  /** Parts of pages that wait for a thread. */
  get waiting(): number {
    return this.#pool.waiting;
  }

  /** Parts of pages that are being read. */
  get running(): number {
    return this.#pool.running;
  }

  /**
   * Recognizes the text of an image file or a PDF. Text that a PDF contains is drawn and read like a scan.
   *
   * @param bytes PNG, JPEG, WebP, GIF, TIFF, BMP, ICO, AVIF, HEIC, PNM or PDF
   * @throws ImageError for a file that cannot be read or takes too long; the signal's reason when aborted
   */
  async recognize(bytes: Uint8Array, options: RecognizeOptions = {}): Promise<OcrResult> {
    const { signal, pages, pagesMax = pagesMaxDefault, onPage } = options;
    signal?.throwIfAborted();
    requireReadableFile(bytes);
    // Here, before the threads: they must not change what libvips may decode while others decode.
    await loadSharp();
    const shared = share(bytes);
    const pageCount = await this.#countPages(shared, options);
    const numbers = selectPages(pages, pageCount, pagesMax);
    const read: ReadPage[] = [];
    for (const number of numbers) {
      const readPage = (run: RunTaskOptions) => this.#readPage(shared, number, options, run);
      const page = await runWithin(this.#pageTimeoutMs, options, readPage);
      read.push(page);
      onPage?.(read.length, numbers.length, joinPages([page]));
    }
    return joinPages(read);
  }

  /**
   * Creates a PDF that looks like a file and whose recognized text can be selected and searched. Of a PDF, all other pages
   * stay as they are, and so does its encryption; of a picture, the recognized pages become those of the PDF.
   *
   * @param bytes of a file that was recognized
   * @param pages the recognized text, in ascending order of their numbers
   * @throws ImageError for a file that cannot be read or takes too long; the signal's reason when aborted
   */
  async createSearchablePdf(
    bytes: Uint8Array,
    pages: readonly RecognizedText[],
    options: Pick<RecognizeOptions, 'signal' | 'password' | 'caller'> = {},
  ): Promise<Uint8Array> {
    options.signal?.throwIfAborted();
    requireReadableFile(bytes);
    await loadSharp();
    const input = { bytes, pages, pixelsMax: this.#pixelsMax, password: options.password };
    const timeoutMs = this.#pageTimeoutMs * Math.max(1, Math.ceil(pages.length / layerPages));
    return runWithin(timeoutMs, options, (run) => this.#pool.run('searchablePdf', input, run));
  }

  /** Ends the threads; images that are being read or waiting are rejected. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  #countPages(bytes: Uint8Array, options: RecognizeOptions): Promise<number> {
    const input = { bytes, pixelsMax: this.#pixelsMax, password: options.password };
    return runWithin(openTimeoutMs, options, (run) => this.#pool.run('countPages', input, run));
  }

  async #readPage(
    bytes: Uint8Array,
    number: number,
    { languages, password }: RecognizeOptions,
    run: RunTaskOptions,
  ): Promise<ReadPage> {
    const file = { bytes, pixelsMax: this.#pixelsMax, password };
    const input = { ...file, modelDir: this.#modelDir, frame: number - 1 };
    const page = await this.#pool.run('analyze', input, run);
    const readings = await this.#readStrips(page, needsScriptsModel(languages), run);
    const { strips, regions, readings: _, ...size } = page;
    const segments = regions.flatMap((region, index) => {
      const [reading, strip] = [readings[index], strips[index]];
      if (reading === undefined || strip === undefined) return [];
      return [{ region, stripWidth: strip.width, ...reading }];
    });
    const composed: ComposedPage = await this.#pool.run('compose', { ...size, segments, number }, run);
    return { ...composed, number, width: page.width, height: page.height, rotation: page.rotation };
  }

  /** Reads the strips in parallel, in groups of similar width. */
  async #readStrips(page: AnalyzedPage, preferScripts: boolean, run: RunTaskOptions): Promise<Reading[]> {
    const readings: Reading[] = [];
    await Promise.all(
      groupStrips(page.strips).map(async (group) => {
        const strips = group.flatMap((index) => page.strips[index] ?? []);
        const known = group.map((index) => page.readings[index]);
        const input = { modelDir: this.#modelDir, strips, readings: known, preferScripts };
        const read = await this.#pool.run('read', input, run);
        for (const [place, index] of group.entries()) {
          const reading = read[place];
          if (reading !== undefined) readings[index] = reading;
        }
      }),
    );
    return readings;
  }
}

/** Copies bytes to shared memory, so that they are not copied again for each page. */
function share(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** Runs tasks, whose running time is limited. @throws ImageError `too_large` afterward, or that of a task */
async function runWithin<Value>(
  timeoutMs: number,
  { signal, caller = defaultCaller }: RecognizeOptions,
  work: (run: RunTaskOptions) => Promise<Value>,
): Promise<Value> {
  const tooSlow = new AbortController();
  const onExceeded = (): void => tooSlow.abort(tooSlowError(timeoutMs));
  const { observer } = caller;
  const limit = new TimeLimit({ limitMs: timeoutMs, onExceeded, countsIdle: false, observer });
  const limited = AbortSignal.any([tooSlow.signal, ...(signal ? [signal] : [])]);
  try {
    return await work({ signal: limited, caller: { ...caller, observer: limit } });
  } catch (failure) {
    const error = await findReason(failure);
    // Errors lose their class on the way from the thread.
    if (error instanceof EngineError && isImageErrorCode(error.code))
      throw new ImageError(error.code, error.message, { cause: error });
    throw error;
  } finally {
    limit.stop();
  }
}

function tooSlowError(timeoutMs: number): ImageError {
  const seconds = Math.round(timeoutMs / 1000);
  return new ImageError(
    'too_large',
    `The page could not be read within ${seconds} s: send a smaller image, or parts of it.`,
  );
}
