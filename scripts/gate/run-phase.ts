import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../list-files.ts';
import type { Phase } from './phases.ts';
import { firstLine, readUnittestRun, readVitestRun, type TestRun } from './test-run.ts';

/** The outcome of one phase. */
export interface PhaseResult extends TestRun {
  readonly phase: Phase;
  readonly seconds: number;
}

/** Characters of a phase's output that are searched for its error. */
const tailLengthMax = 200_000;

/**
 * Runs a phase in the root of the repository; its output is printed as it comes.
 *
 * @param environment settings in addition to those of this process
 */
export async function runPhase(
  phase: Phase,
  environment: Readonly<Record<string, string>> = {},
): Promise<PhaseResult> {
  console.log(`\n── ${phase.name}: ${phase.command.join(' ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'quern-gate-'));
  const results = join(folder, 'results.json');
  const startedMs = performance.now();
  const { exitCode, output } = await runCommand(phase.command, {
    ...environment,
    QUERN_TEST_RESULTS: results,
  });
  const seconds = (performance.now() - startedMs) / 1000;
  const run = readRun(phase, results, output, exitCode);
  rmSync(folder, { recursive: true, force: true });
  const isUnexplained = run.failures.length === 0 && (exitCode !== 0 || run.passed === 0);
  return { phase, seconds, ...run, ...(isUnexplained && { failures: [failureOf(phase, output)] }) };
}

function readRun({ name, tests }: Phase, results: string, output: string, exitCode: number): TestRun {
  const none = { passed: 0, failures: [], skipped: [] };
  if (tests === 'vitest') return readVitestRun(results, root) ?? none;
  if (tests === 'unittest') return readUnittestRun(output, name) ?? none;
  return { ...none, passed: exitCode === 0 ? 1 : 0 };
}

/** A command that failed without a failed test: an error outside of the tests, a check, or a crash. */
function failureOf(phase: Phase, output: string) {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const error = lines.find((line) => /\berror\b|Error:|✖|has no |missing/i.test(line)) ?? lines.at(-1);
  return { file: phase.name, test: phase.command.join(' '), message: firstLine(error).trim().slice(0, 300) };
}

async function runCommand(
  [program = '', ...parameters]: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ exitCode: number; output: string }> {
  const child = spawn(program, parameters, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text);
      output = (output + text).slice(-tailLengthMax);
    });
  }
  try {
    const [code] = await once(child, 'close');
    return { exitCode: typeof code === 'number' ? code : 1, output };
  } catch (error) {
    // The program does not exist.
    return { exitCode: 127, output: String(error) };
  }
}
