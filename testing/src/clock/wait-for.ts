import { vi } from 'vitest';

/** No verdict: much longer than any wait on a slow machine, and shorter than the time limit of a test. */
const timeoutMs = 100_000;

/** Waits until a check does not throw. The default of `vi.waitFor`, a second, is too short for a busy machine. */
export const waitFor = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: timeoutMs, interval: 20 });
