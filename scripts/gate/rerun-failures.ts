import { vitestPhase } from './phases.ts';
import { type PhaseResult, runPhase } from './run-phase.ts';
import type { Failure } from './test-run.ts';

/** With more failed files than this, the gate is red whatever a second run finds. */
const filesMax = 10;

/** The failures of a run, divided by a second run of their files. */
export interface Verdict {
  /** Failed twice, or could not be repeated. */
  readonly failures: readonly Failure[];
  /** Failed, then passed. */
  readonly flaky: readonly Failure[];
}

/**
 * Runs each test file that failed once more, alone, since a test that fails by chance has to be seen and fixed.
 *
 * @param run runs a phase
 */
export async function rerunFailures(
  results: readonly PhaseResult[],
  run: typeof runPhase = runPhase,
): Promise<Verdict> {
  const all = results.flatMap(({ failures }) => failures);
  const files = results.flatMap(({ phase, failures }) =>
    phase.tests === 'vitest'
      ? [...new Set(failures.map(({ file }) => file))].map((file) => ({ project: phase.name, file }))
      : [],
  );
  if (files.length > filesMax) return { failures: all, flaky: [] };
  const flaky: Failure[] = [];
  for (const { project, file } of files) {
    const failed = all.filter((failure) => failure.file === file);
    // The failure of a whole phase, such as an error after its last test, has no file.
    if (file === project) continue;
    const again = await run(vitestPhase(project, [file]));
    if (again.passed === 0) continue;
    const failedTests = new Set(again.failures.map(({ test }) => test));
    flaky.push(
      ...failed.filter(({ test }) => !failedTests.has(test) && !failedTests.has('could not be run')),
    );
  }
  return { failures: all.filter((failure) => !flaky.includes(failure)), flaky };
}
