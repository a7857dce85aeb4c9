import { integer, integerOrNull, text } from '../driver/columns.ts';
import type { Row, SqlValue } from '../driver/driver.ts';
import {
  availableMax,
  type FinishOutcome,
  type GrantRequest,
  type IdempotencyClaim,
  type JobSuccess,
  type ReserveOutcome,
  type ReserveRequest,
  type SettleRequest,
} from '../driver/ledger.ts';
import { readStoredBody, storedBodyColumns } from '../driver/stored-body.ts';
import { findJobRefusal, type JobEnd } from './job-end.ts';
import type { StatementCache } from './statement-cache.ts';

const insertEntrySql = `INSERT INTO entries
    (account_id, kind, debit, credit, amount, key_id, operation, request_id, note, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

interface EntryInput {
  readonly accountId: string;
  readonly kind: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: number;
  readonly keyId?: SqlValue;
  readonly operation?: SqlValue;
  readonly requestId?: SqlValue;
  readonly note?: string;
  readonly now: number;
}

type FinishedReservation =
  | { readonly kind: 'done'; readonly amount: number; readonly available: number }
  | { readonly kind: 'gone' | 'released' };

/** The row of a key that has the budget and the credits spent; the first one of a series of rotated keys. */
interface KeyBudget {
  readonly keyId: string;
  readonly budget: number | null;
  readonly spent: number;
}

/**
 * The ledger's movements in SQLite. They run in the worker's group transaction, one after the other, and read before
 * they write: an outcome other than success has changed nothing.
 */
export class SqliteLedger {
  readonly #statements: StatementCache;

  constructor(statements: StatementCache) {
    this.#statements = statements;
  }

  /** See `Ledger.reserve`. */
  reserve(request: ReserveRequest): ReserveOutcome {
    const { accountId, amount, keyId, idempotency } = request;
    const account = this.#statements.get(
      `SELECT a.available, k.budget_key_id, k.budget, k.spent
       FROM accounts a LEFT JOIN keys k ON k.id = $2 WHERE a.id = $1`,
      accountId,
      keyId,
    );
    const available = account === undefined ? 0 : integer(account, 'available');
    const prior = idempotency && this.#findPriorResponse(request, idempotency, available);
    if (prior !== undefined) return prior;
    if (account === undefined || available < amount) return { kind: 'insufficient', available };
    const keyBudget = this.#findBudget(keyId, account);
    const { budget, spent } = keyBudget;
    if (budget !== null && spent + amount > budget) return { kind: 'over_budget', budget, spent };
    this.#statements.run(
      'UPDATE accounts SET available = available - $1, held = held + $1 WHERE id = $2',
      amount,
      accountId,
    );
    this.#spend(request, keyBudget.keyId);
    this.#insertReservation(request);
    if (idempotency !== undefined) this.#claim(request, idempotency);
    return { kind: 'reserved', available: available - amount };
  }

  /** See `Ledger.settle`. */
  settle(request: SettleRequest): FinishOutcome {
    const { reservationId, now, response, job } = request;
    const jobRow = job && this.#findJob(job);
    const refusal = job && findJobRefusal(job, jobRow);
    if (refusal !== undefined) return refusal;
    const outcome = this.#finish(reservationId, now, 'settle');
    if (outcome.kind !== 'done') return outcome;
    if (response !== undefined) {
      this.#statements.run(
        'UPDATE idempotency SET response = $1, response_digest = $2 WHERE reservation_id = $3',
        ...storedBodyColumns(response),
        reservationId,
      );
    }
    if (job !== undefined)
      this.#endJob(job, { credits: outcome.amount, batchId: jobRow?.['batch_id'] ?? null, now });
    return { kind: 'done', available: outcome.available };
  }

  /** See `Ledger.refund`. */
  refund(reservationId: string, now: number): FinishOutcome {
    const outcome = this.#finish(reservationId, now, 'refund');
    if (outcome.kind !== 'done') return outcome;
    this.#statements.run('DELETE FROM idempotency WHERE reservation_id = $1', reservationId);
    return { kind: 'done', available: outcome.available };
  }

  /** See `Ledger.release`. */
  release(reservationId: string, now: number): FinishOutcome {
    const outcome = this.refund(reservationId, now);
    if (outcome.kind === 'done') {
      this.#statements.run('INSERT INTO released VALUES ($1, $2)', reservationId, now);
    }
    return outcome;
  }

  /** See `Ledger.grant`. */
  grant({ accountId, amount, note, now }: GrantRequest): number | undefined {
    const account = this.#statements.get(
      `UPDATE accounts SET available = available + $1
       WHERE id = $2 AND available + $1 BETWEEN 0 AND ${availableMax} RETURNING available`,
      amount,
      accountId,
    );
    if (account === undefined) return undefined;
    const movement =
      amount < 0
        ? { kind: 'revoke', debit: 'available', credit: 'issued', amount: -amount }
        : { kind: 'grant', debit: 'issued', credit: 'available', amount };
    this.#insertEntry({ accountId, ...movement, note, now });
    return integer(account, 'available');
  }

  /** Returns the outcome that an earlier request with the same idempotency key determines, if there is one. */
  #findPriorResponse(
    { accountId, operation, now }: ReserveRequest,
    idempotency: IdempotencyClaim,
    available: number,
  ): ReserveOutcome | undefined {
    const row = this.#statements.get(
      `SELECT fingerprint, response, response_digest FROM idempotency
       WHERE account_id = $1 AND operation = $2 AND idempotency_key = $3
         AND (response IS NULL AND response_digest IS NULL OR expires_at > $4)`,
      accountId,
      operation,
      idempotency.key,
      now,
    );
    if (row === undefined) return undefined;
    if (text(row, 'fingerprint') !== idempotency.fingerprint) return { kind: 'idempotency_mismatch' };
    const response = readStoredBody(row, 'response');
    return response === undefined ? { kind: 'idempotency_running' } : { kind: 'replay', response, available };
  }

  /** @param row has the columns `budget_key_id`, `budget` and `spent` of the key, null if the key does not exist */
  #findBudget(keyId: string, row: Row): KeyBudget {
    const budgetKeyId = row['budget_key_id'] === null ? keyId : text(row, 'budget_key_id');
    const shared =
      budgetKeyId === keyId
        ? row
        : this.#statements.get('SELECT budget, spent FROM keys WHERE id = $1', budgetKeyId);
    return {
      keyId: budgetKeyId,
      budget: shared === undefined ? null : integerOrNull(shared, 'budget'),
      spent: shared === undefined ? 0 : (integerOrNull(shared, 'spent') ?? 0),
    };
  }

  #spend({ amount, keyId, now }: ReserveRequest, budgetKeyId: string): void {
    if (budgetKeyId === keyId) {
      const sql = 'UPDATE keys SET spent = spent + $1, last_used_at = $2 WHERE id = $3';
      this.#statements.run(sql, amount, now, keyId);
      return;
    }
    this.#statements.run('UPDATE keys SET spent = spent + $1 WHERE id = $2', amount, budgetKeyId);
    this.#statements.run('UPDATE keys SET last_used_at = $1 WHERE id = $2', now, keyId);
  }

  #insertReservation(request: ReserveRequest): void {
    const { reservationId, accountId, keyId, nodeId, amount, operation, requestId, now } = request;
    this.#statements.run(
      `INSERT INTO reservations (id, account_id, key_id, node_id, amount, operation, request_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      reservationId,
      accountId,
      keyId,
      nodeId,
      amount,
      operation,
      requestId,
      now,
    );
    const movement = { kind: 'reserve', debit: 'available', credit: 'held' };
    this.#insertEntry({ accountId, ...movement, amount, keyId, operation, requestId, now });
  }

  #claim({ accountId, operation, reservationId }: ReserveRequest, idempotency: IdempotencyClaim): void {
    this.#statements.run(
      `INSERT OR REPLACE INTO idempotency
         (account_id, operation, idempotency_key, fingerprint, reservation_id, response, expires_at)
       VALUES ($1, $2, $3, $4, $5, NULL, $6)`,
      accountId,
      operation,
      idempotency.key,
      idempotency.fingerprint,
      reservationId,
      idempotency.expiresAt,
    );
  }

  #findJob({ id }: JobSuccess): Row | undefined {
    return this.#statements.get('SELECT status, attempt, batch_id FROM jobs WHERE id = $1', id);
  }

  #endJob({ id, result, expiresAt }: JobSuccess, { credits, batchId, now }: JobEnd): void {
    const batch =
      batchId === null
        ? undefined
        : this.#statements.get(
            `UPDATE batches SET ended = ended + 1, succeeded = succeeded + 1, credits = credits + $2
             WHERE id = $1 RETURNING ended`,
            batchId,
            credits,
          );
    this.#statements.run(
      `UPDATE jobs SET status = 'succeeded', result = $1, result_digest = $2, credits = $3, finished_at = $4,
         expires_at = $5, node_id = NULL, batch_order = $6 WHERE id = $7`,
      ...storedBodyColumns(result),
      credits,
      now,
      expiresAt,
      batch === undefined ? null : integer(batch, 'ended'),
      id,
    );
  }

  #finish(reservationId: string, now: number, kind: 'settle' | 'refund'): FinishedReservation {
    const reservation = this.#statements.get(
      'DELETE FROM reservations WHERE id = $1 RETURNING account_id, key_id, amount, operation, request_id',
      reservationId,
    );
    if (reservation === undefined) {
      const released = this.#statements.get(
        'SELECT 1 FROM released WHERE reservation_id = $1',
        reservationId,
      );
      return { kind: released === undefined ? 'gone' : 'released' };
    }
    const amount = integer(reservation, 'amount');
    const accountId = text(reservation, 'account_id');
    const keyId = text(reservation, 'key_id');
    const refunded = kind === 'refund' ? amount : 0;
    const account = this.#statements.get(
      'UPDATE accounts SET held = held - $1, available = available + $2 WHERE id = $3 RETURNING available',
      amount,
      refunded,
      accountId,
    );
    if (refunded > 0) {
      this.#statements.run(
        'UPDATE keys SET spent = spent - $1 WHERE id = (SELECT budget_key_id FROM keys WHERE id = $2)',
        refunded,
        keyId,
      );
    }
    this.#insertEntry({
      accountId,
      kind,
      debit: 'held',
      credit: kind === 'settle' ? 'spent' : 'available',
      amount,
      keyId,
      operation: text(reservation, 'operation'),
      requestId: text(reservation, 'request_id'),
      now,
    });
    return { kind: 'done', amount, available: account === undefined ? 0 : integer(account, 'available') };
  }

  #insertEntry(entry: EntryInput): void {
    this.#statements.run(
      insertEntrySql,
      entry.accountId,
      entry.kind,
      entry.debit,
      entry.credit,
      entry.amount,
      entry.keyId ?? null,
      entry.operation ?? null,
      entry.requestId ?? null,
      entry.note ?? null,
      entry.now,
    );
  }
}
