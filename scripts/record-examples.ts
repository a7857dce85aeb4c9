import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runExamples } from './run-examples.ts';

/**
 * Records the outputs of the API examples: runs each input of the operations' examples.data.json files, and writes the
 * results back. Documentation and the OpenAPI document show them: `npm run record-examples && npm run generate`.
 */
const folder = resolve(import.meta.dirname, '../apps/server/src/operations');

const roundFloat = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(4)) : value;

for (const [name, examples] of await runExamples()) {
  const file = join(folder, name, 'examples.data.json');
  writeFileSync(file, `${JSON.stringify(examples, roundFloat, 2)}\n`);
  console.log(`wrote ${file}`);
}
