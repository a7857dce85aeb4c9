import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    counts?: Readonly<Record<string, number>>;
  }
}

/**
 * Reports the numbers of a soak, such as kills or requests, which `npm run soak` writes to its results file.
 *
 * @param task the test, from its context: `it('…', async ({ task }) => …)`
 */
export function reportCounts({ meta }: TestContext['task'], counts: Readonly<Record<string, number>>): void {
  meta.counts = counts;
}
