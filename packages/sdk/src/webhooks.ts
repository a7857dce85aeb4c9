import { type QuernResponse, type StoredResultOptions, sendForData } from './call-operation.ts';
import type { ClientConfig } from './client-config.ts';
import { encodePathSegment } from './encode-path-segment.ts';
import type { CreatedWebhook, Webhook, WebhookDelivery } from './generated/operation-types.ts';
import { toQueryString } from './query-string.ts';

/** Which deliveries to list. */
export interface DeliveryFilter {
  readonly status?: WebhookDelivery['status'] | undefined;
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** 1 to 1000; default 100. */
  readonly limit?: number | undefined;
}

/** A page of deliveries, the newest first. */
export interface DeliveryPage {
  readonly deliveries: readonly WebhookDelivery[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/**
 * Addresses that receive the ends of jobs and batches. Events are signed as Standard Webhooks are, so that their libraries
 * verify them. The methods need a key for all operations, and throw QuernError.
 */
export interface Webhooks {
  /** Creates a webhook; its secret is returned only here. Without `events`, it receives all. */
  readonly create: (
    webhook: { readonly url: string; readonly events?: readonly Webhook['events'][number][] | undefined },
    options?: StoredResultOptions,
  ) => Promise<QuernResponse<CreatedWebhook>>;
  readonly list: (
    options?: StoredResultOptions,
  ) => Promise<QuernResponse<{ readonly webhooks: readonly Webhook[] }>>;
  readonly get: (id: string, options?: StoredResultOptions) => Promise<QuernResponse<Webhook>>;
  /** Deletes a webhook with its deliveries. */
  readonly delete: (id: string, options?: StoredResultOptions) => Promise<QuernResponse<Webhook>>;
  /** Sends the event `webhook.test` at once, and returns how the address responded. */
  readonly test: (id: string, options?: StoredResultOptions) => Promise<QuernResponse<WebhookDelivery>>;
  /** Replaces the secret. Both sign for `overlapSeconds`, by default a day. */
  readonly rotate: (
    id: string,
    options?: StoredResultOptions & { readonly overlapSeconds?: number | undefined },
  ) => Promise<QuernResponse<{ readonly secret: string }>>;
  /** Stops sending events to a webhook until it is enabled. */
  readonly disable: (id: string, options?: StoredResultOptions) => Promise<QuernResponse<Webhook>>;
  /** Enables a webhook that was disabled, on request or because it had failed for five days. */
  readonly enable: (id: string, options?: StoredResultOptions) => Promise<QuernResponse<Webhook>>;
  readonly deliveries: (
    id: string,
    filter?: DeliveryFilter,
    options?: StoredResultOptions,
  ) => Promise<QuernResponse<DeliveryPage>>;
  /** Sends failed deliveries since a time (milliseconds since the epoch), and before `to`, again; returns their number. */
  readonly replay: (
    id: string,
    from: number,
    options?: StoredResultOptions & { readonly to?: number | undefined },
  ) => Promise<QuernResponse<{ readonly count: number }>>;
}

/** Creates the methods for a service. */
export function createWebhooks(config: ClientConfig): Webhooks {
  const send = <Data>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { requestId, signal }: StoredResultOptions = {},
    body?: object,
  ): Promise<QuernResponse<Data>> =>
    sendForData(config, {
      method,
      path: `/v0/webhooks${path}`,
      headers: requestId === undefined ? {} : { 'x-request-id': requestId },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A repeated POST would create, rotate or send a second time.
      retrySafety: method === 'POST' ? 'unsafe' : 'safe',
      signal,
    });
  const pathOf = (id: string, action = ''): string => `/${encodePathSegment(id)}${action}`;
  return {
    create: (webhook, options) => send('POST', '', options, webhook),
    list: (options) => send('GET', '', options),
    get: async (id, options) => send('GET', pathOf(id), options),
    delete: async (id, options) => send('DELETE', pathOf(id), options),
    test: async (id, options) => send('POST', pathOf(id, '/test'), options, {}),
    rotate: async (id, { overlapSeconds, ...options } = {}) =>
      send('POST', pathOf(id, '/rotate'), options, { overlapSeconds }),
    disable: async (id, options) => send('POST', pathOf(id, '/disable'), options, {}),
    enable: async (id, options) => send('POST', pathOf(id, '/enable'), options, {}),
    deliveries: async (id, filter = {}, options = {}) =>
      send('GET', pathOf(id, `/deliveries${toQueryString({ ...filter })}`), options),
    replay: async (id, from, { to, ...options } = {}) =>
      send('POST', pathOf(id, '/replay'), options, { from, to }),
  };
}
