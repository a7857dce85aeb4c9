/** CPU time of a function on all threads of the process, in milliseconds. */
export function cpuMsOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  return cpuMsSince(before);
}

/** CPU time of the process until a function's promise is settled, in milliseconds. */
export async function cpuMsOfAsync(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  return cpuMsSince(before);
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
