import { useSignal } from '@preact/signals';
import { type Inputs, useEffect } from 'preact/hooks';

/** Data of the service, while it is loaded and after. */
export interface Loaded<Value> {
  /** Undefined until it is loaded; kept while it is loaded again. */
  readonly value: Value | undefined;
  /** Why it could not be loaded; undefined if it was. */
  readonly problem: unknown;
  /** Loads it again. */
  readonly reload: () => void;
  /** Runs a change, and loads the data again. A failure is the `problem`. */
  readonly change: (run: () => Promise<unknown>) => Promise<void>;
  /** Shows a failure as the `problem`. */
  readonly fail: (error: unknown) => void;
}

/**
 * Loads data of the service, again whenever a dependency changes.
 *
 * @param load must pass on the signal, which is aborted when the data is no longer needed
 */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  dependencies: Inputs,
): Loaded<Value> {
  const value = useSignal<Value | undefined>(undefined);
  const problem = useSignal<unknown>(undefined);
  const version = useSignal(0);
  const reload = (): void => {
    version.value += 1;
  };
  useEffect(() => {
    const controller = new AbortController();
    load(controller.signal).then(
      (loaded) => {
        if (controller.signal.aborted) return;
        problem.value = undefined;
        value.value = loaded;
      },
      (error: unknown) => {
        if (!controller.signal.aborted) problem.value = error;
      },
    );
    return () => controller.abort();
  }, [...dependencies, version.value]);
  const fail = (error: unknown): void => {
    problem.value = error;
  };
  const change = async (run: () => Promise<unknown>): Promise<void> => {
    try {
      await run();
      reload();
    } catch (error) {
      fail(error);
    }
  };
  return { value: value.value, problem: problem.value, reload, change, fail };
}
