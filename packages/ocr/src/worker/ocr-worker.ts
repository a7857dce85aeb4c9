import { collectAfterTasks } from '@quern/runtime/pool/heap-collector';
import { createTaskRunner } from '@quern/runtime/pool/run-task';
import { ocrTasks } from './ocr-tasks.ts';

/** Entry point of the OCR threads. The pool calls it by this name. */
export const runTask = collectAfterTasks(createTaskRunner(ocrTasks));
