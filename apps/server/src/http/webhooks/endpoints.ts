import { z } from 'zod';
import { resultUrlField, urlField } from '../../operations/field-schemas.ts';
import { encodeResult, type ResponseBody, toBytes } from '../../pipeline/response/response-body.ts';
import { deliveryStatuses, webhookEvents } from '../../storage/webhooks/webhook.ts';
import type { WebhookService } from '../../webhooks/webhook-service.ts';
import { defineKeyEndpoint, type KeyEndpoint } from '../endpoints/key-endpoint.ts';

const emptyQuery = z.strictObject({});
const emptyBody = z.strictObject({});
const overlapMaxSeconds = 30 * 24 * 3600;

const time = (description: string) =>
  z.int().describe(`${description}, in milliseconds since 1970-01-01 UTC`);

const webhookFields = {
  id: z.string(),
  url: resultUrlField.describe('Address that receives the events'),
  events: z.array(z.enum(webhookEvents)).describe('Events that it receives; all if it is empty'),
  failingSince: time('Time of the first of the failures in a row').nullable(),
  disabledAt: time(
    'Time at which it was disabled: on request, or because it had failed for five days',
  ).nullable(),
  createdAt: time('Creation time'),
};

const webhookSchema = z
  .object(webhookFields)
  .meta({ id: 'Webhook', description: 'An address that receives the events of an account' });

const createdWebhookSchema = z
  .object({ ...webhookFields, secret: z.string().describe('Verifies signatures; it is shown only once') })
  .meta({ id: 'CreatedWebhook', description: 'A new webhook with its secret' });

