/** The resources that one request used. */
export interface RequestCost {
  readonly cpuSeconds: number;
  /** Largest resident memory of this process in MB, above its memory before; 0 below the peak of an earlier request. */
  readonly grownMb: number;
  /** `ok`, or the code of the error. */
  readonly outcome: string;
}

/** The CPU time that one request may take. @param bytes of its input */
export const cpuSecondsMaxOf = (bytes: number): number => 10 * Math.max(1, bytes / 1e6);

/** The memory that one request may take, above that of an idle process. */
export const grownMbMax = 600;

/** Runs work of this process and its threads. @param run returns the outcome */
export async function measureCost(run: () => Promise<string | number>): Promise<RequestCost> {
  const rssKb = process.memoryUsage.rss() / 1024;
  const peakKb = process.resourceUsage().maxRSS;
  const start = process.cpuUsage();
  const outcome = await run();
  const { user, system } = process.cpuUsage(start);
  const { maxRSS } = process.resourceUsage();
  return {
    cpuSeconds: (user + system) / 1e6,
    grownMb: maxRSS > peakKb ? (maxRSS - rssKb) / 1024 : 0,
    outcome: String(outcome),
  };
}
