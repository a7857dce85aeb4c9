import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { describeRun, writeBenchResult } from '../../bench/write-bench-result.ts';
import { runPhase } from '../gate/run-phase.ts';
import { listFiles } from '../list-files.ts';

/**
 * Runs a soak: tests that take minutes to hours, or whose verdict depends on time. Writes
 * `bench/results/soak-<name>.json` with the commit, the machine, the counts and the verdict.
 *
 * Usage: `npm run soak -- <name> [--minutes N]`; without a name, it lists the soaks.
 */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string' } },
  });
  const soaks = listSoaks();
  const [name = ''] = positionals;
  const soak = soaks.get(name);
  if (soak === undefined) {
    console.log(`usage: npm run soak -- <name> [--minutes N]\nsoaks: ${[...soaks.keys()].join(', ')}`);
    process.exitCode = name === '' ? 0 : 2;
    return;
  }
  const command = ['npx', 'vitest', 'run', ...soak.parameters];
  const { seconds, passed, failures, counts } = await runPhase(
    { name, command, tests: 'vitest' },
    {
      ...soak.environment,
      ...(values.minutes !== undefined && { QUERN_SOAK_MINUTES: values.minutes }),
    },
  );
  for (const [test, numbers] of Object.entries(counts ?? {})) console.log(test, numbers);
  writeBenchResult(`soak-${name}`, {
    ...describeRun(),
    seconds: Math.round(seconds),
    ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
    ...soak.environment,
    passed,
    failed: failures.length,
    failures,
    counts,
    verdict: failures.length === 0 ? 'green' : 'red',
  });
  process.exitCode = failures.length === 0 ? 0 : 1;
}

/** Tests that a soak runs. */
interface Soak {
  /** Parameters of Vitest. */
  readonly parameters: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** The soaks by name: the files `<name>.soak.ts`, and tests of the gate that are run in another way. */
function listSoaks(): ReadonlyMap<string, Soak> {
  const soaks = new Map<string, Soak>([
    // CPU time instead of steps, which includes native code.
    [
      'growth',
      {
        parameters: ['--project', 'growth', '--maxWorkers', '1'],
        environment: { QUERN_TEST_GROWTH: 'cpu' },
      },
    ],
    // Other inputs of property tests. A failure prints the seed that repeats it.
    [
      'properties',
      {
        parameters: ['--project', 'unit', '--project', 'integration'],
        environment: { QUERN_TEST_SEED: String(Date.now() % 2 ** 31) },
      },
    ],
  ]);
  for (const file of listFiles().filter((name) => name.endsWith('.soak.ts')))
    soaks.set(basename(file, '.soak.ts'), { parameters: ['--project', 'soak', file] });
  return soaks;
}

await main();
