import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { argv, stdout, version } from 'node:process';
import { generators } from './generators/all-generators.ts';
import { measureGrowth } from './growth.ts';

/** `node --conditions=source bench/abuse/measure-growth.ts [pattern]`: how CPU time grows when hostile input doubles. */
const pattern = new RegExp(argv[2] ?? '');
const rows = [];
for (const generator of generators) {
  if (!pattern.test(`${generator.kind} ${generator.name}`)) continue;
  const { small, large, ratio } = await measureGrowth(generator);
  const row = {
    kind: generator.kind,
    name: generator.name,
    size: generator.size,
    bytes: small.bytes,
    ms: Math.round(small.cpuMs),
    doubledMs: Math.round(large.cpuMs),
    ratio: Math.round(ratio * 100) / 100,
    outcome: small.outcome,
    doubledOutcome: large.outcome,
  };
  rows.push(row);
  stdout.write(`${JSON.stringify(row)}\n`);
}
if (argv[2] === undefined) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const file = new URL('../results/abuse-growth.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify({ commit, node: version, rows }, undefined, 2)}\n`);
}
