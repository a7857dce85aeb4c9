import { integer, integerOrNull, text, textOrNull } from '../driver/columns.ts';
import type { Row } from '../driver/driver.ts';

/** The events that a webhook can receive. `webhook.test` is sent on request only. */
export const webhookEvents = [
  'job.succeeded',
  'job.failed',
  'job.canceled',
  'batch.ended',
  'batch.canceled',
  'webhook.disabled',
] as const;
/** See `webhookEvents`. */
export type WebhookEvent = (typeof webhookEvents)[number];

/** A webhook: an address that receives the events of an account. */
export interface Webhook {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  /** The events that it receives; all if it is empty. */
  readonly events: readonly WebhookEvent[];
  /** `whsec_` and the key in Base64. */
  readonly secret: string;
  /** The secret before a rotation, which signs as well until `oldSecretUntil`. */
  readonly oldSecret: string | null;
  readonly oldSecretUntil: number | null;
  /** Time of the first of the failures in a row, ms since the epoch; null after a success. */
  readonly failingSince: number | null;
  /** When it was disabled: on request, or because it had failed for too long. */
  readonly disabledAt: number | null;
  readonly createdAt: number;
}

/** The states of a delivery. */
export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const;
/** See `deliveryStatuses`. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** An event that is sent to a webhook until it is accepted, or has failed for a day. */
export interface Delivery {
  /** The header `webhook-id`: equal for all attempts, and for all webhooks that receive the event. */
  readonly id: string;
  readonly webhookId: string;
  readonly event: string;
  /** The JSON that is sent. */
  readonly body: string;
  readonly status: DeliveryStatus;
  /** Number of attempts so far. */
  readonly attempts: number;
  /** Milliseconds since the epoch, as all times. */
  readonly nextAttemptAt: number;
  /** Status of the last response; null if there was none. */
  readonly responseStatus: number | null;
  /** Why the last attempt failed. */
  readonly error: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** Reads a row of the table `webhooks`. */
export const toWebhook = (row: Row): Webhook => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  url: text(row, 'url'),
  events: webhookEvents.filter((event) => text(row, 'events').split(',').includes(event)),
  secret: text(row, 'secret'),
  oldSecret: textOrNull(row, 'old_secret'),
  oldSecretUntil: integerOrNull(row, 'old_secret_until'),
  failingSince: integerOrNull(row, 'failing_since'),
  disabledAt: integerOrNull(row, 'disabled_at'),
  createdAt: integer(row, 'created_at'),
});

/** Reads a row of the table `deliveries`. */
export function toDelivery(row: Row): Delivery {
  const status = text(row, 'status');
  return {
    id: text(row, 'id'),
    webhookId: text(row, 'webhook_id'),
    event: text(row, 'event'),
    body: text(row, 'body'),
    status: deliveryStatuses.find((known) => known === status) ?? 'pending',
    attempts: integer(row, 'attempts'),
    nextAttemptAt: integer(row, 'next_attempt_at'),
    responseStatus: integerOrNull(row, 'response_status'),
    error: textOrNull(row, 'error'),
    createdAt: integer(row, 'created_at'),
    finishedAt: integerOrNull(row, 'finished_at'),
  };
}
