import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

/** The machine and the commit of a run. */
export interface RunDescription {
  readonly commit: string;
  readonly date: string;
  readonly machine: {
    readonly cpu: string | undefined;
    readonly cores: number;
    readonly node: string;
    /** Load average of the last minute. */
    readonly load: number;
  };
}

/** Describes the run: the commit that is checked out, the date, and the machine with its load. */
export function describeRun(): RunDescription {
  return {
    commit: execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim(),
    date: new Date().toISOString().slice(0, 10),
    machine: {
      cpu: cpus()[0]?.model,
      cores: cpus().length,
      node: process.version,
      load: Number((loadavg()[0] ?? 0).toFixed(2)),
    },
  };
}

/** Writes `bench/results/NAME.json`. */
export function writeBenchResult(name: string, result: object): void {
  const file = join(import.meta.dirname, 'results', `${name}.json`);
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}
