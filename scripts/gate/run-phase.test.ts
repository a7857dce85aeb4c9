import { expect, it } from 'vitest';
import { runPhase } from './run-phase.ts';

const node = (program: string) => ({ name: 'check', command: [process.execPath, '-e', program] });

it('counts a check that succeeds as one passed test', async () => {
  expect(await runPhase(node(''))).toMatchObject({ passed: 1, failures: [] });
});

it('names a check that fails with the line of its error', async () => {
  const program =
    'console.log("checked 5 files"); console.error("a.ts has no docstring"); process.exitCode = 1';
  expect(await runPhase(node(program))).toMatchObject({
    passed: 0,
    failures: [{ file: 'check', message: 'a.ts has no docstring' }],
  });
});

it('reports a program that does not exist', async () => {
  const { failures } = await runPhase({ name: 'check', command: ['quern-missing-program'] });
  expect(failures[0]?.message).toContain('ENOENT');
});

it('reports tests that end without results as a failure of the phase', async () => {
  const crash = { ...node('process.kill(process.pid, "SIGKILL")'), tests: 'vitest' as const };
  expect(await runPhase(crash)).toMatchObject({ passed: 0, failures: [{ file: 'check' }] });
});

it('does not count tests that print no summary as passed', async () => {
  expect(await runPhase({ ...node(''), tests: 'unittest' })).toMatchObject({
    passed: 0,
    failures: [{ file: 'check' }],
  });
});
