/**
 * Builds the package in the working directory for publication: compiles `src` to `dist` with tsconfig.build.json
 * and copies the data files and models that the code loads at run time. Run by `npm run build -w packages/<name>`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const isData = /\.data\.json$|[\\/]models?[\\/]/;
const isFixture = /[\\/]fixtures$/;

rmSync('dist', { recursive: true, force: true });
const compiler = resolve(import.meta.dirname, '../node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
cpSync('src', 'dist', {
  recursive: true,
  filter: (source) => (statSync(source).isDirectory() ? !isFixture.test(source) : isData.test(source)),
});
for (const folder of ['fixtures', 'testing']) {
  const leftover = join('dist', folder);
  if (existsSync(leftover)) rmSync(leftover, { recursive: true });
}
