/** Below this CPU time a measurement is mostly noise. */
const cpuFloorMs = 2;
const runsDefault = 3;

/**
 * Measures how the CPU time of work grows with its input. For tests of complexity: linear work grows by about the
 * factor between the two inputs, quadratic work by its square, on a machine of any speed.
 *
 * @param small work on the smaller input
 * @param large work on the larger input
 * @param runs how often each is run; the fastest run counts, so that other processes do not matter
 * @returns CPU time of `large` divided by CPU time of `small`, each at least 2 ms
 */
export async function cpuGrowth(
  small: () => unknown,
  large: () => unknown,
  runs: number = runsDefault,
): Promise<number> {
  return (await fastestCpuMs(large, runs)) / (await fastestCpuMs(small, runs));
}

async function fastestCpuMs(work: () => unknown, runs: number): Promise<number> {
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    fastestMs = Math.min(fastestMs, (user + system) / 1000);
  }
  return Math.max(cpuFloorMs, fastestMs);
}
