import { FetchError } from './fetch-error.ts';

/** One signal out of the caller's signal and a total time, which remembers which of the two it was. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  timedOut(): boolean;
  /** True when the caller's signal was aborted. */
  aborted(): boolean;
  /** @throws FetchError when the time is over or the caller gave up. */
  check(url: string): void;
  end(): void;
}

export function limitTime(timeoutMs: number, outer: AbortSignal | undefined): TimeLimit {
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
    timedOut: () => timedOut,
    aborted,
    check: (url) => {
      if (aborted()) throw abortedError(url);
      if (timedOut) throw timeoutError(url, timeoutMs);
    },
    end: () => {
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
