/**
 * Measures how far one key can affect the others: clients that do not read their responses, heavy and hostile work next
 * to one-line requests, more requests than the service can process, and a key that uses the service alone.
 *
 *     npm run bench:abuse [-- SCENARIO ...]
 *
 * Scenarios are stalledReaders, fairness, overload, oneKey and hostilePdfs; those that are not named keep their recorded result.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';
import { measureFairness } from './measure-fairness.ts';
import { measureHostilePdfs } from './measure-hostile-pdfs.ts';
import { measureOneKey } from './measure-one-key.ts';
import { measureOverload } from './measure-overload.ts';
import { measureStalledReaders } from './measure-stalled-readers.ts';

const scenarios: Readonly<Record<string, () => Promise<object>>> = {
  stalledReaders: measureStalledReaders,
  fairness: measureFairness,
  overload: measureOverload,
  oneKey: measureOneKey,
  hostilePdfs: measureHostilePdfs,
};

function readRecorded(): Record<string, unknown> {
  const file = join(import.meta.dirname, '../results/abuse.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

async function main(): Promise<void> {
  const named = process.argv.slice(2);
  const unknown = named.filter((name) => scenarios[name] === undefined);
  if (unknown.length > 0) throw new Error(`unknown scenarios: ${unknown.join(', ')}`);
  const results: Record<string, unknown> = named.length === 0 ? {} : readRecorded();
  for (const [name, measure] of Object.entries(scenarios)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const result = await measure();
    results[name] = { ...describeRun(), ...result };
    console.log(name, results[name]);
    writeBenchResult('abuse', results);
  }
}

await main();
