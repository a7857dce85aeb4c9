import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findClocks } from './find-clocks.ts';
import { listFiles, root } from './list-files.ts';

/** Checks that no test of the gate depends on time. Prints one line per use of a clock; exits with 1 if there is any. */
function main(): void {
  let count = 0;
  for (const file of listFiles().filter((name) => name.endsWith('.test.ts'))) {
    // Its samples are such uses.
    if (file === 'scripts/find-clocks.test.ts') continue;
    for (const { line, name } of findClocks(readFileSync(join(root, file), 'utf8'))) {
      console.error(`${file}:${line} ${name}: wait for an event, or add "// clock: <reason>"`);
      count += 1;
    }
  }
  if (count === 0) return;
  console.error(
    `${count} uses of clocks in tests. A verdict that needs one belongs to a soak; see CONTRIBUTING.md.`,
  );
  process.exitCode = 1;
}

main();
