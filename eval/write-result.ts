import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { DataFiles } from './data/data-files.ts';

const root = resolve(import.meta.dirname, '..');

/** Figures by name. Shares and scores are between 0 and 1. */
export type Figures = { readonly [name: string]: Figure };
/** A value of a result. */
export type Figure = number | string | boolean | null | Figures | readonly Figure[];

/** A result to write. */
export interface ResultInput {
  /** Statement that the figures support, in one sentence. */
  readonly claim: string;
  /** `import.meta.filename` of the script. */
  readonly script: string;
  readonly data: Pick<DataFiles, 'hash'>;
  /** Number of scored units (sentences, pages, images ...). */
  readonly n: number;
  /** Seed of random draws; absent when nothing is drawn. */
  readonly seed?: number;
  /** Versions of the peers, read in the same run. */
  readonly versions?: Readonly<Record<string, string>>;
  readonly figures: Figures;
}

/**
 * Writes `eval/results/NAME.json`: the figures with the commit, the hash of the data, the number of scored units
 * and the versions of everything that was measured. `eval/render-scorecard.ts` renders the documents from it.
 *
 * @param name kebab-case name of the result
 */
export function writeResult(name: string, input: ResultInput): void {
  const { claim, script, data, n, seed, versions = {}, figures } = input;
  const result = {
    claim,
    script: relative(root, script),
    commit: describeCommit(),
    dataHash: data.hash(),
    n,
    seed: seed ?? null,
    date: new Date().toISOString().slice(0, 10),
    versions: { node: process.versions.node, quern: quernVersion(), ...versions },
    figures: roundFigures(figures),
  };
  const file = join(root, 'eval/results', `${name}.json`);
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`wrote ${relative(root, file)}`);
}

/** The commit, followed by `+changes` when tracked source files differ from it. */
function describeCommit(): string {
  const git = (...options: string[]) => execFileSync('git', options, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git(
    'status',
    '--porcelain',
    '--untracked-files=no',
    '--',
    'packages',
    'eval',
    ':!eval/results',
  );
  return `${git('rev-parse', '--short=12', 'HEAD')}${changed === '' ? '' : '+changes'}`;
}

function quernVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}

const decimals = 4;

/** Rounds every number to four decimals: more would suggest a precision that no set of this size has. */
function roundFigures(figure: Figure): Figure {
  if (typeof figure === 'number') return Number(figure.toFixed(decimals));
  if (Array.isArray(figure)) return figure.map(roundFigures);
  if (typeof figure === 'object' && figure !== null)
    return Object.fromEntries(Object.entries(figure).map(([name, value]) => [name, roundFigures(value)]));
  return figure;
}
