import { createTaskRunner } from '@quern/runtime/pool/run-task';
import { translationTasks } from './translation-tasks.ts';

/** Entry point of the translation threads. The pool calls it by this name. */
export const runTask = createTaskRunner(translationTasks);
