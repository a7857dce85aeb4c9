import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { generatedFiles } from './generated-files.ts';

/** Writes the files that are generated from the code: `npm run generate`. */
const root = resolve(import.meta.dirname, '..');
const files = await generatedFiles();
for (const [path, text] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
console.log(`wrote ${files.size} files`);
