import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { GateReport, PhaseTime } from '../../scripts/gate/report.ts';
import { listFiles, root } from '../../scripts/list-files.ts';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';

/** One run of the gate. */
interface GateRun {
  readonly busyLoops: number;
  readonly green: boolean;
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
  readonly flaky: readonly string[];
  readonly phases: readonly Pick<PhaseTime, 'name' | 'seconds'>[];
}

/** The results file. */
interface GateResult {
  readonly commit: string;
  readonly runs: readonly GateRun[];
}

/**
 * Runs `.ci/run` repeatedly on clean clones of the commit that is checked out, idle and next to busy loops, and writes
 * `bench/results/gate.json`. Runs of the same commit are added to those in the file.
 *
 * Usage: `npm run bench:gate -- [--idle 5] [--busy 2]`.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { idle: { type: 'string' }, busy: { type: 'string' } } });
  const loops = [
    ...Array.from({ length: Number(values.idle ?? 5) }, () => 0),
    ...Array.from({ length: Number(values.busy ?? 2) }, () => 2),
  ];
  for (const busyLoops of loops) {
    const run = await runGate(busyLoops);
    addRun(run);
    console.log(
      `${run.green ? 'green' : 'red'} in ${Math.round(run.seconds)} s with ${busyLoops} busy loops`,
    );
  }
}

async function runGate(busyLoops: number): Promise<GateRun> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-gate-bench-'));
  const project = join(folder, 'project');
  execFileSync('git', ['clone', '--quiet', '--no-local', root, project]);
  const shared = join(root, '../shared');
  if (existsSync(shared)) symlinkSync(shared, join(folder, 'shared'));
  const burners = Array.from({ length: busyLoops }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  const report = join(folder, 'report.json');
  const log = openSync(join(tmpdir(), 'quern-gate-bench.log'), 'w');
  try {
    const startedMs = performance.now();
    spawnSync('bash', ['.ci/run'], {
      cwd: project,
      stdio: ['ignore', log, log],
      env: { ...process.env, CI: 'true', QUERN_GATE_REPORT: report },
    });
    return summarize(report, busyLoops, (performance.now() - startedMs) / 1000);
  } finally {
    for (const burner of burners) burner.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function summarize(file: string, busyLoops: number, seconds: number): GateRun {
  const report = JSON.parse(readFileSync(file, 'utf8')) as GateReport & { green: boolean };
  return {
    busyLoops,
    green: report.green,
    seconds: Math.round(seconds),
    passed: report.passed,
    failed: report.failures.length,
    flaky: report.flaky.map(({ file: name, test }) => `${name} › ${test}`),
    phases: report.phases.map(({ name, seconds: taken }) => ({ name, seconds: Number(taken.toFixed(1)) })),
  };
}

function addRun(run: GateRun): void {
  const description = describeRun();
  const path = join(root, 'bench/results/gate.json');
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as GateResult) : undefined;
  const runs = before?.commit === description.commit ? before.runs : [];
  writeBenchResult('gate', { ...description, soaks: listSoakTests(), runs: [...runs, run] });
}

/** The names of the tests in soaks, by file: those that the gate ran before, and longer versions of its tests. */
function listSoakTests(): Record<string, string[]> {
  const files = listFiles(['bench/soak']).filter((file) => file.endsWith('.soak.ts'));
  const listed = execFileSync('npx', ['vitest', 'list', '--project', 'soak', '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  const tests = JSON.parse(listed) as { name: string; file: string }[];
  return Object.fromEntries(
    files.map((file) => [file, tests.filter((test) => test.file.endsWith(file)).map(({ name }) => name)]),
  );
}

await main();
