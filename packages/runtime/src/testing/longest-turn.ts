/**
 * The longest turn of the event loop while the work ran. For tests.
 *
 * @returns milliseconds of this thread's processor time, which a busy machine does not stretch
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - last.user - last.system);
    last = now;
  };
  let timer = setImmediate(function probe() {
    look();
    timer = setImmediate(probe);
  });
  await work();
  look();
  clearImmediate(timer);
  return longest / 1000;
}
