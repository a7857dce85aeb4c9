/**
 * Measures the longest turn of the event loop during the work. For tests.
 *
 * @returns milliseconds of this thread's CPU time, which does not depend on the load of the machine
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  const measure = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - last.user - last.system);
    last = now;
  };
  let timer = setImmediate(function probe() {
    measure();
    timer = setImmediate(probe);
  });
  await work();
  measure();
  clearImmediate(timer);
  return longest / 1000;
}
