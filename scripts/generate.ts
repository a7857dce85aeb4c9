import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { generatedFiles } from './generated-files.ts';

/** Writes openapi.json and the generated pages of docs from the code: `npm run generate`. */
const root = resolve(import.meta.dirname, '..');
for (const [path, text] of await generatedFiles()) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
console.log('wrote openapi.json, docs/settings.md, docs/ocr-languages.md, docs/guide/api.md, docs/errors');
