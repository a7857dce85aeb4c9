import { Worker } from 'node:worker_threads';
import { ImageError } from '../image-error.ts';
import type {
  RecognitionRequest,
  RecognitionResponse,
  RecognitionWorkerData,
} from './recognition-messages.ts';
import type { RecognizedImage } from './recognize-image.ts';

interface Waiting {
  readonly id: number;
  readonly resolve: (image: RecognizedImage) => void;
  readonly reject: (error: Error) => void;
}

/** One thread with Tesseract in it, which reads one image at a time. */
export class Recognizer {
  #worker: Worker;
  #waiting: Waiting | undefined;
  #broken: Error | undefined;
  #count = 0;

  constructor(setup: RecognitionWorkerData) {
    const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const script = new URL(`./recognition-worker.${ending}`, import.meta.url);
    this.#worker = new Worker(script, { workerData: setup, stdout: true, stderr: true });
    this.#worker.on('message', (answer: RecognitionResponse) => this.#take(answer));
    this.#worker.on('error', (error) => this.#break(error));
    this.#worker.on('exit', (code) =>
      this.#break(new Error(`The recognition thread ended with code ${code}.`)),
    );
    this.#worker.unref();
  }

  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  /** True while it reads an image. */
  get isBusy(): boolean {
    return this.#waiting !== undefined;
  }

  /** How many images it has read: its memory only ever grows, so that the pool replaces it from time to time. */
  get imageCount(): number {
    return this.#count;
  }

  /** @throws ImageError when the image cannot be decoded */
  recognize(bytes: Uint8Array): Promise<RecognizedImage> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    this.#count += 1;
    const id = this.#count;
    this.#worker.ref();
    return new Promise<RecognizedImage>((resolve, reject) => {
      this.#waiting = { id, resolve, reject };
      this.#worker.postMessage({ id, bytes } satisfies RecognitionRequest);
    }).finally(() => this.#worker.unref());
  }

  async stop(): Promise<void> {
    this.#break(new Error('The recognition thread was stopped.'));
    await this.#worker.terminate();
  }

  #take(answer: RecognitionResponse): void {
    const waiting = this.#waiting;
    if (waiting === undefined || waiting.id !== answer.id) return;
    this.#waiting = undefined;
    if (answer.kind === 'recognized') waiting.resolve(answer.image);
    else if (answer.kind === 'refused') waiting.reject(new ImageError(answer.code, answer.message));
    else {
      // What went wrong inside WebAssembly may have left its memory in disorder.
      const error = new Error(`Recognition failed: ${answer.message}`);
      waiting.reject(error);
      this.#break(error);
    }
  }

  #break(error: Error): void {
    this.#broken ??= error;
    this.#waiting?.reject(this.#broken);
    this.#waiting = undefined;
  }
}
