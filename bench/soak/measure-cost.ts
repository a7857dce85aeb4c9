import { setTimeout as sleep } from 'node:timers/promises';

/** The resources that one request used. */
export interface RequestCost {
  readonly cpuSeconds: number;
  /** Largest resident memory of this process in MB, above its memory before. */
  readonly grownMb: number;
  /** `ok`, or the code of the error. */
  readonly outcome: string;
}

const samplingMs = 50;
const mb = 1024 * 1024;

/** The CPU time that one request may take. @param bytes of its input */
export const cpuSecondsMaxOf = (bytes: number): number => 10 * Math.max(1, bytes / 1e6);

/** The memory that one request may take, above that of an idle process. */
export const grownMbMax = 600;

/** Runs work of this process and its threads. @param run returns the outcome */
export async function measureCost(run: () => Promise<string | number>): Promise<RequestCost> {
  const before = process.memoryUsage.rss();
  const start = process.cpuUsage();
  let peak = before;
  const done = new AbortController();
  const sampling = (async () => {
    while (!done.signal.aborted) {
      peak = Math.max(peak, process.memoryUsage.rss());
      await sleep(samplingMs);
    }
  })();
  const outcome = await run();
  const { user, system } = process.cpuUsage(start);
  done.abort();
  await sampling;
  return { cpuSeconds: (user + system) / 1e6, grownMb: (peak - before) / mb, outcome: String(outcome) };
}
