import { HeapCollector } from '@quern/runtime/pool/heap-collector';
import { createTaskRunner } from '@quern/runtime/pool/run-task';
import { engineTasks } from './engine-tasks.ts';

const run = createTaskRunner(engineTasks);
const heap = new HeapCollector();

/** Entry point of the pool's threads. The pool calls it by this name. */
export const runTask: typeof run = async (message) => {
  const response = await run(message);
  // Not later: an idle thread of the pool blocks until its next task.
  heap.collectIfGrown();
  return response;
};
