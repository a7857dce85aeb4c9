import { createTaskRunner } from '@quern/runtime/pool/run-task';
import { recognitionTasks } from './recognition-tasks.ts';

/** Entry point of the recognition threads. The pool calls it by this name. */
export const runTask = createTaskRunner(recognitionTasks);
