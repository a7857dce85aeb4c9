import { extname } from 'node:path';
import { WorkerPool } from '@quern/runtime/pool/worker-pool';
import type { EngineTasks } from './engine-tasks.ts';
import { estimateTask } from './estimate-task.ts';

/** The threads that do the service's computation. */
export type EnginePool = WorkerPool<EngineTasks>;

const heapMaxMb = 1536;
/** Within this time most threads take another task, which costs less than a thread more. */
const spareAfterMs = 500;

/**
 * @param options.threads threads for tasks of any size; default: one per core. One more is reserved for small tasks, and
 *   one for other callers while one caller keeps all others.
 */
export function createEnginePool({ threads }: { readonly threads?: number | undefined } = {}): EnginePool {
  return new WorkerPool<EngineTasks>({
    workerUrl: new URL(`./engine-worker${extname(import.meta.filename)}`, import.meta.url),
    estimate: estimateTask,
    warmUp: { name: 'warmUp', input: undefined },
    spareAfterMs,
    threads,
    heapMaxMb,
  });
}
