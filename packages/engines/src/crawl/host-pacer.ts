/** Keeps requests to each host within politeness. */
export interface HostPacer {
  /** Runs `work` when the host has a free place and its delay is over. */
  run<Result>(host: string, work: () => Promise<Result>): Promise<Result>;
  /** A pause between requests to the host, one at a time, as its robots.txt asks. */
  setDelay(host: string, delayMs: number): void;
  /** Nothing more to this host for a while (429, 503). */
  pause(host: string, pauseMs: number): void;
}

interface HostState {
  running: number;
  delayMs: number;
  notBefore: number;
  readonly waiting: (() => void)[];
}

const concurrencyMax = 8;

export function createHostPacer(now: () => number, signal: AbortSignal): HostPacer {
  const hosts = new Map<string, HostState>();
  const stateOf = (host: string) => {
    const state = hosts.get(host) ?? { running: 0, delayMs: 0, notBefore: 0, waiting: [] };
    hosts.set(host, state);
    return state;
  };
  const acquire = async (state: HostState) => {
    while (state.running >= (state.delayMs > 0 ? 1 : concurrencyMax)) {
      await new Promise<void>((resolve) => state.waiting.push(resolve));
    }
    state.running++;
    for (let wait = state.notBefore - now(); wait > 0 && !signal.aborted; wait = state.notBefore - now()) {
      await sleep(wait, signal);
    }
    state.notBefore = Math.max(state.notBefore, now() + state.delayMs);
  };
  return {
    run: async (host, work) => {
      const state = stateOf(host);
      await acquire(state);
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
    pause: (host, pauseMs) => {
      const state = stateOf(host);
      state.notBefore = Math.max(state.notBefore, now() + pauseMs);
    },
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
