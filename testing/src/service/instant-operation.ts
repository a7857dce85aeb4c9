import { z } from 'zod';
import { defineOperation } from '../../../apps/server/src/operations/define-operation.ts';

/** An operation without work, for tests in which it does not matter what is done for a credit. */
export const instantOperation = defineOperation({
  name: 'instant',
  title: 'instant',
  description: 'instant',
  consumes: ['application/json'],
  input: z.object({ text: z.string() }),
  output: z.object({ text: z.string() }),
  examples: [{ input: { text: 'a' }, output: { text: 'a' } }],
  timeLimitMs: 3_600_000,
  price: { minimum: 1, label: '1', compute: () => 1 },
  run: async ({ input: { text } }) => ({ text }),
});
