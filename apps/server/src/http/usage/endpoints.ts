import { z } from 'zod';
import { encodeResult, toBytes } from '../../pipeline/response/response-body.ts';
import type { UsageService } from '../../usage/usage-service.ts';
import { defineKeyEndpoint, type KeyEndpoint } from '../endpoints/key-endpoint.ts';
import { dateField } from './date-field.ts';

const operationUsage = {
  operation: z.string(),
  requests: z.int().describe('Number of charged requests'),
  credits: z.int().describe('Credits charged'),
};

/** The usage of a key, as the API returns it. */
const usageSchema = z
  .object({
    account: z.object({
      available: z.int().describe('Credits that can be spent'),
      held: z.int().describe('Credits reserved by running requests'),
    }),
    key: z.object({
      id: z.string(),
      name: z.string(),
      scopes: z.array(z.string()).describe('Names of the operations that the key may call; `*` for all'),
      budget: z.int().nullable().describe('Maximum credits that the key may spend; null for no limit'),
      spent: z.int().describe('Credits that count against the budget'),
      ratePerMinute: z.int().nullable().describe('Maximum requests per minute; null for the default'),
      expiresAt: z.int().nullable().describe('Expiration time, in milliseconds since 1970-01-01 UTC'),
    }),
    from: z.string().describe('First day, UTC'),
    to: z.string().describe('Last day, UTC'),
    totals: z.array(z.object(operationUsage)).describe('Sums of the period, the largest first'),
    daily: z.array(z.object({ date: z.string().describe('Day, UTC'), ...operationUsage })),
  })
  .meta({ id: 'Usage', description: 'What an API key has used and can use' });

/** The endpoint of usage. */
export const usageEndpoints: readonly KeyEndpoint<UsageService>[] = [
  defineKeyEndpoint({
    operationId: 'getUsage',
    name: 'usage',
    method: 'GET',
    path: '/v0/usage',
    summary: 'Get the balance of your account and the usage of your key',
    description:
      'Charged requests and credits of your key by day and operation, together with those of the keys that it was rotated from or to.',
    errors: ['invalid_parameters'],
    query: z.strictObject({
      from: dateField
        .optional()
        .describe('First day (UTC), such as 2026-05-01; default: 29 days before the last'),
      to: dateField.optional().describe('Last day (UTC), included; default: today'),
    }),
    response: usageSchema,
    handle: async ({ query, key }, usage: UsageService) => ({
      kind: 'bytes',
      bytes: toBytes(encodeResult(await usage.report(key, query))),
    }),
  }),
];
