import { z } from 'zod';
import { type AdminEndpoint, defineAdminEndpoint, ignored } from './endpoint.ts';
import {
  apiKeySchema,
  creditsMax,
  issuedApiKeySchema,
  nameField,
  pageQuery,
  resourceIdField,
} from './schemas.ts';

const ratePerMinuteMax = 1_000_000;
const daySeconds = 86_400;

const keyCreationBody = (scopes: readonly string[]) =>
  z.strictObject({
    accountId: resourceIdField.describe('Account that pays for requests with the key'),
    name: nameField.describe('Name of the key'),
    scopes: z
      .array(z.enum(['*', ...scopes]))
      .min(1)
      .default(['*'])
      .describe('Operations that the key may call; `*` for all'),
    expiresAt: z.iso
      .datetime({ offset: true })
      .nullable()
      .default(null)
      .describe('Expiration time (ISO 8601); null for none'),
    ratePerMinute: z
      .int()
      .min(1)
      .max(ratePerMinuteMax)
      .nullable()
      .default(null)
      .describe('Maximum requests per minute; null for the default'),
    budget: z
      .int()
      .min(0)
      .max(creditsMax)
      .nullable()
      .default(null)
      .describe('Maximum credits that the key may spend; null for no limit'),
  });

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
    handle: async ({ body: { expiresAt, ...input } }, { keys }) => ({
      key: await keys.create({ ...input, expiresAt: expiresAt === null ? null : Date.parse(expiresAt) }),
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
    handle: async ({ id }, { keys }) => ({ key: await keys.revoke(id) }),
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
    handle: async ({ id, body }, { keys }) => ({ key: await keys.rotate(id, body.overlapSeconds * 1000) }),
  }),
];

/**
 * API keys.
 *
 * @param scopes names of the operations that a key can be limited to
 */
export const createKeyEndpoints = (scopes: readonly string[]): readonly AdminEndpoint[] => [
  keyCreationEndpoint(scopes),
  ...otherKeyEndpoints,
];
