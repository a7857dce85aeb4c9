import { expect, it } from 'vitest';
import { vitestPhase } from './phases.ts';
import { rerunFailures } from './rerun-failures.ts';
import type { PhaseResult } from './run-phase.ts';

const failure = (test: string, file = 'a.test.ts') => ({ file, test, message: 'Error: x' });
const result = (failures: PhaseResult['failures'], passed = 1): PhaseResult => ({
  phase: vitestPhase('unit'),
  seconds: 1,
  passed,
  skipped: [],
  failures,
});

it('runs each failed file once, alone, and divides its tests by the outcome', async () => {
  const [adds, subtracts, divides] = [failure('adds'), failure('subtracts'), failure('divides', 'b.test.ts')];
  const runs: string[] = [];
  const verdict = await rerunFailures([result([adds, subtracts, divides])], async ({ command }) => {
    const file = command.at(-1) ?? '';
    runs.push(file);
    return file === 'a.test.ts' ? result([failure('subtracts')]) : result([]);
  });
  expect(runs).toEqual(['a.test.ts', 'b.test.ts']);
  expect(verdict).toEqual({ failures: [subtracts], flaky: [adds, divides] });
});

it('counts a file that does not run the second time as failed', async () => {
  const verdict = await rerunFailures([result([failure('adds')])], async () => result([], 0));
  expect(verdict.flaky).toEqual([]);
  expect(verdict.failures).toHaveLength(1);
});

it('does not repeat checks, failures of whole phases, and more than ten files', async () => {
  const never = async () => Promise.reject(new Error('was run'));
  const check = { ...result([failure('npm run check', 'style')]), phase: { name: 'style', command: [] } };
  const crash = result([failure('vitest', 'unit')]);
  expect((await rerunFailures([check, crash], never)).failures).toHaveLength(2);
  const many = Array.from({ length: 11 }, (_, index) => failure('adds', `${index}.test.ts`));
  expect((await rerunFailures([result(many)], never)).failures).toHaveLength(11);
});
