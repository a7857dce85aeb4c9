import { Session } from 'node:inspector';

/** The part of the Chrome DevTools Protocol's `Profiler.ScriptCoverage` that is used here. */
interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}

let session: Session | undefined;

/**
 * Makes V8 count how often each block of JavaScript is executed in this thread. Only code that is compiled
 * afterward is counted, so this is called before the tested modules are loaded.
 */
export function startCounting(): void {
  if (session !== undefined) return;
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

/**
 * Counts the blocks of JavaScript that some work executes in this thread. The count is the same on every machine,
 * unlike a time. It does not include the work of native code, such as regular expressions and `indexOf`.
 *
 * @throws Error if {@link startCounting} was not called
 */
export async function countSteps(work: () => unknown): Promise<number> {
  takeCounts();
  await work();
  return takeCounts();
}

/** The number of blocks executed since the last call, without those of Node. */
function takeCounts(): number {
  if (session === undefined) throw new Error('steps are counted in *.growth.test.ts only');
  let steps = 0;
  // Called back synchronously, since the session is connected to its own thread.
  session.post('Profiler.takePreciseCoverage', (error, answer) => {
    if (error) throw error;
    const { result } = answer as unknown as { result: readonly ScriptCoverage[] };
    for (const { url, functions } of result) {
      if (url.startsWith('node:')) continue;
      for (const { ranges } of functions) for (const { count } of ranges) steps += count;
    }
  });
  return steps;
}
