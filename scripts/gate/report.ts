import type { Verdict } from './rerun-failures.ts';

/** More tests than this that fail and then pass make the gate red. */
export const flakyMax = 2;

/** A line of the table of phases. */
export interface PhaseTime {
  readonly name: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
}

/** The result of a run of the gate. */
export interface GateReport extends Verdict {
  readonly phases: readonly PhaseTime[];
  readonly passed: number;
  /** Skipped tests by name, which are an error where everything is required. */
  readonly skipped: readonly string[];
  readonly isEverythingRequired: boolean;
}

/** Whether the commit may land. */
export function isGreen({ failures, flaky, passed, skipped, isEverythingRequired }: GateReport): boolean {
  const isComplete = !isEverythingRequired || skipped.length === 0;
  return passed > 0 && failures.length === 0 && flaky.length <= flakyMax && isComplete;
}

/** The last lines of a run: seconds by phase, failures by name with the first line of the error, and the sum. */
export function renderReport(report: GateReport): string {
  const { phases, passed, failures, flaky, skipped, isEverythingRequired } = report;
  const total = phases.reduce((sum, { seconds }) => sum + seconds, 0);
  const width = Math.max(...phases.map(({ name }) => name.length), 5);
  const row = (name: string, seconds: number, counts: string): string =>
    `${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${counts}`.trimEnd();
  const lines = [
    '',
    ...phases.map((phase) =>
      row(phase.name, phase.seconds, `${phase.passed} passed, ${phase.failed} failed`),
    ),
    row('total', total, ''),
    '',
    ...flaky.map(({ file, test, message }) => `FLAKY ${file} › ${test}: ${message}`),
    ...(flaky.length > flakyMax
      ? [`FAILED ${flaky.length} tests failed at first, more than ${flakyMax}`]
      : []),
    ...failures.map(({ file, test, message }) => `FAILED ${file} › ${test}: ${message}`),
  ];
  if (skipped.length > 0) {
    const allowance = isEverythingRequired ? ', which is not allowed here:' : ':';
    lines.push(`${skipped.length} tests were skipped${allowance}`, ...skipped.map((test) => `  ${test}`));
  }
  return [...lines, `${passed} passed, ${failures.length} failed`].join('\n');
}
