import { integer, text } from '../driver/columns.ts';
import type { Driver, SqlValue, Statement } from '../driver/driver.ts';
import { type Job, toJob } from '../jobs/job.ts';
import {
  type Delivery,
  type DeliveryStatus,
  toDelivery,
  toWebhook,
  type Webhook,
  type WebhookEvent,
} from './webhook.ts';

/** An event to deliver to the webhooks of an account. */
export interface AccountEvent {
  /** Equal for the same event, so that it is created once. */
  readonly id: string;
  readonly accountId: string;
  readonly event: WebhookEvent;
  /** The JSON that is sent. */
  readonly body: string;
  readonly now: number;
  /** A webhook that does not receive it. */
  readonly except?: string;
}

/** The result of an attempt. */
export interface DeliveryAttempt {
  readonly status: DeliveryStatus;
  /** When the next attempt is due, if the delivery is still pending. */
  readonly nextAttemptAt: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly now: number;
}

/** Where a list of deliveries continues. */
export interface DeliveryPosition {
  readonly createdAt: number;
  readonly id: string;
}

/** A batch that has ended, as far as its event describes it. */
export interface EndedBatch {
  readonly id: string;
  readonly accountId: string;
  readonly status: 'ended' | 'canceled';
  readonly finishedAt: number;
}

/** The changes of `update`. */
export type WebhookChange = Partial<
  Pick<Webhook, 'secret' | 'oldSecret' | 'oldSecretUntil' | 'failingSince' | 'disabledAt'>
>;

const columnsOfChanges = {
  secret: 'secret',
  oldSecret: 'old_secret',
  oldSecretUntil: 'old_secret_until',
  failingSince: 'failing_since',
  disabledAt: 'disabled_at',
} as const satisfies Record<keyof WebhookChange, string>;

/** Webhooks and their deliveries, in either database. */
export class WebhookStore {
  readonly #database: Pick<Driver, 'query' | 'transaction'>;

  constructor(database: Pick<Driver, 'query' | 'transaction'>) {
    this.#database = database;
  }

