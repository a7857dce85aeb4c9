const runs = 5;
/** Well above the resolution of the clock, which is 4 ms on some machines. */
const measuredMsMin = 40;

/**
 * Measures the best CPU time of several runs of some work that the calling thread does. Short work is repeated.
 *
 * @returns milliseconds, which other processes on the machine hardly affect
 */
export async function measureCpuTime(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) best = Math.min(best, await measureRun(work));
  return best;
}

async function measureRun(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  for (let count = 1; ; count += 1) {
    await work();
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms >= measuredMsMin) return ms / count;
  }
}
