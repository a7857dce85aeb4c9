import { z } from 'zod';
import { printableText } from '../../validation/printable-text.ts';
import { type AdminEndpoint, defineAdminEndpoint, ignored } from './endpoint.ts';
import { auditEntrySchema, pageLimitField } from './schemas.ts';

const dayMs = 86_400_000;
const timePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

const timeField = z
  .string()
  .max(40)
  .refine((text) => timePattern.test(text) && !Number.isNaN(Date.parse(text)), {
    error: 'is not a time such as 2026-05-01 or 2026-05-01T18:00:00Z',
  });

/** The end of a period: a day is included as a whole. */
const parseEnd = (text: string): number => Date.parse(text) + (text.includes('T') ? 1 : dayMs);

/** The record of changes by administrators. */
export const auditEndpoints: readonly AdminEndpoint[] = [
  defineAdminEndpoint({
    operationId: 'listAuditEntries',
    method: 'GET',
    path: '/audit',
    summary: 'List changes by administrators, the newest first',
    description:
      'Every change through the admin API and by the first start of the service. Entries are kept forever.',
    status: 200,
    errors: [],
    query: z.object({
      from: timeField
        .optional()
        .describe('First time (ISO 8601), such as 2026-05-01; default: the beginning'),
      to: timeField.optional().describe('Last time or day (ISO 8601), included; default: now'),
      action: printableText(1, 50).optional().describe('Only this kind of change, such as `key.update`'),
      target: printableText(1, 200)
        .optional()
        .describe('Only changes of this account, key or model, by its id'),
      before: z.coerce.number().int().min(1).optional().describe('Id of the last entry of the previous page'),
      limit: pageLimitField,
    }),
    body: ignored,
    response: z.object({ entries: z.array(auditEntrySchema) }),
    handle: async ({ query }, { audit }) => ({
      entries: await audit.list({
        ...query,
        from: query.from === undefined ? undefined : Date.parse(query.from),
        to: query.to === undefined ? undefined : parseEnd(query.to),
        before: query.before ?? Number.MAX_SAFE_INTEGER,
      }),
    }),
  }),
];
