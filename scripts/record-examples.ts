import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { operations } from '../apps/server/src/operations/registry.ts';
import { runExamples } from './run-examples.ts';

/**
 * Records the outputs of the API examples: runs each input of the operations' examples.data.json files, and writes the
 * results back. Documentation and the OpenAPI document show them: `npm run record-examples && npm run generate`.
 */
const folder = resolve(import.meta.dirname, '../apps/server/src/operations');

const roundFloat = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(4)) : value;

const results = await runExamples();
for (const { name, storedResult, examples: recorded } of operations) {
  const examples = (results.get(name) ?? []).map(({ input, output }, index) => {
    // The id of a stored result is random: keep the recorded one, so that only real changes show.
    const id = storedResult === undefined ? undefined : recorded[index]?.output[storedResult.field];
    return { input, output: id === undefined ? output : { ...output, [storedResult?.field ?? '']: id } };
  });
  const file = join(folder, name, 'examples.data.json');
  writeFileSync(file, `${JSON.stringify(examples, roundFloat, 2)}\n`);
  console.log(`wrote ${file}`);
}
