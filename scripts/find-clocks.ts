/** Names of what depends on the speed of the machine. `vi.waitFor` gives up after a second. */
const clock =
  /\b(?:setTimeout|setInterval|Date\.now|performance\.now|heapUsed|memoryUsage|cpuUsage|threadCpuUsage|hrtime|AbortSignal\.timeout|node:timers|vi\.waitFor|vi\.waitUntil)\b/;
const reason = /\/\/ clock: \S+/;
/** Comments, and the replacement of clocks by ones that the test advances. */
const harmless = /^\s*(?:\/\/|\*|\/\*)|useFakeTimers\(/;

/** A use of a clock in a test, without a reason. */
export interface ClockUse {
  /** From 1. */
  readonly line: number;
  readonly name: string;
}

/**
 * Finds the uses of clocks, timers and memory figures in a test. A verdict that depends on them fails on another
 * machine. A comment `// clock: <why the verdict does not depend on it>` in the line or the line before allows one.
 */
export function findClocks(source: string): ClockUse[] {
  const lines = source.split('\n');
  return lines.flatMap((text, index) => {
    const name = clock.exec(text)?.[0];
    if (name === undefined || harmless.test(text) || reason.test(text) || reason.test(lines[index - 1] ?? ''))
      return [];
    return [{ line: index + 1, name }];
  });
}
