import { FetchError } from './fetch-error.ts';

/** One signal out of the caller's signal and a total time, which remembers which of the two it was. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  isExpired(): boolean;
  /** True when the caller's signal was aborted. */
  isAborted(): boolean;
  /** @throws FetchError when the time is over or the caller gave up. */
  throwIfEnded(url: string): void;
  clear(): void;
}

export function startDeadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, timeoutMs);
  const forward = () => controller.abort();
  if (outer?.aborted) forward();
  outer?.addEventListener('abort', forward, { once: true });
  const aborted = () => outer?.aborted === true;
  return {
    signal: controller.signal,
    timeoutMs,
    isExpired: () => timedOut,
    isAborted: aborted,
    throwIfEnded: (url) => {
      if (aborted()) throw abortedError(url);
      if (timedOut) throw timeoutError(url, timeoutMs);
    },
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', forward);
    },
  };
}

export function abortedError(url: string): FetchError {
  return new FetchError('aborted', url, `Fetching ${URL.parse(url)?.host ?? url} was cancelled`);
}

export function timeoutError(url: string, timeoutMs: number): FetchError {
  return new FetchError(
    'timeout',
    url,
    `${URL.parse(url)?.host ?? url} did not answer within ${timeoutMs} ms; try again later`,
  );
}
