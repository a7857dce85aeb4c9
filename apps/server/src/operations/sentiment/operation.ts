import { findLanguageWarning, requireSentimentSupport } from '../../languages/language-support.ts';
import { defineOperation } from '../define-operation.ts';
import examples from './examples.data.json' with { type: 'json' };
import { sentimentInput, sentimentOutput } from './schema.ts';

/** Classifies the sentiment and the emotions of a text. */
export const operation = defineOperation({
  name: 'sentiment',
  title: 'Analyze sentiment and emotions',
  description:
    'Classifies a text and each of its sentences as positive, negative, neutral, or mixed, with a score, and detects emotions.',
  consumes: ['application/json'],
  input: sentimentInput,
  primaryInput: 'text',
  output: sentimentOutput,
  errors: ['unsupported_language'],
  examples,
  quickStartInput: { text: 'The staff were wonderful and the view was breathtaking.' },
  timeLimitMs: 300_000,
  cost: { resource: 'threads', baseMs: 8, perUnitMs: 0.07, units: ({ text }) => text.length },
  price: { minimum: 1, label: '1 credit per request', compute: () => 1 },
  requirePermitted: ({ language }) => {
    if (language !== undefined) requireSentimentSupport(language, false);
  },
  run: async ({ input: { text, language }, engines, signal }) => {
    const { analysis, ...others } = await engines.pool.run(
      'analyzeSentiment',
      { text, language },
      { signal, jsonFields: ['analysis.sentences'] },
    );
    const warning = findLanguageWarning('sentiment', others.language);
    return { ...analysis, ...others, ...(warning === undefined ? {} : { warnings: [warning] }) };
  },
});
