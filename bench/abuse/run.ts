import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { measureFairness } from './measure-fairness.ts';
import { measureOverload } from './measure-overload.ts';
import { measureStalledReaders } from './measure-stalled-readers.ts';

/**
 * What one key can do to the others: clients that do not read, heavy and hostile work beside one-line requests, and more
 * requests than the service can take. Names on the command line choose some of them; the rest of the results file stays.
 */
const scenarios = { nonReaders: measureStalledReaders, fairness: measureFairness, overload: measureOverload };
type Name = keyof typeof scenarios;

const file = join(import.meta.dirname, '../results/abuse.json');
const chosen = process.argv.slice(2);
const results: Record<string, unknown> = readResults();
for (const name of Object.keys(scenarios) as Name[]) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const result = await scenarios[name]();
  results[name] = {
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    date: new Date().toISOString().slice(0, 10),
    load: loadavg()[0],
    ...result,
  };
  console.log(name, results[name]);
}
results['machine'] = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);

function readResults(): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}
