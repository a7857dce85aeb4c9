import { z } from 'zod';
import { type AdminEndpoint, defineAdminEndpoint, ignored } from './endpoint.ts';
import {
  apiKeySchema,
  creditsMax,
  hasChange,
  issuedApiKeySchema,
  nameField,
  noChange,
  pageQuery,
  resourceIdField,
} from './schemas.ts';

const ratePerMinuteMax = 1_000_000;
const daySeconds = 86_400;

/** The settings of a key that can be changed later. */
const keyFields = (scopes: readonly string[]) => ({
  name: nameField.describe('Name of the key'),
  scopes: z
    .array(z.enum(['*', ...scopes]))
    .min(1)
    .describe('Operations that the key may call; `*` for all'),
  expiresAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .describe('Expiration time (ISO 8601); null for none'),
  ratePerMinute: z
    .int()
    .min(1)
    .max(ratePerMinuteMax)
    .nullable()
    .describe('Maximum requests per minute; null for the default'),
  budget: z
    .int()
    .min(0)
    .max(creditsMax)
    .nullable()
    .describe('Maximum credits that the key may spend; null for no limit'),
});

const keyCreationBody = (scopes: readonly string[]) => {
  const fields = keyFields(scopes);
  return z.strictObject({
    accountId: resourceIdField.describe('Account that pays for requests with the key'),
    name: fields.name,
    scopes: fields.scopes.default(['*']),
    expiresAt: fields.expiresAt.default(null),
    ratePerMinute: fields.ratePerMinute.default(null),
    budget: fields.budget.default(null),
  });
};

const keyCreationEndpoint = (scopes: readonly string[]): AdminEndpoint =>
  defineAdminEndpoint({
    operationId: 'createKey',
    method: 'POST',
    path: '/keys',
    summary: 'Create an API key',
    description: 'The response contains the key itself, which is not stored and cannot be shown again.',
    status: 201,
    errors: ['not_found'],
    query: ignored,
    body: keyCreationBody(scopes),
    response: z.object({ key: issuedApiKeySchema }),
    handle: async ({ body: { expiresAt, ...input }, origin }, { keys }) => ({
      key: await keys.create(
        { ...input, expiresAt: expiresAt === null ? null : Date.parse(expiresAt) },
        origin,
      ),
    }),
  });

const keyUpdateEndpoint = (scopes: readonly string[]): AdminEndpoint =>
  defineAdminEndpoint({
    operationId: 'updateKey',
    method: 'PATCH',
    path: '/keys/:id',
    summary: 'Change settings of an API key',
    description:
      'Fields that are missing stay as they are; null removes a limit. The budget is that of the key and of all keys that it was rotated from or to. Takes effect at once on this node, within 2 seconds on others.',
    status: 200,
    errors: ['not_found', 'conflict'],
    query: ignored,
    body: z.strictObject(keyFields(scopes)).partial().refine(hasChange, noChange),
    response: z.object({ key: apiKeySchema }),
    handle: async ({ id, body: { expiresAt, ...changes }, origin }, { keys }) => ({
      key: await keys.update(
        id,
        { ...changes, expiresAt: typeof expiresAt === 'string' ? Date.parse(expiresAt) : expiresAt },
        origin,
      ),
    }),
  });

const otherKeyEndpoints: readonly AdminEndpoint[] = [
  defineAdminEndpoint({
    operationId: 'listKeys',
    method: 'GET',
    path: '/keys',
    summary: 'List API keys, ordered by id',
    status: 200,
    errors: [],
    query: pageQuery.extend({
      accountId: resourceIdField.optional().describe('Returns only the keys of this account'),
    }),
    body: ignored,
    response: z.object({ keys: z.array(apiKeySchema) }),
    handle: async ({ query }, { keys }) => ({
      keys: await keys.list(query.accountId ?? null, query.after, query.limit),
    }),
  }),
  defineAdminEndpoint({
    operationId: 'getKey',
    method: 'GET',
    path: '/keys/:id',
    summary: 'Get an API key',
    status: 200,
    errors: ['not_found'],
    query: ignored,
    body: ignored,
    response: z.object({ key: apiKeySchema }),
    handle: async ({ id }, { keys }) => ({ key: await keys.find(id) }),
  }),
  defineAdminEndpoint({
    operationId: 'revokeKey',
    method: 'DELETE',
    path: '/keys/:id',
    summary: 'Revoke an API key',
    description: 'Takes effect immediately. Revoking a key again changes nothing.',
    status: 200,
    errors: ['not_found'],
    query: ignored,
    body: ignored,
    response: z.object({ key: apiKeySchema }),
    handle: async ({ id, origin }, { keys }) => ({ key: await keys.revoke(id, origin) }),
  }),
  defineAdminEndpoint({
    operationId: 'rotateKey',
    method: 'POST',
    path: '/keys/:id/rotate',
    summary: 'Replace an API key by a new one',
    description: 'Both keys are valid until the overlap ends, and share one budget.',
    status: 201,
    errors: ['not_found', 'conflict'],
    query: ignored,
    body: z.strictObject({
      overlapSeconds: z
        .int()
        .min(0)
        .max(365 * daySeconds)
        .default(daySeconds)
        .describe('Seconds until the old key is revoked'),
    }),
    response: z.object({ key: issuedApiKeySchema }),
    handle: async ({ id, body, origin }, { keys }) => ({
      key: await keys.rotate(id, body.overlapSeconds * 1000, origin),
    }),
  }),
];

/**
 * API keys.
 *
 * @param scopes names of the operations that a key can be limited to
 */
export const createKeyEndpoints = (scopes: readonly string[]): readonly AdminEndpoint[] => [
  keyCreationEndpoint(scopes),
  keyUpdateEndpoint(scopes),
  ...otherKeyEndpoints,
];
