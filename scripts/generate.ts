import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { generatedFiles } from './generated-files.ts';

/** Writes openapi.json, the settings and the error pages anew: `npm run generate`. */
const root = resolve(import.meta.dirname, '..');
for (const [path, text] of generatedFiles()) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
console.log('written: openapi.json, docs/settings.md, docs/errors');
