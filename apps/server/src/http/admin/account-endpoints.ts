import { z } from 'zod';
import { type AdminEndpoint, defineAdminEndpoint, ignored } from './endpoint.ts';
import {
  accountSchema,
  creditsMax,
  hasChange,
  ledgerEntrySchema,
  nameField,
  noChange,
  noteField,
  pageLimitField,
  pageQuery,
} from './schemas.ts';

/** Accounts and their credits. */
export const accountEndpoints: readonly AdminEndpoint[] = [
  defineAdminEndpoint({
    operationId: 'createAccount',
    method: 'POST',
    path: '/accounts',
    summary: 'Create an account',
    status: 201,
    errors: [],
    query: ignored,
    body: z.strictObject({
      name: nameField.describe('Name of the account'),
      credits: z.int().min(0).max(creditsMax).default(0).describe('Initial credits'),
    }),
    response: z.object({ account: accountSchema }),
    handle: async ({ body, origin }, { accounts }) => ({
      account: await accounts.create(body.name, body.credits, origin),
    }),
  }),
  defineAdminEndpoint({
    operationId: 'listAccounts',
    method: 'GET',
    path: '/accounts',
    summary: 'List accounts, ordered by id',
    status: 200,
    errors: [],
    query: pageQuery,
    body: ignored,
    response: z.object({ accounts: z.array(accountSchema) }),
    handle: async ({ query }, { accounts }) => ({ accounts: await accounts.list(query.after, query.limit) }),
  }),
  defineAdminEndpoint({
    operationId: 'getAccount',
    method: 'GET',
    path: '/accounts/:id',
    summary: 'Get an account',
    status: 200,
    errors: ['not_found'],
    query: ignored,
    body: ignored,
    response: z.object({ account: accountSchema }),
    handle: async ({ id }, { accounts }) => ({ account: await accounts.find(id) }),
  }),
  defineAdminEndpoint({
    operationId: 'updateAccount',
    method: 'PATCH',
    path: '/accounts/:id',
    summary: 'Rename, disable or enable an account',
    description:
      'The keys of a disabled account are refused with `account_disabled`: at once by this node, within 2 seconds by others. Running requests and jobs end normally; waiting jobs fail when they would start.',
    status: 200,
    errors: ['not_found'],
    query: ignored,
    body: z
      .strictObject({
        name: nameField.optional().describe('Name of the account'),
        disabled: z.boolean().optional().describe('Whether the keys of the account are refused'),
      })
      .refine(hasChange, noChange),
    response: z.object({ account: accountSchema }),
    handle: async ({ id, body, origin }, { accounts }) => ({
      account: await accounts.update(id, body, origin),
    }),
  }),
  defineAdminEndpoint({
    operationId: 'grantCredits',
    method: 'POST',
    path: '/accounts/:id/credits',
    summary: 'Add credits to an account, or remove available credits',
    status: 200,
    errors: ['not_found', 'insufficient_credits'],
    query: ignored,
    body: z.strictObject({
      amount: z
        .int()
        .min(-creditsMax)
        .max(creditsMax)
        .refine((amount) => amount !== 0, 'must not be 0')
        .describe('Credits to add; a negative amount removes credits'),
      note: noteField.default('').describe('Comment, shown in the ledger entry'),
    }),
    response: z.object({ available: z.int().describe('Credits that can be spent after the change') }),
    handle: async ({ id, body, origin }, { accounts }) => ({
      available: await accounts.grant(id, body.amount, body.note, origin),
    }),
  }),
  defineAdminEndpoint({
    operationId: 'listEntries',
    method: 'GET',
    path: '/accounts/:id/entries',
    summary: 'List the ledger entries of an account, the newest first',
    status: 200,
    errors: ['not_found'],
    query: z.object({
      before: z.coerce.number().int().min(1).optional().describe('Id of the last entry of the previous page'),
      limit: pageLimitField,
    }),
    body: ignored,
    response: z.object({ entries: z.array(ledgerEntrySchema) }),
    handle: async ({ id, query }, { accounts }) => ({
      entries: await accounts.listEntries(id, query.before ?? Number.MAX_SAFE_INTEGER, query.limit),
    }),
  }),
];
