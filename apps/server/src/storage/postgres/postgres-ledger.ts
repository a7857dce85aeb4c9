import { auditParameters } from '../driver/audit-change.ts';
import { integer, integerOrNull, textOrNull } from '../driver/columns.ts';
import type { Driver, SqlValue } from '../driver/driver.ts';
import type {
  FinishOutcome,
  GrantRequest,
  JobSuccess,
  Ledger,
  OpenAccountRequest,
  ReserveOutcome,
  ReserveRequest,
  SettleRequest,
} from '../driver/ledger.ts';
import { openAccount } from '../driver/open-account.ts';
import { readStoredBody, storedBodyColumns } from '../driver/stored-body.ts';
import {
  auditedGrantSql,
  grantSql,
  refundSql,
  refusalReasonSql,
  releaseSql,
  reserveSql,
  settleJobSql,
  settleSql,
} from './ledger-sql.ts';

/** Attempts at a reservation whose reason to be refused has disappeared by the time it is looked up. */
const reserveAttemptsMax = 4;

/** The ledger in PostgreSQL; see ledger-sql.ts for its statements. */
export class PostgresLedger implements Ledger {
  readonly #database: Pick<Driver, 'query' | 'transaction'>;

  constructor(database: Pick<Driver, 'query' | 'transaction'>) {
    this.#database = database;
  }

  async reserve(request: ReserveRequest): Promise<ReserveOutcome> {
    for (let attempt = 1; attempt <= reserveAttemptsMax; attempt += 1) {
      const [row] = await this.#database.query(reserveSql, reserveParameters(request));
      if (row !== undefined) return { kind: 'reserved', available: integer(row, 'available') };
      const refusal = await this.#explainRefusal(request);
      if (refusal !== undefined) return refusal;
    }
    if (request.idempotency !== undefined) return { kind: 'idempotency_running' };
    throw new Error(`a reservation was refused ${reserveAttemptsMax} times without a reason`);
  }

  settle({ reservationId, now, response, job }: SettleRequest): Promise<FinishOutcome> {
    const parameters = [reservationId, now, ...storedBodyColumns(response)] as const;
    return job === undefined ? this.#finish(settleSql, parameters) : this.#settleJob(parameters, job);
  }

  refund(reservationId: string, now: number): Promise<FinishOutcome> {
    return this.#finish(refundSql, [reservationId, now]);
  }

  release(reservationId: string, now: number): Promise<FinishOutcome> {
    return this.#finish(releaseSql, [reservationId, now]);
  }

  openAccount(request: OpenAccountRequest): Promise<boolean> {
    return openAccount(this.#database, request);
  }

  async grant({ accountId, amount, note, now, audit }: GrantRequest): Promise<number | undefined> {
    const parameters = [accountId, amount, note, now];
    const [row] =
      audit === undefined
        ? await this.#database.query(grantSql, parameters)
        : await this.#database.query(auditedGrantSql, [...parameters, ...auditParameters(audit)]);
    return row && integer(row, 'available');
  }

  /** Looks up why a reservation was refused. @returns undefined if there is no reason any more */
  async #explainRefusal(request: ReserveRequest): Promise<ReserveOutcome | undefined> {
    const { accountId, keyId, operation, idempotency, now, amount } = request;
    const [row] = await this.#database.query(refusalReasonSql, [
      accountId,
      keyId,
      operation,
      idempotency?.key ?? null,
      now,
    ]);
    if (row === undefined) return { kind: 'insufficient', available: 0 };
    const available = integer(row, 'available');
    const fingerprint = textOrNull(row, 'fingerprint');
    if (idempotency !== undefined && fingerprint !== null) {
      if (fingerprint !== idempotency.fingerprint) return { kind: 'idempotency_mismatch' };
      const response = readStoredBody(row, 'response');
      return response === undefined
        ? { kind: 'idempotency_running' }
        : { kind: 'replay', response, available };
    }
    if (available < amount) return { kind: 'insufficient', available };
    const budget = integerOrNull(row, 'budget');
    const spent = integerOrNull(row, 'spent') ?? 0;
    return budget !== null && spent + amount > budget ? { kind: 'over_budget', budget, spent } : undefined;
  }

  async #settleJob(
    parameters: readonly [string, ...SqlValue[]],
    { id, attempt, result, expiresAt }: JobSuccess,
  ): Promise<FinishOutcome> {
    const jobParameters = [id, attempt, ...storedBodyColumns(result), expiresAt];
    const outcome = await this.#finish(settleJobSql, [...parameters, ...jobParameters]);
    if (outcome.kind !== 'gone') return outcome;
    // An earlier attempt at the same charge may have ended the job before its connection was lost.
    const rows = await this.#database.query(
      "SELECT 1 FROM jobs WHERE id = $1 AND attempt = $2 AND status IN ('running', 'succeeded')",
      [id, attempt],
    );
    return { kind: rows.length === 0 ? 'job_lost' : 'gone' };
  }

  async #finish(sql: string, parameters: readonly [string, ...SqlValue[]]): Promise<FinishOutcome> {
    const [row] = await this.#database.query(sql, parameters);
    if (row !== undefined) return { kind: 'done', available: integer(row, 'available') };
    const released = await this.#database.query('SELECT 1 FROM released WHERE reservation_id = $1', [
      parameters[0],
    ]);
    return { kind: released.length === 0 ? 'gone' : 'released' };
  }
}

function reserveParameters(request: ReserveRequest): SqlValue[] {
  const { idempotency } = request;
  return [
    request.accountId,
    request.keyId,
    request.reservationId,
    request.amount,
    request.operation,
    request.requestId,
    request.nodeId,
    request.now,
    idempotency?.key ?? null,
    idempotency?.fingerprint ?? null,
    idempotency?.expiresAt ?? null,
  ];
}
