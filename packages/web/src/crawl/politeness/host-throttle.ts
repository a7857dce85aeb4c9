/** Keeps requests to each host within politeness. */
export interface HostThrottle {
  /**
   * Runs `work` when the host has a free slot and its delay is over. When `signal` aborts, waiting ends and `work`
   * runs at once: it sees the same signal and fails without a request.
   */
  run<Result>(host: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** A pause between requests to the host, one at a time, as its robots.txt asks. */
  setDelay(host: string, delayMs: number): void;
  /** Nothing more to this host for a while (429, 503). */
  pause(host: string, pauseMs: number): void;
  /** How a request went. Failures in a row slow the pace to the host down, at last to nothing; success restores it. */
  reportOutcome(host: string, outcome: 'served' | 'failed' | 'refused'): void;
  /** True when the host is not to be asked any more. */
  isDisabled(host: string): boolean;
}

interface HostState {
  running: number;
  concurrency: number;
  failures: number;
  gaveUp: boolean;
  delayMs: number;
  notBefore: number;
  readonly waiting: (() => void)[];
}

const concurrencyMax = 8;
/** Failures in a row that may be chance. */
const failuresFree = 2;
/** Failures in a row after which a host counts as down. */
const failuresMax = 16;
const backOffMs = 200;
const backOffMaxMs = 2000;

/** @param mapSignal ends the waiting of all calls that pass no signal */
export function createHostThrottle(now: () => number, mapSignal: AbortSignal): HostThrottle {
  const hosts = new Map<string, HostState>();
  const stateOf = (host: string) => {
    const state = hosts.get(host) ?? newState();
    hosts.set(host, state);
    return state;
  };
  const acquire = async (state: HostState, signal: AbortSignal) => {
    while (!signal.aborted && state.running >= (state.delayMs > 0 ? 1 : state.concurrency)) {
      await new Promise<void>((resolve) => state.waiting.push(resolve));
    }
    state.running++;
    for (let wait = state.notBefore - now(); wait > 0 && !signal.aborted; wait = state.notBefore - now()) {
      await sleep(wait, signal);
    }
    // A call that was aborted sends nothing, so the next request need not keep its distance from it.
    if (!signal.aborted) state.notBefore = Math.max(state.notBefore, now() + state.delayMs);
  };
  const pause = (state: HostState, pauseMs: number) => {
    state.notBefore = Math.max(state.notBefore, now() + pauseMs);
  };
  return {
    run: async (host, work, signal = mapSignal) => {
      const state = stateOf(host);
      await acquire(state, signal);
      try {
        return await work();
      } finally {
        state.running--;
        state.waiting.shift()?.();
      }
    },
    setDelay: (host, delayMs) => {
      stateOf(host).delayMs = delayMs;
    },
    pause: (host, pauseMs) => pause(stateOf(host), pauseMs),
    reportOutcome: (host, outcome) => {
      const state = stateOf(host);
      if (outcome === 'served') {
        state.failures = 0;
        state.concurrency = Math.min(concurrencyMax, state.concurrency + 1);
        state.waiting.shift()?.();
        return;
      }
      state.failures++;
      if (outcome === 'refused' || state.failures >= failuresMax) state.gaveUp = true;
      const over = state.failures - failuresFree;
      if (over <= 0) return;
      state.concurrency = Math.max(1, Math.floor(state.concurrency / 2));
      pause(state, Math.min(backOffMaxMs, backOffMs * 2 ** (over - 1)));
    },
    isDisabled: (host) => stateOf(host).gaveUp,
  };
}

function newState(): HostState {
  return {
    running: 0,
    concurrency: concurrencyMax,
    failures: 0,
    gaveUp: false,
    delayMs: 0,
    notBefore: 0,
    waiting: [],
  };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
