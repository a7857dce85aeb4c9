import { NativeGuard } from '../brain/native-guard.ts';
import type { TaskAnswer } from './engine-failure.ts';
import { type TaskName, tasks } from './tasks.ts';

/** What a thread of the pool runs: one task by its name. A bug throws; an engine's own error is an answer. */
export async function runTask(order: {
  name: TaskName;
  input: unknown;
  guard: SharedArrayBuffer;
}): Promise<TaskAnswer<unknown>> {
  // The pool's `run` pairs each name with its input.
  const task = tasks[order.name] as (input: unknown, guard: NativeGuard) => Promise<unknown>;
  try {
    return { ok: true, value: await task(order.input, new NativeGuard(order.guard)) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (!(error instanceof Error) || typeof code !== 'string' || error.name === 'Error') throw error;
    return { ok: false, engine: error.name, code, message: error.message };
  }
}
