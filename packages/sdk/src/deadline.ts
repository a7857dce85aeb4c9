import { QuernError } from './quern-error.ts';

export interface Deadline {
  /** Aborted when the time is over (a QuernError `timeout`) or the caller's signal is. */
  readonly signal: AbortSignal;
  /** Milliseconds left. */
  readonly remainingMs: () => number;
  readonly clear: () => void;
}

/** The caller's signal and a limit of time as one. (`AbortSignal.any` is missing from browsers of 2023.) */
export function startDeadline(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const endsAt = performance.now() + timeoutMs;
  const timer = setTimeout(() => {
    const details = { status: 0, code: 'timeout', requestId: undefined };
    controller.abort(new QuernError(`no answer within ${timeoutMs} ms`, details));
  }, timeoutMs);
  const pass = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) pass();
  else signal?.addEventListener('abort', pass, { once: true });
  return {
    signal: controller.signal,
    remainingMs: () => endsAt - performance.now(),
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', pass);
    },
  };
}

/** Waits; an abort ends it with the signal's reason. */
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
