/**
 * Measures how CPU time grows when hostile input doubles.
 *
 *     node --conditions=source bench/abuse/run-cpu-growth.ts [PATTERN]
 *
 * PATTERN selects generators by `KIND NAME`; with a pattern no result is written.
 */
import { hostileGenerators } from '@quern/testing/hostile-input/hostile-generators';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';
import { measureCpuGrowth } from './measure-cpu-growth.ts';

/** Below this, garbage collection and compilation dominate the ratio. */
const measurableMs = 20;
/** Largest ratio of one doubling that counts as proportional, with room for the noise of a measurement. */
const ratioMax = 2.3;

async function measureAll(pattern: RegExp) {
  const rows = [];
  for (const generator of hostileGenerators) {
    if (!pattern.test(`${generator.kind} ${generator.name}`)) continue;
    const { runs, ratio } = await measureCpuGrowth(generator);
    const row = {
      kind: generator.kind,
      name: generator.name,
      size: generator.size,
      bytes: runs[1].bytes,
      cpuMs: runs.map(({ cpuMs }) => Math.round(cpuMs)),
      ratio: Number(ratio.toFixed(2)),
      outcomes: runs.map(({ outcome }) => outcome),
    };
    rows.push(row);
    console.log(JSON.stringify(row));
  }
  return rows;
}

async function main(): Promise<void> {
  const [pattern] = process.argv.slice(2);
  const rows = await measureAll(new RegExp(pattern ?? ''));
  if (pattern === undefined) {
    const measurable = rows.filter(({ cpuMs }) => Math.min(...cpuMs) >= measurableMs);
    const summary = {
      generators: rows.length,
      measurable: measurable.length,
      ratioMax,
      over: measurable.filter(({ ratio }) => ratio > ratioMax).map(({ kind, name }) => `${kind} ${name}`),
      longestMs: Math.max(...rows.flatMap(({ cpuMs }) => cpuMs)),
    };
    writeBenchResult('abuse-growth', { ...describeRun(), summary, rows });
  }
  // The engines keep threads that would keep the process alive.
  process.exit();
}

await main();