const deliverySchema = z
  .object({
    id: z.string().describe('The header `webhook-id`, the same for all attempts'),
    event: z.string(),
    status: z.enum(deliveryStatuses),
    attempts: z.int().describe('Number of attempts so far'),
    nextAttemptAt: time('Time of the next attempt, if the delivery is pending'),
    responseStatus: z.int().nullable().describe('Status of the last response; null if there was none'),
    error: z.string().nullable().describe('Why the last attempt failed'),
    createdAt: time('Time of the event'),
    finishedAt: time('Time of the last attempt').nullable(),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event that is sent to a webhook' });

const encode = (data: object): ResponseBody => ({ kind: 'bytes', bytes: toBytes(encodeResult(data)) });

/** Properties that all endpoints of webhooks have. */
const common = { name: 'webhooks', query: emptyQuery } as const;

/** The endpoints of webhooks. */
export const webhookEndpoints: readonly KeyEndpoint<WebhookService>[] = [
  defineKeyEndpoint({
    ...common,
    operationId: 'createWebhook',
    method: 'POST',
    path: '/v0/webhooks',
    summary: 'Create a webhook',
    description:
      'Events are sent as POST requests that are signed as Standard Webhooks are, and repeated for a day until they are accepted. Requires a key for all operations.',
    status: 201,
    errors: ['invalid_url'],
    body: z.strictObject({
      url: urlField.describe('Address that receives the events'),
      events: z.array(z.enum(webhookEvents)).default([]).describe('Events to receive; default: all'),
    }),
    response: createdWebhookSchema,
    handle: async ({ body, key }, webhooks: WebhookService) => encode(await webhooks.create(body, key)),
  }),
  defineKeyEndpoint({
    ...common,
    operationId: 'listWebhooks',
    method: 'GET',
    path: '/v0/webhooks',
    summary: 'List webhooks',
    errors: [],
    response: z.object({ webhooks: z.array(webhookSchema) }),
    handle: async ({ key }, webhooks: WebhookService) => encode({ webhooks: await webhooks.list(key) }),
  }),
  defineKeyEndpoint({
    ...common,
    operationId: 'getWebhook',
    method: 'GET',
    path: '/v0/webhooks/:id',
    summary: 'Get a webhook',
    errors: ['not_found'],
    response: webhookSchema,
    handle: async ({ id, key }, webhooks: WebhookService) => encode(await webhooks.find(id, key)),
  }),
  defineKeyEndpoint({
    ...common,
    operationId: 'deleteWebhook',
    method: 'DELETE',
    path: '/v0/webhooks/:id',
    summary: 'Delete a webhook with its deliveries',
    errors: ['not_found'],
    response: webhookSchema,
    handle: async ({ id, key }, webhooks: WebhookService) => encode(await webhooks.delete(id, key)),
  }),
  defineKeyEndpoint({
    ...common,
    operationId: 'testWebhook',
    method: 'POST',
    path: '/v0/webhooks/:id/test',
    summary: 'Send the event webhook.test at once',
    errors: ['not_found'],
    body: emptyBody,
    response: deliverySchema,
    handle: async ({ id, key }, webhooks: WebhookService) => encode(await webhooks.test(id, key)),
  }),
  defineKeyEndpoint({
    ...common,
    operationId: 'rotateWebhookSecret',
    method: 'POST',
    path: '/v0/webhooks/:id/rotate',
    summary: 'Replace the secret of a webhook',
    errors: ['not_found'],
    body: z.strictObject({
      overlapSeconds: z
        .int()
        .min(0)
        .max(overlapMaxSeconds)
        .default(24 * 3600)
        .describe('How long the old secret signs as well'),
    }),
    response: z.object({ secret: z.string().describe('The new secret; it is shown only once') }),
    handle: async ({ id, body, key }, webhooks: WebhookService) =>
      encode({ secret: await webhooks.rotate(id, body.overlapSeconds, key) }),
  }),
  defineKeyEndpoint({
    ...common,
    operationId: 'enableWebhook',
    method: 'POST',
    path: '/v0/webhooks/:id/enable',
    summary: 'Enable a webhook that was disabled',
    errors: ['not_found'],
    body: emptyBody,
    response: webhookSchema,
    handle: async ({ id, key }, webhooks: WebhookService) => encode(await webhooks.enable(id, key)),
  }),
  defineKeyEndpoint({
    ...common,
    operationId: 'disableWebhook',
    method: 'POST',
    path: '/v0/webhooks/:id/disable',
    summary: 'Stop sending events to a webhook',
    description:
      'Deliveries that are pending wait until it is enabled again. Events in the meantime are not sent to it.',
    errors: ['not_found'],
    body: emptyBody,
    response: webhookSchema,
    handle: async ({ id, key }, webhooks: WebhookService) => encode(await webhooks.disable(id, key)),
  }),
  defineKeyEndpoint({
    ...common,
    operationId: 'listWebhookDeliveries',
    method: 'GET',
    path: '/v0/webhooks/:id/deliveries',
    summary: 'List the deliveries of a webhook, the newest first',
    errors: ['not_found', 'invalid_parameters'],
    query: z.strictObject({
      status: z.enum(deliveryStatuses).optional().describe('Only deliveries in this state'),
      cursor: z.string().max(300).optional().describe('The `nextCursor` of the previous page'),
      limit: z.coerce.number().int().min(1).max(1000).default(100).describe('Maximum number of deliveries'),
    }),
    response: z.object({
      deliveries: z.array(deliverySchema),
      nextCursor: z.string().nullable().describe('Cursor of the next page; null on the last one'),
    }),
    handle: async ({ id, query, key }, webhooks: WebhookService) =>
      encode(await webhooks.listDeliveries(id, query, key)),
  }),
  defineKeyEndpoint({
    ...common,
    operationId: 'replayWebhookDeliveries',
    method: 'POST',
    path: '/v0/webhooks/:id/replay',
    summary: 'Send failed deliveries again',
    errors: ['not_found'],
    body: z.strictObject({
      from: z.int().min(0).describe('Only deliveries since this time, in milliseconds since 1970-01-01 UTC'),
      to: z
        .int()
        .min(0)
        .optional()
        .describe('Only deliveries before this time, in milliseconds since 1970-01-01 UTC; default: all'),
    }),
    response: z.object({ count: z.int().describe('Number of deliveries that are sent again') }),
    handle: async ({ id, body, key }, webhooks: WebhookService) =>
      encode({ count: await webhooks.replay(id, body, key) }),
  }),
];
