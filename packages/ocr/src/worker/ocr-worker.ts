import { HeapCollector } from '@quern/runtime/pool/heap-collector';
import { createTaskRunner } from '@quern/runtime/pool/run-task';
import { ocrTasks } from './ocr-tasks.ts';

const run = createTaskRunner(ocrTasks);
const heap = new HeapCollector();

/** Entry point of the OCR threads. The pool calls it by this name. */
export const runTask: typeof run = async (message) => {
  const response = await run(message);
  heap.collectIfGrown();
  return response;
};
