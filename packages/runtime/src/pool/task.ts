import type { SerializedEngineError } from '../engine-error.ts';
import type { NativeCallGuard } from './native-call-guard.ts';

/** Functions that a thread provides to its task. */
export interface TaskContext {
  /** Protects the thread from being terminated during native calls. */
  readonly guard: NativeCallGuard;
  /** Awaited between steps of long work; pauses the task, or throws CanceledError when it was canceled. */
  readonly yieldIfDue: () => Promise<void>;
  /** Moves memory of the result to the caller instead of copying it. Nothing else of the thread may use it. */
  readonly transfer: (buffer: ArrayBuffer) => void;
}

/** Tasks by name. Inputs and results must be structured-cloneable. */
export type TaskTable = Readonly<Record<string, (input: never, context: TaskContext) => Promise<unknown>>>;

/** The names of the tasks in a table. */
export type TaskName<Tasks extends TaskTable> = keyof Tasks & string;
/** The input of a task in a table. */
export type TaskInput<Tasks extends TaskTable, Name extends TaskName<Tasks>> = Parameters<Tasks[Name]>[0];
/** The result of a task in a table, as its promise resolves. */
export type TaskResult<Tasks extends TaskTable, Name extends TaskName<Tasks>> = Awaited<
  ReturnType<Tasks[Name]>
>;

/** A thread's response: the result of a task, an expected failure, or a bug. */
export type TaskResponse<Value> =
  | { readonly status: 'done'; readonly value: Value }
  | { readonly status: 'refused'; readonly error: SerializedEngineError }
  | { readonly status: 'failed'; readonly error: Error };
