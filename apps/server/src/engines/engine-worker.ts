import type { TaskResponse } from '@quern/runtime/engine-error';
import { encodeJsonFields } from '@quern/runtime/json-fields';
import { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import type { TaskMessage } from '@quern/runtime/pool/pool-task';
import { createTimeSlice } from '@quern/runtime/pool/time-slice';
import { engineTasks, type TaskContext } from './engine-tasks.ts';

/** Runs one task of the pool in its thread. A bug throws; an engine's expected error is part of the answer. */
export async function runTask({ name, input, json, guard, turns }: TaskMessage): Promise<unknown> {
  // The pool's `run` pairs each name with its input.
  const task = engineTasks[name as keyof typeof engineTasks] as (
    input: unknown,
    context: TaskContext,
  ) => Promise<unknown>;
  const nativeGuard = new NativeCallGuard(guard);
  const takeTurn =
    turns === undefined ? async () => nativeGuard.throwIfCanceled() : createTimeSlice(nativeGuard, turns);
  try {
    nativeGuard.throwIfCanceled();
    const value = await task(input, { guard: nativeGuard, yieldIfDue: takeTurn });
    const answer = { ok: true, value } satisfies TaskResponse<unknown>;
    if (json.length === 0) return answer;
    const { move, transferableSymbol, valueSymbol } = await import('piscina');
    const transferable = { [transferableSymbol]: encodeJsonFields(value, json), [valueSymbol]: answer };
    // Piscina types the symbols by name, not as the properties they are.
    return move(transferable as unknown as Parameters<typeof move>[0]);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (!(error instanceof Error) || typeof code !== 'string' || error.name === 'Error') {
      const fault = error instanceof Error ? error : new Error(String(error));
      return {
        ok: false,
        engine: '',
        code: '',
        message: fault.message,
        fault,
      } satisfies TaskResponse<unknown>;
    }
    return { ok: false, engine: error.name, code, message: error.message } satisfies TaskResponse<unknown>;
  } finally {
    turns?.close();
  }
}
