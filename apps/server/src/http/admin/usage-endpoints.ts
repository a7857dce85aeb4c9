import { z } from 'zod';
import { dateField } from '../usage/date-field.ts';
import { type AdminEndpoint, defineAdminEndpoint, ignored } from './endpoint.ts';
import { resourceIdField } from './schemas.ts';

const keyUsageSchema = z
  .object({
    from: z.string().describe('First day, UTC'),
    to: z.string().describe('Last day, UTC'),
    daily: z.array(
      z.object({
        date: z.string().describe('Day, UTC'),
        keyId: z.string(),
        requests: z.int().describe('Number of charged requests'),
        credits: z.int().describe('Credits charged'),
      }),
    ),
  })
  .meta({ id: 'KeyUsage', description: 'Charged requests and credits by day and key' });

/** The usage of all keys. */
export const usageEndpoints: readonly AdminEndpoint[] = [
  defineAdminEndpoint({
    operationId: 'getKeyUsage',
    method: 'GET',
    path: '/usage',
    summary: 'Get the charged requests and credits of all keys by day',
    status: 200,
    errors: [],
    query: z.object({
      accountId: resourceIdField.optional().describe('Only keys of this account'),
      from: dateField
        .optional()
        .describe('First day (UTC), such as 2026-05-01; default: 29 days before the last'),
      to: dateField.optional().describe('Last day (UTC), included; default: today'),
    }),
    body: ignored,
    response: z.object({ usage: keyUsageSchema }),
    handle: async ({ query: { accountId = null, ...period } }, { usage }) => ({
      usage: await usage.reportByKey(accountId, period),
    }),
  }),
];
