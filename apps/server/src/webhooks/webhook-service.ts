import { quoteValue } from '../errors/quote-value.ts';
import { invalidParameters, ServiceError } from '../errors/service-error.ts';
import { createId } from '../ids/create-id.ts';
import { isResourceId } from '../ids/resource-id.ts';
import { readPage } from '../jobs/cursor.ts';
import { requireScope } from '../keys/require-scope.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import type { Delivery, DeliveryStatus, Webhook, WebhookEvent } from '../storage/webhooks/webhook.ts';
import type { WebhookStore } from '../storage/webhooks/webhook-store.ts';
import { createWebhookSecret } from './sign-webhook.ts';
import { encodeEvent } from './webhook-announcer.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** A webhook as clients see it. */
export interface WebhookDescription
  extends Pick<Webhook, 'id' | 'url' | 'events' | 'failingSince' | 'disabledAt' | 'createdAt'> {}

/** A page of deliveries, the newest first. */
export interface DeliveryPage {
  readonly deliveries: readonly Omit<Delivery, 'webhookId' | 'body'>[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** Dependencies of the webhook service. */
export interface WebhookServiceOptions {
  readonly webhooks: WebhookStore;
  readonly sender: Pick<WebhookSender, 'attempt'>;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
}

const webhooksPerAccountMax = 20;

/**
 * The webhooks of an account. They receive the events of all keys of the account, so only keys that may call all operations
 * can manage them. All methods throw ServiceError: `scope_denied`, and `not_found` for an unknown or foreign webhook.
 */
export class WebhookService {
  readonly #options: WebhookServiceOptions;

  constructor(options: WebhookServiceOptions) {
    this.#options = options;
  }

  /** Creates a webhook. @returns it with its secret, which is not shown again */
  async create(
    { url, events }: { readonly url: string; readonly events: readonly WebhookEvent[] },
    key: KeyRecord,
  ): Promise<WebhookDescription & { readonly secret: string }> {
    requireAllScopes(key);
    const { webhooks, now } = this.#options;
    if ((await webhooks.list(key.accountId)).length >= webhooksPerAccountMax) {
      throw invalidParameters(`an account has at most ${webhooksPerAccountMax} webhooks`);
    }
    const webhook: Webhook = {
      id: createId('wh'),
      accountId: key.accountId,
      url,
      events,
      secret: createWebhookSecret(),
      oldSecret: null,
      oldSecretUntil: null,
      failingSince: null,
      disabledAt: null,
      createdAt: now(),
    };
    await webhooks.insert(webhook);
    return { ...describe(webhook), secret: webhook.secret };
  }

  /** Lists the webhooks, the earliest first. */
  async list(key: KeyRecord): Promise<WebhookDescription[]> {
    requireAllScopes(key);
    return (await this.#options.webhooks.list(key.accountId)).map(describe);
  }

  async find(id: string, key: KeyRecord): Promise<WebhookDescription> {
    return describe(await this.#find(id, key));
  }

  /** Deletes a webhook with its deliveries. */
  async delete(id: string, key: KeyRecord): Promise<WebhookDescription> {
    const webhook = await this.#find(id, key);
    await this.#options.webhooks.delete(webhook.id);
    return describe(webhook);
  }

  /** Sends the event `webhook.test` at once. @returns the delivery with its result */
  async test(id: string, key: KeyRecord): Promise<DeliveryPage['deliveries'][number]> {
    const { webhooks, sender, now } = this.#options;
    const webhook = await this.#find(id, key);
    const event = 'webhook.test';
    const delivery: Delivery = {
      id: createId('msg'),
      webhookId: webhook.id,
      event,
      body: encodeEvent(event, now(), { id: webhook.id }),
      status: 'pending',
      attempts: 0,
      // The sender leaves it alone, unless this node dies.
      nextAttemptAt: now() + testLeaseMs,
      responseStatus: null,
      error: null,
      createdAt: now(),
      finishedAt: null,
    };
    await webhooks.createDelivery(delivery);
    const { now: at, ...attempt } = await sender.attempt(delivery);
    const finishedAt = attempt.status === 'pending' ? null : at;
    return describeDelivery({ ...delivery, ...attempt, attempts: 1, finishedAt });
  }

  /** Replaces the secret; the old one signs as well for some time. @returns the new secret */
  async rotate(id: string, overlapSeconds: number, key: KeyRecord): Promise<string> {
    const { webhooks, now } = this.#options;
    const { secret } = await this.#find(id, key);
    const next = createWebhookSecret();
    await webhooks.update(id, {
      secret: next,
      oldSecret: secret,
      oldSecretUntil: now() + overlapSeconds * 1000,
    });
    return next;
  }

  /** Enables a webhook that was disabled. */
  async enable(id: string, key: KeyRecord): Promise<WebhookDescription> {
    const webhook = await this.#find(id, key);
    const enabled = await this.#options.webhooks.update(id, { disabledAt: null, failingSince: null });
    return describe(enabled ?? webhook);
  }

  /** Stops sending events to a webhook until it is enabled. */
  async disable(id: string, key: KeyRecord): Promise<WebhookDescription> {
    const webhook = await this.#find(id, key);
    if (webhook.disabledAt !== null) return describe(webhook);
    const { webhooks, now } = this.#options;
    return describe((await webhooks.update(id, { disabledAt: now() })) ?? webhook);
  }

  /** Lists deliveries, the newest first. @throws ServiceError `invalid_parameters` if the cursor is malformed */
  async listDeliveries(
    id: string,
    {
      status,
      cursor,
      limit,
    }: { status?: DeliveryStatus | undefined; cursor?: string | undefined; limit: number },
    key: KeyRecord,
  ): Promise<DeliveryPage> {
    await this.#find(id, key);
    const { webhooks } = this.#options;
    const { items, nextCursor } = await readPage({ cursor, limit }, (after, count) =>
      webhooks.listDeliveries(id, { status, after, limit: count }),
    );
    return { deliveries: items.map(describeDelivery), nextCursor };
  }

  /** Sends failed deliveries again that were created in a period, ms since the epoch. @returns their number */
  async replay(
    id: string,
    { from, to = Number.MAX_SAFE_INTEGER }: { from: number; to?: number | undefined },
    key: KeyRecord,
  ): Promise<number> {
    const { webhooks, now } = this.#options;
    await this.#find(id, key);
    return webhooks.replay(id, { from, to }, now());
  }

  async #find(id: string, key: KeyRecord): Promise<Webhook> {
    requireAllScopes(key);
    const webhook = isResourceId(id) ? await this.#options.webhooks.find(id) : undefined;
    if (webhook?.accountId !== key.accountId) {
      throw new ServiceError('not_found', `there is no webhook ${quoteValue(id)}`);
    }
    return webhook;
  }
}

/** Longer than an attempt takes, ms. */
const testLeaseMs = 60_000;

/** No operation has this name, so only a key for all operations passes. */
const requireAllScopes = (key: KeyRecord): void => requireScope(key, 'webhooks');

const describe = ({ id, url, events, failingSince, disabledAt, createdAt }: Webhook): WebhookDescription => ({
  id,
  url,
  events,
  failingSince,
  disabledAt,
  createdAt,
});

function describeDelivery({ webhookId: _, body: __, ...delivery }: Delivery) {
  return delivery;
}
