import { defineOperation } from '../define-operation.ts';
import { sentimentExample, sentimentInput, sentimentOutput } from './schema.ts';

export const sentiment = defineOperation({
  name: 'sentiment',
  title: 'Read sentiment and emotions',
  description:
    'Tells whether a text is positive, negative, neutral or mixed, how strongly, and which emotions it shows.',
  consumes: ['application/json'],
  input: sentimentInput,
  output: sentimentOutput,
  example: sentimentExample,
  timeLimitMs: 300_000,
  cost: { resource: 'threads', baseMs: 8, perByteMs: 0.07 },
  price: { least: 1, text: '1 credit per request', of: () => 1 },
  run: async ({ text }, _prepared, { engines, signal }) => {
    const { analysis, tokenCount } = await engines.pool.run(
      'analyzeSentiment',
      { text },
      { signal, jsonFields: ['analysis.sentences'] },
    );
    return { ...analysis, tokenCount };
  },
});
