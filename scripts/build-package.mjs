import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Builds packages for publication, after the workspace packages they depend on: compiles `src` to `dist` with
 * tsconfig.build.json, and copies the data files and models that are loaded at run time, and the license.
 *
 * Usage: `npm run build -w packages/<name>`, or `node scripts/build-package.mjs packages/<name> ...`.
 */
const root = resolve(import.meta.dirname, '..');
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const isData = /\.data\.json$|[\\/]models?[\\/](?!.*\.ts$)/;
const isFixture = /[\\/]fixtures$/;
const built = new Set();

function build(folder) {
  if (built.has(folder)) return;
  built.add(folder);
  for (const dependency of workspaceDependencies(folder)) build(dependency);
  const source = join(folder, 'src');
  const output = join(folder, 'dist');
  rmSync(output, { recursive: true, force: true });
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: folder, stdio: 'inherit' });
  cpSync(source, output, {
    recursive: true,
    filter: (path) => (statSync(path).isDirectory() ? !isFixture.test(path) : isData.test(path)),
  });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  for (const name of ['fixtures', 'testing']) rmSync(join(output, name), { recursive: true, force: true });
}

/** Folders of the packages in `dependencies` and `peerDependencies` that are in this repository. */
function workspaceDependencies(folder) {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.keys({ ...dependencies, ...peerDependencies })
    .filter((name) => name.startsWith('@quern/'))
    .map((name) => join(root, 'packages', name.slice('@quern/'.length)))
    .filter((path) => existsSync(path));
}

const folders = process.argv.slice(2);
for (const folder of folders.length === 0 ? ['.'] : folders) build(resolve(folder));
