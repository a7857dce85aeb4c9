const runs = 5;

/**
 * Measures the best CPU time of several runs of some work.
 *
 * @param scope whose time is measured: `thread` if the work is done by the calling thread, else `process`
 * @returns milliseconds, which other processes on the machine hardly affect
 */
export async function measureCpuTime(
  work: () => unknown,
  scope: 'thread' | 'process' = 'thread',
): Promise<number> {
  const usage = scope === 'thread' ? process.threadCpuUsage : process.cpuUsage;
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = usage();
    await work();
    const { user, system } = usage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
