import { collectAfterTasks } from '@quern/runtime/pool/heap-collector';
import { createTaskRunner } from '@quern/runtime/pool/run-task';
import { engineTasks } from './engine-tasks.ts';

/** Entry point of the pool's threads. The pool calls it by this name. */
export const runTask = collectAfterTasks(createTaskRunner(engineTasks));
