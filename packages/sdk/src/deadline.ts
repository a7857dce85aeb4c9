import { QuernError } from './quern-error.ts';

/** A timeout and a caller's signal, combined. */
export interface Deadline {
  /** Aborted with a QuernError `timeout` when the time elapses, or with the reason of the caller's signal. */
  readonly signal: AbortSignal;
  /** Milliseconds until the timeout. */
  readonly remainingMs: () => number;
  readonly clear: () => void;
}

/** Combines a timeout with the caller's signal. (`AbortSignal.any` is missing in browsers before 2024.) */
export function startDeadline(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const endsAt = performance.now() + timeoutMs;
  const timer = setTimeout(() => {
    const details = { status: 0, code: 'timeout', requestId: undefined };
    controller.abort(new QuernError(`no response within ${timeoutMs} ms`, details));
  }, timeoutMs);
  const onAbort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    remainingMs: () => endsAt - performance.now(),
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

/** Resolves after a delay. Rejects with the reason of the signal if it is aborted first. */
export function delay(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, durationMs);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
