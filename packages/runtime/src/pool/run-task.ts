import { EngineError } from '../engine-error.ts';
import { encodeJsonFields } from '../json-fields.ts';
import { NativeCallGuard } from './native-call-guard.ts';
import type { TaskMessage } from './pool-task.ts';
import type { TaskContext, TaskResponse, TaskTable } from './task.ts';
import { createTimeSlice } from './time-slice.ts';

/**
 * Creates the function that a worker module of a `WorkerPool` must export as `runTask`.
 *
 * @param tasks the tasks that the pool may run, by name
 * @returns a function that runs one task and never rejects, so that a rejection in the pool means a lost thread
 */
export function createTaskRunner(tasks: TaskTable): (message: TaskMessage) => Promise<unknown> {
  return async ({ name, input, jsonFields, guardState, yieldPort }) => {
    const guard = new NativeCallGuard(guardState);
    const yieldIfDue =
      yieldPort === undefined ? async () => guard.throwIfCanceled() : createTimeSlice(guard, yieldPort);
    try {
      guard.throwIfCanceled();
      // The pool pairs each name with an input of its type.
      const task = tasks[name] as ((input: unknown, context: TaskContext) => Promise<unknown>) | undefined;
      if (task === undefined) throw new Error(`There is no task ${name}.`);
      const buffers = new Set<ArrayBuffer>();
      const transfer = (buffer: ArrayBuffer) => void buffers.add(buffer);
      const value = await task(input, { guard, yieldIfDue, transfer });
      return await createResponse(value, jsonFields, buffers);
    } catch (error) {
      if (error instanceof EngineError)
        return { status: 'refused', error: error.serialize() } satisfies TaskResponse<unknown>;
      const failure = error instanceof Error ? error : new Error(String(error));
      return { status: 'failed', error: failure } satisfies TaskResponse<unknown>;
    } finally {
      yieldPort?.close();
    }
  };
}

async function createResponse(
  value: unknown,
  jsonFields: readonly string[],
  buffers: ReadonlySet<ArrayBuffer>,
): Promise<unknown> {
  const response = { status: 'done', value } satisfies TaskResponse<unknown>;
  if (jsonFields.length === 0 && buffers.size === 0) return response;
  const { move, transferableSymbol, valueSymbol } = await import('piscina');
  const transferable = {
    [transferableSymbol]: [...encodeJsonFields(value, jsonFields), ...buffers],
    [valueSymbol]: response,
  };
  // Piscina's types declare the symbols by name, not as the properties they are.
  return move(transferable as unknown as Parameters<typeof move>[0]);
}
