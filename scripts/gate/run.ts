import { writeFileSync } from 'node:fs';
import { phasesOf, type Tier, tiers } from './phases.ts';
import { type GateReport, isGreen, type PhaseTime, renderReport } from './report.ts';
import { rerunFailures } from './rerun-failures.ts';
import { type PhaseResult, runPhase } from './run-phase.ts';

/**
 * Runs the phases of a gate, each also after another has failed, and prints their times, the failures and
 * `N passed, N failed`. Test files that failed run once more at the end.
 *
 * Usage: `node scripts/gate/run.ts verify|test|ci`. QUERN_GATE_SETUP lists what ran before, as `name=seconds,…`;
 * QUERN_GATE_REPORT names a file for the report as JSON.
 */
async function main(): Promise<void> {
  const tier = tiers.find((name) => name === process.argv[2]);
  if (tier === undefined) throw new Error(`usage: run.ts ${tiers.join('|')}`);
  const results: PhaseResult[] = [];
  for (const phase of phasesOf(tier)) results.push(await runPhase(phase));
  const startedMs = performance.now();
  const verdict = await rerunFailures(results);
  const rerun = { name: 'failed files again', seconds: (performance.now() - startedMs) / 1000 };
  const report = {
    phases: [
      ...setupPhases(),
      ...results.map(phaseTime),
      ...(verdict.flaky.length + verdict.failures.length > 0 ? [{ ...rerun, passed: 0, failed: 0 }] : []),
    ],
    // A test that passed the second time has passed.
    passed: results.reduce((sum, { passed }) => sum + passed, verdict.flaky.length),
    skipped: results.flatMap(({ skipped }) => skipped),
    isEverythingRequired: process.env['QUERN_TEST_REQUIRE'] === 'all',
    ...verdict,
  };
  finish(tier, report);
}

function finish(tier: Tier, report: GateReport): void {
  const file = process.env['QUERN_GATE_REPORT'];
  const isPassed = isGreen(report);
  if (file !== undefined)
    writeFileSync(file, `${JSON.stringify({ tier, green: isPassed, ...report }, null, 2)}\n`);
  console.log(renderReport(report));
  process.exitCode = isPassed ? 0 : 1;
}

function phaseTime({ phase, seconds, passed, failures }: PhaseResult): PhaseTime {
  return { name: phase.name, seconds, passed, failed: failures.length };
}

/** Times of the steps before this program, which it cannot measure. */
function setupPhases(): PhaseTime[] {
  const entries = (process.env['QUERN_GATE_SETUP'] ?? '').split(',').filter((entry) => entry !== '');
  return entries.map((entry) => {
    const [name = '', seconds = '0'] = entry.split('=');
    return { name, seconds: Number(seconds), passed: 0, failed: 0 };
  });
}

await main();
