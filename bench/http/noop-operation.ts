import { z } from 'zod';
import { defineOperation } from '../../apps/server/src/operations/define-operation.ts';

/** An operation that does no work, so that only the pipeline around it is measured. */
export const noopOperation = defineOperation({
  name: 'noop',
  title: 'No operation',
  description: 'Returns a constant.',
  consumes: ['application/json'],
  input: z.strictObject({ text: z.string().min(1).max(1000) }),
  output: z.object({}),
  examples: [{ input: { text: 'a' }, output: {} }],
  timeLimitMs: 10_000,
  price: { minimum: 1, label: '1 credit', compute: () => 1 },
  run: async () => ({ result: 'constant' }),
});
