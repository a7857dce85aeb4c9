import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { hashFile } from '../../scripts/hash-file.ts';
import { root } from '../../scripts/list-files.ts';
import { hashTrainingSources, lockFile, type SmokeLock } from './training-sources.ts';

/** A smoke build: a training script with a few rows of each data set. */
interface Build {
  readonly name: string;
  /** Folders of `training` whose sources it runs. */
  readonly folders: readonly string[];
  readonly parameters: readonly string[];
}

/**
 * Trains every model on a few rows, to check that the pipelines run from raw data to model files, and records the hashes
 * of the sources in `training/smoke.lock.json`. Installs nothing into the repository. Python packages and fonts are kept
 * in the user's cache folder.
 *
 * Builds whose sources have not changed since they passed are skipped, unless `--all` is given.
 *
 * Usage: `npm run test:training [-- --all]`. Needs Python 3.11, `apt-get`, and the data sets in `../shared`.
 */
function main(): void {
  const data = join(root, '../shared/data');
  if (!existsSync(data)) throw new Error(`the data sets are missing: ${data}`);
  const sources = hashTrainingSources();
  const passed = readPassedBuilds(sources);
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'quern-training');
  const python = preparePython(cache);
  const work = mkdtempSync(join(tmpdir(), 'quern-training-'));
  const builds: Record<string, number> = {};
  try {
    for (const { name, folders, parameters } of listBuilds(data, work, join(cache, 'fonts'))) {
      const seconds = passed(name, folders);
      if (seconds !== undefined) {
        console.log(`\n── ${name}: its sources have not changed`);
        builds[name] = seconds;
        continue;
      }
      console.log(`\n── ${name}`);
      const startedMs = performance.now();
      execFileSync(python, parameters, { cwd: root, stdio: 'inherit', env: withNode() });
      builds[name] = Math.round((performance.now() - startedMs) / 1000);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const lock: SmokeLock = { date: new Date().toISOString().slice(0, 10), builds, sources };
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`\n${Object.keys(builds).length} builds passed; wrote ${lockFile}`);
}

/** Returns a function that looks up the seconds of a build that passed with the same sources; undefined if it has to be repeated. */
function readPassedBuilds(
  sources: SmokeLock['sources'],
): (name: string, folders: readonly string[]) => number | undefined {
  if (process.argv.includes('--all') || !existsSync(lockFile)) return () => undefined;
  const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as SmokeLock;
  const files = [...new Set([...Object.keys(sources), ...Object.keys(lock.sources)])];
  const changed = files.filter((file) => sources[file] !== lock.sources[file]);
  return (name, folders) => {
    // Files outside of folders, such as the versions of packages, belong to all builds.
    const isAffected = changed.some((file) => {
      const [folder, ...rest] = file.replace(/^training\//, '').split('/');
      return rest.length === 0 || folders.includes(folder ?? '');
    });
    return isAffected ? undefined : lock.builds[name];
  };
}

/** Installs the packages into an environment for these versions, unless it exists. @returns its interpreter */
function preparePython(cache: string): string {
  const requirements = 'training/requirements.txt';
  const version = hashFile(requirements).slice(0, 16);
  const environment = join(cache, `python-${version}`);
  const python = join(environment, 'bin/python');
  // Written after the installation, so that an interrupted one is repeated.
  const complete = join(environment, 'complete');
  if (existsSync(complete)) return python;
  console.log(`Installing ${requirements} into ${environment}`);
  rmSync(environment, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  execFileSync('python3', ['-m', 'venv', environment], { stdio: 'inherit' });
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
  execFileSync(python, install, { cwd: root, stdio: 'inherit' });
  writeFileSync(complete, '');
  return python;
}

function listBuilds(data: string, work: string, fonts: string): Build[] {
  const pages = join(work, 'pages');
  mkdirSync(pages);
  execFileSync('tar', ['xJf', join(data, 'web/wcxb-dev.tar.xz'), '-C', pages]);
  const tests = (folder: string) => ['-m', 'unittest', 'discover', '-s', `training/${folder}`];
  const smoke = (script: string, ...parameters: string[]) => [`training/${script}`, ...parameters, '--smoke'];
  const folder = (name: string) => ['--data', data, '--work', join(work, name)];
  return [
    { name: 'tests of the encoder', folders: ['encoder'], parameters: tests('encoder') },
    { name: 'tests of OCR', folders: ['ocr'], parameters: tests('ocr') },
    { name: 'encoder', folders: ['encoder'], parameters: smoke('encoder/build.py', ...folder('encoder')) },
    {
      name: 'language',
      folders: ['language'],
      parameters: smoke('language/build.py', ...folder('language')),
    },
    {
      name: 'page blocks',
      folders: ['page-blocks', 'trees'],
      parameters: smoke('page-blocks/train.py', '--pages', pages),
    },
    {
      name: 'summary',
      folders: ['summary', 'trees'],
      parameters: smoke('summary/train.py', '--pages', pages),
    },
    {
      name: 'key facts',
      folders: ['summary', 'trees', 'encoder'],
      parameters: smoke('summary/build_facts.py', ...folder('facts'), '--pages', pages),
    },
    { name: 'OCR', folders: ['ocr'], parameters: smoke('ocr/build.py', ...folder('ocr'), '--fonts', fonts) },
  ];
}

/** The training scripts run this Node by name. */
function withNode(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  };
}

main();
