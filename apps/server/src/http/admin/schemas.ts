import { z } from 'zod';
import { isResourceId } from '../../ids/resource-id.ts';
import { printableText } from '../../validation/printable-text.ts';

/** Maximum credits of one grant and of a key's budget, so that sums remain exact integers. */
export const creditsMax = 1e12;

/** A display name. */
export const nameField = printableText(1, 200, z.string().trim());

/** Whether the body of a PATCH has a field. */
export const hasChange = (body: object): boolean => Object.values(body).some((value) => value !== undefined);

/** The error of a PATCH without one. */
export const noChange = 'must have at least one field to change';

/** A comment on a ledger entry. */
export const noteField = printableText(0, 500);

/** The id of an account or a key. */
export const resourceIdField = z.string().refine(isResourceId, 'is not an id');

/** The maximum number of items of a page. */
export const pageLimitField = z.coerce
  .number()
  .int()
  .min(1)
  .max(1000)
  .default(100)
  .describe('Maximum number of items');

/** Query parameters of a list that is ordered by id. */
export const pageQuery = z.object({
  after: z
    .union([z.literal(''), resourceIdField], { error: 'is not an id' })
    .default('')
    .describe('Id of the last item of the previous page'),
  limit: pageLimitField,
});

const time = (description: string) =>
  z.int().describe(`${description}, in milliseconds since 1970-01-01 UTC`);
const credits = (description: string) => z.int().describe(description);

/** An account, as the API returns it. */
export const accountSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    available: credits('Credits that can be spent'),
    held: credits('Credits reserved by running requests'),
    disabledAt: time('Since when the keys of the account are refused').nullable(),
    createdAt: time('Creation time'),
  })
  .meta({ id: 'Account', description: 'An account that holds credits' });

/** A ledger entry, as the API returns it. */
export const ledgerEntrySchema = z
  .object({
    id: z.int(),
    kind: z.string().describe('Kind of the movement'),
    debit: z.string().describe('Bucket the credits were taken from'),
    credit: z.string().describe('Bucket the credits were added to'),
    amount: z.int().describe('Number of credits'),
    keyId: z.string().nullable(),
    operation: z.string().nullable(),
    requestId: z.string().nullable(),
    note: z.string().nullable(),
    createdAt: time('Creation time'),
  })
  .meta({ id: 'LedgerEntry', description: 'A movement of credits from one bucket of an account to another' });

/** An API key without its secret, as the API returns it. */
export const apiKeySchema = z
  .object({
    id: z.string(),
    accountId: z.string(),
    hint: z.string().describe('First and last characters of the key, to recognize it by'),
    name: z.string(),
    scopes: z.array(z.string()).describe('Names of the operations that the key may call; `*` for all'),
    expiresAt: time('Expiration time').nullable(),
    revokedAt: time('Time at which the key was revoked or, after a rotation, will be revoked').nullable(),
    ratePerMinute: z.int().nullable().describe('Maximum requests per minute; null for the default'),
    budget: z
      .int()
      .nullable()
      .describe('Maximum credits that the key, together with those it was rotated from or to, may spend'),
    spent: z.int().describe('Credits that count against the budget'),
    budgetKeyId: z
      .string()
      .describe(
        'The first key of its rotations, whose budget they share; its id if it is not the successor of another one',
      ),
    lastUsedAt: time('Time of the last request').nullable(),
    createdAt: time('Creation time'),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without its secret' });

/** A new API key with its secret, as the API returns it once. */
export const issuedApiKeySchema = apiKeySchema
  .extend({ key: z.string().describe('The key itself; it is shown only once and not stored') })
  .meta({ id: 'IssuedApiKey', description: 'A new API key with its secret' });

const auditValues = (description: string) =>
  z.record(z.string(), z.unknown()).nullable().describe(description);

/** A change by an administrator, as the API returns it. */
export const auditEntrySchema = z
  .object({
    id: z.int(),
    createdAt: time('Time of the change'),
    actor: z
      .string()
      .describe('Name of the token that was used: `admin`, or `bootstrap` for the first start'),
    action: z
      .string()
      .describe(
        'Kind of the change: `account.create`, `account.update`, `credits.grant`, `key.create`, `key.update`, `key.revoke`, `key.rotate`, `model.pull`, `model.verify` or `model.remove`',
      ),
    target: z.string().describe('Id of the account, key or model'),
    before: auditValues('Values before the change, without secrets; null if there were none'),
    after: auditValues('Values after the change, without secrets; null if there are none'),
    requestId: z.string().nullable().describe('Id of the request; null if there was none'),
  })
  .meta({ id: 'AuditEntry', description: 'A change by an administrator' });
