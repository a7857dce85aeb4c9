import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import type { Piscina } from 'piscina';
import { NativeGuard } from '../brain/native-guard.ts';
import { EngineFailure, type TaskAnswer } from './engine-failure.ts';
import type { TaskInput, TaskName, TaskResult } from './tasks.ts';

export interface EnginePool {
  /**
   * Runs a task in a thread. An abort takes a waiting task out of the line, and ends the thread of a running
   * one, which a new thread replaces; a thread inside the network is let go on to the end of that call, a fraction of a
   * second later. Throws EngineFailure for what the engine itself refuses.
   */
  run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    signal?: AbortSignal,
  ): Promise<TaskResult<Name>>;
  close(): Promise<void>;
}

export interface EnginePoolOptions {
  /** Default: one a core. */
  readonly threads?: number;
  /** Heap of a thread; over it the task fails and the thread is replaced. */
  readonly heapMaxMb?: number;
  /** A thread without work ends after so long. */
  readonly idleMs?: number;
}

/** A bounded pool of threads for computation, so that no text, however long, holds up the event loop. */
export function createEnginePool(options: EnginePoolOptions = {}): EnginePool {
  const workerFile = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url).href;
  const threads = options.threads ?? availableParallelism();
  let pool: Promise<Piscina> | undefined;
  const open = (): Promise<Piscina> => {
    pool ??= import('piscina').then(
      (piscina) =>
        new piscina.Piscina({
          filename: workerFile,
          name: 'runTask',
          minThreads: 0,
          maxThreads: threads,
          idleTimeout: options.idleMs ?? 300_000,
          resourceLimits: { maxOldGenerationSizeMb: options.heapMaxMb ?? 1536 },
          recordTiming: false,
        }),
    );
    return pool;
  };
  /** The tasks under way, and what says whether their threads may be ended. */
  const running = new Map<NativeGuard, Promise<unknown>>();
  return {
    run: async (name, input, signal) => {
      const opened = await open();
      signal?.throwIfAborted();
      const guard = new NativeGuard();
      const thread = new AbortController();
      const work = opened.run({ name, input, guard: guard.state }, { signal: thread.signal });
      running.set(guard, work);
      const stop = () => {
        if (guard.stop()) thread.abort();
      };
      try {
        const answer = (await unlessAborted(work, signal, stop)) as TaskAnswer<TaskResult<typeof name>>;
        if (answer.ok) return answer.value;
        throw new EngineFailure(answer.engine, answer.code, answer.message);
      } finally {
        const forget = () => running.delete(guard);
        work.then(forget, forget);
      }
    },
    close: async () => {
      const inside = [...running].filter(([guard]) => !guard.stop()).map(([, work]) => work);
      await Promise.allSettled(inside);
      await (await pool)?.destroy();
    },
  };
}

/** The result of the work; an abort calls `stop` and throws the signal's reason at once. */
async function unlessAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
  stop: () => void,
): Promise<Value> {
  if (signal === undefined) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => {
    reject(signal.reason);
    stop();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
