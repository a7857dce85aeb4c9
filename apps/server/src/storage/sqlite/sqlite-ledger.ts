import { integer, text } from '../driver/columns.ts';
import type { Row } from '../driver/driver.ts';
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
import { type EntryKind, LedgerBuffer } from './ledger-buffer.ts';
import type { StatementCache } from './statement-cache.ts';

const entryKinds = {
  reserve: { kind: 'reserve', debit: 'available', credit: 'held' },
  settle: { kind: 'settle', debit: 'held', credit: 'spent' },
  refund: { kind: 'refund', debit: 'held', credit: 'available' },
  grant: { kind: 'grant', debit: 'issued', credit: 'available' },
  revoke: { kind: 'revoke', debit: 'available', credit: 'issued' },
} as const satisfies Record<string, EntryKind>;

type FinishedReservation =
  | { readonly kind: 'done'; readonly amount: number; readonly available: number }
  | { readonly kind: 'gone' | 'released' };

/**
 * The ledger's movements in SQLite. They run in the worker's group transaction, one after the other, and read before
 * they write: an outcome other than success has changed nothing. Call `flush` before COMMIT and before any other
 * statement of the transaction.
 */
export class SqliteLedger {
  readonly #statements: StatementCache;
  readonly #buffer: LedgerBuffer;

  constructor(statements: StatementCache) {
    this.#statements = statements;
    this.#buffer = new LedgerBuffer(statements);
  }

  /** Writes what the movements have changed. */
  flush(): void {
    this.#buffer.flush();
  }

  /** Call it when the transaction is committed. */
  commit(): void {
    this.#buffer.commit();
  }

  /** Call it when the transaction, or the command since the last `flush`, is undone. */
  discard(): void {
    this.#buffer.discard();
  }

  /** Whether a reservation is known to exist. */
  hasReservation(id: string): boolean {
    return this.#buffer.hasReservation(id);
  }

  /** See `Ledger.reserve`. Only an idempotency key makes it write before `flush`. */
  reserve(request: ReserveRequest): ReserveOutcome {
    const { accountId, amount, keyId, now, idempotency } = request;
    const account = this.#buffer.account(accountId);
    const available = account?.available ?? 0;
    const prior = idempotency && this.#findPriorResponse(request, idempotency, available);
    if (prior !== undefined) return prior;
    if (account === undefined || available < amount) return { kind: 'insufficient', available };
    const { budget, spent } = this.#buffer.budgetOf(keyId) ?? { budget: null, spent: 0 };
    if (budget !== null && spent + amount > budget) return { kind: 'over_budget', budget, spent };
    this.#buffer.changeAccount(accountId, -amount, amount);
    this.#buffer.changeSpent(keyId, amount);
    this.#buffer.setLastUse(keyId, now);
    this.#buffer.insertReservation(request);
    this.#buffer.insertEntry(entryKinds.reserve, request, now);
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
    this.flush();
    const account = this.#statements.get(
      `UPDATE accounts SET available = available + $1
       WHERE id = $2 AND available + $1 BETWEEN 0 AND ${availableMax} RETURNING available`,
      amount,
      accountId,
    );
    if (account === undefined) return undefined;
    const kind = amount < 0 ? entryKinds.revoke : entryKinds.grant;
    this.#buffer.insertEntry(kind, { accountId, amount: Math.abs(amount), note }, now);
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
    const reservation = this.#buffer.takeReservation(reservationId);
    if (reservation === undefined) {
      const released = this.#statements.get(
        'SELECT 1 FROM released WHERE reservation_id = $1',
        reservationId,
      );
      return { kind: released === undefined ? 'gone' : 'released' };
    }
    const { accountId, keyId, amount } = reservation;
    const refunded = kind === 'refund' ? amount : 0;
    const available = this.#buffer.changeAccount(accountId, refunded, -amount);
    if (refunded > 0) this.#buffer.changeSpent(keyId, -refunded);
    this.#buffer.insertEntry(entryKinds[kind], reservation, now);
    return { kind: 'done', amount, available };
  }
}
