import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findExports } from './find-exports.ts';
import { listFiles, root } from './list-files.ts';

const sourceFile = /^(?:packages|apps)\/[^/]+\/src\/.*\.tsx?$/;

/**
 * Checks that every export of the packages and applications has a docstring. Prints one line per missing docstring and exits
 * with 1 if there is any. Generated files are excluded: their docstrings are descriptions of the OpenAPI document.
 */
function main(): void {
  const files = listFiles(['packages', 'apps']).filter(
    (file) => sourceFile.test(file) && !/\.test\.ts$|\/(?:fixtures|generated)\//.test(file),
  );
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
