import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStructureFaults } from './find-structure-faults.ts';
import { listFiles, root } from './list-files.ts';

/** Checks the sizes of source files and of folders. Prints one line per fault, and exits with 1 if there is any. */
const faults = findStructureFaults(listFiles(), (file) => readFileSync(join(root, file), 'utf8'));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
