import { z } from 'zod';
import type { JsonSchema } from '../../operations/to-json-schema.ts';
import type { RequestOptions } from '../../pipeline/pipeline-context.ts';
import { readIdempotencyKey } from '../../validation/read-idempotency-key.ts';
import { validateInput } from '../../validation/validate-input.ts';

/** Member of the `_meta` of a call: retries of clients with the same key are charged once. */
export const idempotencyKeyMeta = 'quern/idempotencyKey';

/** Argument of each operation: whether only its price is wanted. */
export const dryRunArgument = 'dryRun';

/** The schema of the argument `dryRun`. */
export const dryRunSchema: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'Only validate the arguments, and return the price and the balance; nothing is charged',
};

/** The result of a dry run. */
export const dryRunResultSchema = z.object({
  dryRun: z.literal(true),
  price: z.int().min(0).describe('Price in credits; of a crawl, the most that it can cost'),
  balance: z.int().describe('Credits of the account'),
  tokenCount: z.int().min(0).optional().describe('Tokens of the input, where the price depends on them'),
});

/** Whether a call asks for a price only. Other values than true are rejected by `readCallOptions`. */
export const isDryRun = (args: Readonly<Record<string, unknown>>): boolean =>
  Object.hasOwn(args, dryRunArgument) && args[dryRunArgument] === true;

/** Returns the arguments that are input of the operation. */
export function withoutCallOptions(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { [dryRunArgument]: _dryRun, ...input } = args;
  return input;
}

const options = z.object({ [dryRunArgument]: z.boolean().default(false) });

/**
 * Reads the options of a call. Whether to ask for the price is decided by a model, so it is an argument; a key for retries is
 * created by the client, so it is in `_meta`.
 *
 * @throws ServiceError `invalid_parameters`
 */
export function readCallOptions(
  args: Readonly<Record<string, unknown>>,
  meta: Readonly<Record<string, unknown>> | undefined,
): Pick<RequestOptions, 'idempotencyKey' | 'dryRun'> {
  const key =
    meta !== undefined && Object.hasOwn(meta, idempotencyKeyMeta) ? meta[idempotencyKeyMeta] : undefined;
  const { dryRun } = validateInput(options, args);
  return { dryRun, idempotencyKey: readIdempotencyKey(key, `_meta["${idempotencyKeyMeta}"]`) };
}
