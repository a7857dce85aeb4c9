import { Worker } from 'node:worker_threads';
import type { InstalledModel } from './installed-models.ts';
import type { TranslationResponse, TranslationTask } from './translation-worker.ts';

/** Runs batches of texts on worker threads that come up when needed and go when idle. */
export interface TranslationPool {
  /** Rejects with the signal's reason when aborted; the worker is then replaced. */
  run(texts: readonly string[], models: readonly InstalledModel[], signal?: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

/** An engine with two models holds some 900 MB, so an idle one ends. */
const idleMs = 5 * 60 * 1000;

/** Sources run as they are in development, built in what is published. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './translation-worker.ts' : './translation-worker.js',
  import.meta.url,
);

interface Job {
  readonly task: TranslationTask;
  readonly resolve: (texts: string[]) => void;
  readonly reject: (reason: unknown) => void;
  readonly signal: AbortSignal | undefined;
}

interface Seat {
  worker: Worker | undefined;
  job: Job | undefined;
  idleTimer: NodeJS.Timeout | undefined;
}

export function createTranslationPool(size: number): TranslationPool {
  const seats = Array.from(
    { length: size },
    (): Seat => ({ worker: undefined, job: undefined, idleTimer: undefined }),
  );
  /** In the order they came; an abort takes out hundreds at once. */
  const waiting = new Set<Job>();
  let lastId = 0;
  let isClosed = false;

  const dispatch = (): void => {
    // A worker that is up has its models loaded already.
    const free = seats
      .filter((seat) => !seat.job)
      .sort((left, right) => Number(!left.worker) - Number(!right.worker));
    for (const seat of free) {
      const [job] = waiting;
      if (!job) return;
      waiting.delete(job);
      start(seat, job);
    }
  };

  const start = (seat: Seat, job: Job): void => {
    clearTimeout(seat.idleTimer);
    seat.job = job;
    seat.worker ??= createWorker(seat);
    // Only a working thread keeps the process alive.
    seat.worker.ref();
    seat.worker.postMessage(job.task);
  };

  const finish = (seat: Seat, settle: (job: Job) => void): void => {
    const { job } = seat;
    seat.job = undefined;
    seat.worker?.unref();
    if (job) settle(job);
    seat.idleTimer = setTimeout(() => stop(seat), idleMs).unref();
    dispatch();
  };

  const stop = async (seat: Seat): Promise<void> => {
    const { worker } = seat;
    seat.worker = undefined;
    clearTimeout(seat.idleTimer);
    worker?.removeAllListeners();
    // Terminating may still report an error of the thread, which no one waits for any more.
    worker?.on('error', () => undefined);
    await worker?.terminate();
  };

  const createWorker = (seat: Seat): Worker => {
    const worker = new Worker(workerUrl);
    worker.on('message', (answer: TranslationResponse) => {
      if (answer.id !== seat.job?.task.id) return;
      finish(seat, ({ resolve, reject }) => {
        if ('error' in answer) reject(new Error(`translation failed: ${answer.error}`));
        else resolve(answer.texts);
      });
    });
    const fail = (reason: unknown): void => {
      seat.worker = undefined;
      finish(seat, ({ reject }) => reject(new Error('the translation worker died', { cause: reason })));
    };
    worker.on('error', fail);
    worker.on('exit', (code) => {
      if (seat.worker === worker) fail(`exit code ${code}`);
    });
    return worker;
  };

  const abort = (job: Job): void => {
    const seat = seats.find((one) => one.job === job);
    if (seat) {
      // The engine cannot be interrupted: its thread ends, and the next job gets a new one.
      void stop(seat);
      finish(seat, () => undefined);
    } else waiting.delete(job);
    job.reject(job.signal?.reason);
  };

  const run: TranslationPool['run'] = (texts, models, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (isClosed) throw new Error('the translator is closed');
      const onAbort = () => abort(job);
      const settled =
        <Value>(settle: (value: Value) => void) =>
        (value: Value) => {
          signal?.removeEventListener('abort', onAbort);
          settle(value);
        };
      const task = { id: ++lastId, texts, models };
      const job: Job = { task, resolve: settled(resolve), reject: settled(reject), signal };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.add(job);
      dispatch();
    });

  const close = async (): Promise<void> => {
    isClosed = true;
    const closed = new Error('the translator was closed');
    for (const job of waiting) job.reject(closed);
    waiting.clear();
    for (const seat of seats) {
      seat.job?.reject(closed);
      seat.job = undefined;
    }
    await Promise.all(seats.map(stop));
  };

  return { run, close };
}
