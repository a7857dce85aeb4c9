import { EngineError } from '@quern/runtime/engine-error';
import type { GuardedClient } from '@quern/web/fetch/guarded-client';
import { BackgroundLoop } from '../cluster/background-loop.ts';
import { createId } from '../ids/create-id.ts';
import type { Delivery, Webhook } from '../storage/webhooks/webhook.ts';
import type { DeliveryAttempt, WebhookStore } from '../storage/webhooks/webhook-store.ts';
import { signWebhook } from './sign-webhook.ts';
import { announceEnds, encodeEvent } from './webhook-announcer.ts';

/** The parts of a sender. */
export interface WebhookSenderOptions {
  readonly webhooks: WebhookStore;
  /** The only access to the network; rejects private addresses that are not allowed. */
  readonly web: Pick<GuardedClient, 'open'>;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
  /** How often deliveries that are due are looked for, ms. */
  readonly intervalMs?: number;
}

const intervalDefaultMs = 500;
const timeoutMs = 15_000;
/** A delivery whose node died is due again after this time, ms; more than an attempt takes. */
const leaseMs = 60_000;
const sentAtOnce = 16;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Pauses between the attempts, ms: about a day together. */
export const retryDelaysMs: readonly number[] = [
  5000,
  30_000,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  8 * hourMs,
];
/** A webhook all of whose attempts fail for this long is disabled, ms. */
const failingMaxMs = 5 * 24 * hourMs;
/** The receiver wants no further events (Standard Webhooks). */
const goneStatus = 410;
const errorLengthMax = 300;

/** Announces jobs and batches that have ended, and sends events until they are accepted or have failed for a day. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #stopping = new AbortController();
  #loop: BackgroundLoop | undefined;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** Starts to announce and to send. */
  start(): void {
    const { onError, intervalMs = intervalDefaultMs } = this.#options;
    this.#loop = new BackgroundLoop({ work: () => this.#work(), intervalMs, onError });
  }

  /** Stops. Events whose attempts are interrupted are sent again later. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop?.stop();
  }

  /** Makes one attempt at a delivery, and stores its result. */
  async attempt(delivery: Delivery): Promise<DeliveryAttempt> {
    const { webhooks, now } = this.#options;
    const webhook = await webhooks.find(delivery.webhookId);
    // It was deleted in the meantime, with its deliveries.
    if (webhook === undefined) return deletedAttempt(now());
    const { responseStatus, error } = await this.#send(webhook, delivery);
    const attempt = describeAttempt(delivery, { responseStatus, error, now: now() });
    await webhooks.recordAttempt(delivery, attempt);
    await this.#recordHealth(webhook, attempt);
    return attempt;
  }

  async #work(): Promise<void> {
    const { webhooks, now } = this.#options;
    while (!this.#stopping.signal.aborted) {
      const hasMore = await announceEnds(webhooks, now());
      const due = await webhooks.claimDue(now(), leaseMs, sentAtOnce);
      await Promise.all(due.map((delivery) => this.attempt(delivery)));
      if (!hasMore && due.length < sentAtOnce) return;
    }
  }

  async #send(
    { url, secret, oldSecret, oldSecretUntil }: Webhook,
    { id, body }: Delivery,
  ): Promise<{ responseStatus: number | null; error: string | null }> {
    const { web, now } = this.#options;
    const isOldValid = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now();
    const secrets = isOldValid ? [secret, oldSecret] : [secret];
    const message = { id, timestampSeconds: Math.floor(now() / 1000), body };
    try {
      const response = await web.open(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signWebhook(message, secrets) },
        body: Buffer.from(body),
        redirectsMax: 0,
        timeoutMs,
        accept: '*/*',
        signal: this.#stopping.signal,
      });
      await response.close();
      const isAccepted = response.status >= 200 && response.status < 300;
      return {
        responseStatus: response.status,
        error: isAccepted ? null : `the receiver responded with ${response.status}`,
      };
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return { responseStatus: null, error: error.message.slice(0, errorLengthMax) };
    }
  }

  /** Counts how long a webhook has been failing, and disables it after five days or if it is gone. */
  async #recordHealth(webhook: Webhook, { error, responseStatus, now }: DeliveryAttempt): Promise<void> {
    const { webhooks } = this.#options;
    const { id, accountId, url, failingSince } = webhook;
    if (error === null) {
      if (failingSince !== null) await webhooks.update(id, { failingSince: null });
      return;
    }
    const since = failingSince ?? now;
    if (responseStatus !== goneStatus && now - since < failingMaxMs) {
      if (failingSince === null) await webhooks.update(id, { failingSince: now });
      return;
    }
    await webhooks.update(id, { disabledAt: now });
    const event = 'webhook.disabled';
    const body = encodeEvent(event, now, { id, url, failingSince: since });
    await webhooks.createDeliveries({ id: createId('msg'), accountId, event, body, now, except: id });
  }
}

const deletedAttempt = (now: number): DeliveryAttempt => ({
  status: 'failed',
  nextAttemptAt: now,
  responseStatus: null,
  error: 'the webhook was deleted',
  now,
});

function describeAttempt(
  { attempts }: Delivery,
  { responseStatus, error, now }: Pick<DeliveryAttempt, 'responseStatus' | 'error' | 'now'>,
): DeliveryAttempt {
  const result = { responseStatus, error, now, nextAttemptAt: now };
  if (error === null) return { ...result, status: 'succeeded' };
  const delayMs = retryDelaysMs[attempts];
  if (delayMs === undefined) return { ...result, status: 'failed' };
  return { ...result, status: 'pending', nextAttemptAt: now + delayMs };
}
