import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { argv, stdout, version } from 'node:process';
import { hostileGenerators } from '@quern/testing/hostile-input/hostile-generators';
import { measureCpuGrowth } from './measure-cpu-growth.ts';

/** `node --conditions=source bench/abuse/run-cpu-growth.ts [pattern]`: how CPU time grows when hostile input doubles. */
const pattern = new RegExp(argv[2] ?? '');
/** Below this, collection and compilation decide the ratio, not the input. */
const measurableMs = 20;
const ratioMax = 2.3;
const rows = [];
for (const generator of hostileGenerators) {
  if (!pattern.test(`${generator.kind} ${generator.name}`)) continue;
  const { runs, ratio } = await measureCpuGrowth(generator);
  const row = {
    kind: generator.kind,
    name: generator.name,
    size: generator.size,
    bytes: runs[1].bytes,
    ms: runs.map(({ cpuMs }) => Math.round(cpuMs)),
    ratio: Math.round(ratio * 100) / 100,
    outcomes: runs.map(({ outcome }) => outcome),
  };
  rows.push(row);
  stdout.write(`${JSON.stringify(row)}\n`);
}
if (argv[2] === undefined) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const file = new URL('../results/abuse-growth.json', import.meta.url);
  const measurable = rows.filter(({ ms }) => Math.min(...ms) >= measurableMs);
  const summary = {
    generators: rows.length,
    measurable: measurable.length,
    over: measurable.filter(({ ratio }) => ratio > ratioMax).map(({ kind, name }) => `${kind} ${name}`),
    longestMs: Math.max(...rows.flatMap(({ ms }) => ms)),
  };
  writeFileSync(file, `${JSON.stringify({ commit, node: version, summary, rows }, undefined, 2)}\n`);
}
// Engines keep threads that would keep the process.
process.exit();