  async insert({ id, accountId, url, events, secret, createdAt }: Webhook): Promise<void> {
    await this.#database.query(
      'INSERT INTO webhooks (id, account_id, url, events, secret, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, accountId, url, events.join(','), secret, createdAt],
    );
  }

  /** Lists the webhooks of an account, the earliest first. */
  async list(accountId: string): Promise<Webhook[]> {
    const rows = await this.#database.query(
      'SELECT * FROM webhooks WHERE account_id = $1 ORDER BY created_at, id',
      [accountId],
    );
    return rows.map(toWebhook);
  }

  async find(id: string): Promise<Webhook | undefined> {
    const [row] = await this.#database.query('SELECT * FROM webhooks WHERE id = $1', [id]);
    return row && toWebhook(row);
  }

  /** Changes a webhook. @returns undefined if it does not exist */
  async update(id: string, change: WebhookChange): Promise<Webhook | undefined> {
    const parameters: SqlValue[] = [id];
    const assignments = Object.entries(change).map(([field, value]) => {
      const column = columnsOfChanges[field as keyof WebhookChange];
      return `${column} = $${parameters.push(value)}`;
    });
    const [row] = await this.#database.query(
      `UPDATE webhooks SET ${assignments.join(', ')} WHERE id = $1 RETURNING *`,
      parameters,
    );
    return row && toWebhook(row);
  }

  /** Deletes a webhook with its deliveries. */
  async delete(id: string): Promise<void> {
    await this.#database.transaction([
      { sql: 'DELETE FROM deliveries WHERE webhook_id = $1', parameters: [id] },
      { sql: 'DELETE FROM webhooks WHERE id = $1', parameters: [id] },
    ]);
  }

  /** Lists jobs that have ended and are to be announced, the earliest end first. */
  async listEndedJobs(limit: number): Promise<Job[]> {
    const rows = await this.#database.query(
      `SELECT * FROM jobs WHERE notify = 1 AND finished_at IS NOT NULL AND batch_id IS NULL
       ORDER BY finished_at LIMIT $1`,
      [limit],
    );
    return rows.map(toJob);
  }

  /** Lists batches that have ended and are to be announced, the earliest end first. */
  async listEndedBatches(limit: number): Promise<EndedBatch[]> {
    const rows = await this.#database.query(
      `SELECT id, account_id, status, finished_at FROM batches WHERE notify = 1 AND finished_at IS NOT NULL
       ORDER BY finished_at LIMIT $1`,
      [limit],
    );
    return rows.map((row) => ({
      id: text(row, 'id'),
      accountId: text(row, 'account_id'),
      status: text(row, 'status') === 'canceled' ? 'canceled' : 'ended',
      finishedAt: integer(row, 'finished_at'),
    }));
  }

  /** Creates the deliveries of the end of a job or a batch, once, and marks it as announced. */
  async announce(kind: 'jobs' | 'batches', id: string, event: AccountEvent): Promise<void> {
    await this.#database.transaction([
      { sql: `UPDATE ${kind} SET notify = 2 WHERE id = $1`, parameters: [id] },
      createStatement(event),
    ]);
  }

  /** Creates the deliveries of an event. */
  async createDeliveries(event: AccountEvent): Promise<void> {
    await this.#database.transaction([createStatement(event)]);
  }

  /** Creates a delivery to one webhook. */
  async createDelivery(delivery: Delivery): Promise<void> {
    const { id, webhookId, event, body, createdAt, nextAttemptAt } = delivery;
    await this.#database.query(
      `INSERT INTO deliveries (id, webhook_id, event, body, status, next_attempt_at, created_at)
       VALUES ($1, $2, $3, $4, 'pending', $5, $6)`,
      [id, webhookId, event, body, nextAttemptAt, createdAt],
    );
  }

  /**
   * Claims deliveries that are due, so that no other node sends them.
   *
   * @param leaseMs they are due again after this time, if this node dies
   */
  async claimDue(now: number, leaseMs: number, limit: number): Promise<Delivery[]> {
    const due = await this.#database.query(
      `SELECT d.webhook_id, d.id, d.next_attempt_at FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
       WHERE d.status = 'pending' AND d.next_attempt_at <= $1 AND w.disabled_at IS NULL
       ORDER BY d.next_attempt_at LIMIT $2`,
      [now, limit],
    );
    const claimed: Delivery[] = [];
    for (const row of due) {
      const [delivery] = await this.#database.query(
        `UPDATE deliveries SET next_attempt_at = $4
         WHERE webhook_id = $1 AND id = $2 AND next_attempt_at = $3 AND status = 'pending' RETURNING *`,
        [text(row, 'webhook_id'), text(row, 'id'), integer(row, 'next_attempt_at'), now + leaseMs],
      );
      if (delivery !== undefined) claimed.push(toDelivery(delivery));
    }
    return claimed;
  }

  /** Stores the result of an attempt. */
  async recordAttempt(
    { id, webhookId }: Pick<Delivery, 'id' | 'webhookId'>,
    { status, nextAttemptAt, responseStatus, error, now }: DeliveryAttempt,
  ): Promise<void> {
    await this.#database.query(
      `UPDATE deliveries SET status = $3, attempts = attempts + 1, next_attempt_at = $4, response_status = $5,
         error = $6, finished_at = $7 WHERE webhook_id = $1 AND id = $2`,
      [webhookId, id, status, nextAttemptAt, responseStatus, error, status === 'pending' ? null : now],
    );
  }

  /** Lists the deliveries of a webhook, the newest first. */
  async listDeliveries(
    webhookId: string,
    {
      status,
      after,
      limit,
    }: { status?: DeliveryStatus | undefined; after?: DeliveryPosition | undefined; limit: number },
  ): Promise<Delivery[]> {
    const parameters: SqlValue[] = [webhookId, after?.createdAt ?? Number.MAX_SAFE_INTEGER, after?.id ?? ''];
    const add = (value: SqlValue): string => `$${parameters.push(value)}`;
    const byStatus = status === undefined ? '' : `AND status = ${add(status)}`;
    const rows = await this.#database.query(
      `SELECT * FROM deliveries WHERE webhook_id = $1 ${byStatus}
         AND (created_at < $2 OR created_at = $2 AND id < $3)
       ORDER BY created_at DESC, id DESC LIMIT ${add(limit)}`,
      parameters,
    );
    return rows.map(toDelivery);
  }

  /**
   * Makes the failed deliveries of a webhook that were created in a period due again.
   *
   * @param period `from` is included, `to` is not; ms since the epoch
   * @returns their number
   */
  async replay(
    webhookId: string,
    { from, to }: { readonly from: number; readonly to: number },
    now: number,
  ): Promise<number> {
    const rows = await this.#database.query(
      `UPDATE deliveries SET status = 'pending', attempts = 0, next_attempt_at = $3, finished_at = NULL
       WHERE webhook_id = $1 AND status = 'failed' AND created_at >= $2 AND created_at < $4 RETURNING id`,
      [webhookId, from, now, to],
    );
    return rows.length;
  }

  /** Deletes deliveries that ended before a time. */
  async sweep(endedBefore: number): Promise<void> {
    await this.#database.query('DELETE FROM deliveries WHERE finished_at <= $1', [endedBefore]);
  }
}

function createStatement({ id, accountId, event, body, now, except = '' }: AccountEvent): Statement {
  return {
    sql: `INSERT INTO deliveries (id, webhook_id, event, body, status, next_attempt_at, created_at)
          SELECT CAST($1 AS TEXT), id, CAST($3 AS TEXT), CAST($4 AS TEXT), 'pending', CAST($5 AS BIGINT),
            CAST($5 AS BIGINT)
          FROM webhooks
          WHERE account_id = $2 AND disabled_at IS NULL AND id <> $6
            AND (events = '' OR ',' || events || ',' LIKE '%,' || $3 || ',%')
          ON CONFLICT (webhook_id, id) DO NOTHING`,
    parameters: [id, accountId, event, body, now, except],
  };
}
