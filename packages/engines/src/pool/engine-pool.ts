import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import type { Piscina } from 'piscina';
import { EngineFailure, type TaskAnswer } from './engine-failure.ts';
import type { TaskInput, TaskName, TaskResult } from './tasks.ts';

export interface EnginePool {
  /**
   * Runs a task in a thread. An abort takes a waiting task out of the line, and ends the thread of a running
   * one, which a new thread replaces. Throws EngineFailure for what the engine itself refuses.
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
  return {
    run: async (name, input, signal) => {
      const opened = await open();
      signal?.throwIfAborted();
      const answer = (await opened.run(
        { name, input },
        signal === undefined ? {} : { signal },
      )) as TaskAnswer<TaskResult<typeof name>>;
      if (answer.ok) return answer.value;
      throw new EngineFailure(answer.engine, answer.code, answer.message);
    },
    close: async () => {
      await (await pool)?.destroy();
    },
  };
}
