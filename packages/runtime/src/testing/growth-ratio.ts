/** Shorter times are dominated by noise and count as this long. */
const timeFloorMs = 2;
const runs = 5;

/**
 * Measures how the processor time of some work grows with its input, to test complexity without a time limit. Linear
 * work gives about the ratio of the two input sizes, quadratic work the square of it.
 *
 * @returns the best time for `large` divided by the best time for `small`
 */
export async function growthRatio<Input>(
  work: (input: Input) => unknown,
  small: Input,
  large: Input,
): Promise<number> {
  const smallMs = await bestTimeMs(work, small);
  const largeMs = await bestTimeMs(work, large);
  return largeMs / Math.max(smallMs, timeFloorMs);
}

/** Processor time of this thread, which other processes on the machine do not stretch. */
async function bestTimeMs<Input>(work: (input: Input) => unknown, input: Input): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = process.threadCpuUsage();
    await work(input);
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
