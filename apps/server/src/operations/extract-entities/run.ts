import { defineOperation } from '../define-operation.ts';
import { extractEntitiesExample, extractEntitiesInput, extractEntitiesOutput } from './schema.ts';

export const extractEntities = defineOperation({
  name: 'extract-entities',
  title: 'Extract entities',
  description: 'Finds people, organizations, places, dates, amounts, addresses and more in a text.',
  consumes: ['application/json'],
  input: extractEntitiesInput,
  output: extractEntitiesOutput,
  example: extractEntitiesExample,
  timeLimitMs: 300_000,
  cost: { resource: 'threads', baseMs: 8, perByteMs: 0.05 },
  price: { least: 1, text: '1 credit per request', of: () => 1 },
  run: ({ text }, _prepared, { engines, signal }) =>
    engines.pool.run(
      'extractEntities',
      { text, referenceTimeMs: engines.now() },
      { signal, jsonFields: ['entities'] },
    ),
});
