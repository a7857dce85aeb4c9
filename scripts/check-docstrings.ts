import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findExports } from './find-exports.ts';

/**
 * Checks that every export of packages/*\/src has a docstring. Prints one line per missing docstring and exits
 * with 1 if there is any. Generated files are excluded: their docstrings are descriptions of the OpenAPI document.
 */
function main(): void {
  const root = resolve(import.meta.dirname, '..');
  const files = globSync('packages/*/src/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|\/(?:fixtures|testing|generated)\//.test(file))
    .sort();
  let missing = 0;
  let checked = 0;
  for (const file of files) {
    for (const { kind, name, line, docstring } of findExports(readFileSync(join(root, file), 'utf8'))) {
      checked += 1;
      if (docstring !== undefined && docstring !== '') continue;
      console.error(`${file}:${line} ${kind} ${name} has no docstring`);
      missing += 1;
    }
  }
  if (missing > 0) {
    console.error(`${missing} of ${checked} exports have no docstring.`);
    process.exitCode = 1;
  }
}

main();
