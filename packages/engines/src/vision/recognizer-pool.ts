import type { RecognitionSetup } from './recognition-messages.ts';
import { Recognizer } from './recognizer.ts';

/** Images one thread reads before it is replaced, since WebAssembly memory never shrinks. */
const imagesMax = 200;

/** At most `size` threads, started when needed, stopped after `idleMs` without work. */
export class RecognizerPool {
  readonly #setup: RecognitionSetup;
  readonly #size: number;
  readonly #idleMs: number;
  readonly #idle: { recognizer: Recognizer; timer: NodeJS.Timeout }[] = [];
  readonly #queue: (() => void)[] = [];
  #busy = 0;
  #closed = false;

  constructor(setup: RecognitionSetup, size: number, idleMs: number) {
    this.#setup = setup;
    this.#size = Math.max(1, size);
    this.#idleMs = idleMs;
  }

  /**
   * Lends a thread to `work`; waits for one when all are lent. When `signal` aborts, waiting ends, and a thread at
   * work is stopped at once (it cannot be interrupted otherwise) and replaced by the next call.
   */
  async use<T>(signal: AbortSignal | undefined, work: (recognizer: Recognizer) => Promise<T>): Promise<T> {
    await this.#enter(signal);
    const recognizer = this.#take();
    const stop = () => void recognizer.stop();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await work(recognizer);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#leave(recognizer);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const stopped = this.#idle.splice(0).map(({ recognizer, timer }) => {
      clearTimeout(timer);
      return recognizer.stop();
    });
    await Promise.all(stopped);
  }

  get threads(): number {
    return this.#idle.length + this.#busy;
  }

  async #enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#closed) throw new Error('The image reader is closed.');
    if (this.#busy < this.#size) {
      this.#busy += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(enter);
    });
  }

  #take(): Recognizer {
    const free = this.#idle.pop();
    if (free === undefined) return new Recognizer(this.#setup);
    clearTimeout(free.timer);
    return free.recognizer;
  }

  #leave(recognizer: Recognizer): void {
    if (recognizer.broken || recognizer.count >= imagesMax || this.#closed) void recognizer.stop();
    else {
      const timer = setTimeout(() => this.#retire(recognizer), this.#idleMs).unref();
      this.#idle.push({ recognizer, timer });
    }
    // The place is handed to the next in line rather than freed, so that no newcomer overtakes.
    const next = this.#queue.shift();
    if (next === undefined) this.#busy -= 1;
    else next();
  }

  #retire(recognizer: Recognizer): void {
    const at = this.#idle.findIndex((entry) => entry.recognizer === recognizer);
    if (at >= 0) this.#idle.splice(at, 1);
    void recognizer.stop();
  }
}
