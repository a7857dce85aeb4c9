import { z } from 'zod';
import { defineOperation } from '../../apps/server/src/operations/define-operation.ts';

/** An operation whose work is nothing, so that what remains to be measured is everything around the work. */
export const noopOperation = defineOperation({
  name: 'nothing',
  title: 'Nothing',
  description: 'Answers a constant.',
  consumes: ['application/json'],
  input: z.strictObject({ text: z.string().min(1).max(1000) }),
  output: z.object({}),
  examples: [{ input: { text: 'a' }, output: {} }],
  timeLimitMs: 10_000,
  price: { minimum: 1, label: '1 credit', compute: () => 1 },
  run: async () => ({ answer: 'constant' }),
});
