import { ImageError } from '../image-error.ts';
import type { RecognitionWorkerData } from './recognition-messages.ts';
import type { RecognizedImage } from './recognize-image.ts';
import { Recognizer } from './recognizer.ts';

/** Images one thread reads before it is replaced, since WebAssembly memory never shrinks. */
const imagesMax = 200;

interface WaitingRead {
  readonly enter: () => void;
  readonly reject: (error: Error) => void;
}

/** At most `size` threads, started when needed, stopped after `idleMs` without work. */
export class RecognizerPool {
  readonly #setup: RecognitionWorkerData;
  readonly #size: number;
  readonly #idleMs: number;
  readonly #idle: { recognizer: Recognizer; timer: NodeJS.Timeout }[] = [];
  /** In the order they came. */
  readonly #queue = new Set<WaitingRead>();
  #busy = 0;
  #running = 0;
  #closed = false;

  constructor(setup: RecognitionWorkerData, size: number, idleMs: number) {
    this.#setup = setup;
    this.#size = Math.max(1, size);
    this.#idleMs = idleMs;
  }

  /**
   * Reads an image; waits for a thread when all are busy. When `signal` aborts, waiting ends, and a thread at work is
   * stopped (it cannot be interrupted otherwise) and replaced by the next call.
   *
   * @param timeMaxMs reading may take, without waiting
   * @throws ImageError `too_large` when reading takes longer, and as the thread refuses the image
   */
  async recognize(
    bytes: Uint8Array,
    signal: AbortSignal | undefined,
    timeMaxMs: number,
  ): Promise<RecognizedImage> {
    await this.#acquire(signal);
    const recognizer = this.#take();
    this.#running += 1;
    const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
    const onAbort = () => stop(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => stop(tooSlow(timeMaxMs)), timeMaxMs).unref();
    // The signal may have aborted between the hand-over of the slot and here.
    if (signal?.aborted) onAbort();
    let isDone = false;
    try {
      const image = await Promise.race([recognizer.recognize(bytes), stopped]);
      isDone = true;
      return image;
    } catch (error) {
      // A thread that refused the image has nothing more to do; one that was stopped has.
      isDone = error instanceof ImageError && !recognizer.isBusy;
      throw error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(timer);
      this.#running -= 1;
      // The caller is not kept waiting for the end of the thread, but the next image is.
      void this.#putBack(recognizer, isDone).finally(() => this.#release());
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#queue) reject(closedError());
    this.#queue.clear();
    const stopped = this.#idle.splice(0).map(({ recognizer, timer }) => {
      clearTimeout(timer);
      return recognizer.stop();
    });
    await Promise.all(stopped);
  }

  get threads(): number {
    return this.#idle.length + this.#busy;
  }

  /** Images that wait for a thread. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Images that are being read. */
  get running(): number {
    return this.#running;
  }

  async #acquire(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#closed) throw closedError();
    if (this.#busy < this.#size) {
      this.#busy += 1;
      return;
    }
    let waiting: WaitingRead | undefined;
    let onAbort = (): void => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        waiting = { enter: resolve, reject };
        onAbort = () => reject(signal?.reason);
        signal?.addEventListener('abort', onAbort, { once: true });
        this.#queue.add(waiting);
      });
    } finally {
      signal?.removeEventListener('abort', onAbort);
      if (waiting) this.#queue.delete(waiting);
    }
  }

  #take(): Recognizer {
    const free = this.#idle.pop();
    if (free === undefined) return new Recognizer(this.#setup);
    clearTimeout(free.timer);
    return free.recognizer;
  }

  async #putBack(recognizer: Recognizer, isDone: boolean): Promise<void> {
    if (!isDone || recognizer.isBroken || recognizer.imageCount >= imagesMax || this.#closed) {
      await recognizer.stop();
      return;
    }
    const timer = setTimeout(() => this.#retire(recognizer), this.#idleMs).unref();
    this.#idle.push({ recognizer, timer });
  }

  /** The slot is handed to the next in the queue rather than freed, so that no newcomer overtakes. */
  #release(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#busy -= 1;
      return;
    }
    this.#queue.delete(next);
    next.enter();
  }

  #retire(recognizer: Recognizer): void {
    const at = this.#idle.findIndex((entry) => entry.recognizer === recognizer);
    if (at >= 0) this.#idle.splice(at, 1);
    void recognizer.stop();
  }
}

function tooSlow(timeMaxMs: number): ImageError {
  const seconds = Math.round(timeMaxMs / 1000);
  return new ImageError(
    'too_large',
    `The image could not be read within ${seconds} s; send it smaller or in parts.`,
  );
}

function closedError(): Error {
  return new Error('The image reader is closed.');
}
