import type {
  FinishOutcome,
  GrantRequest,
  IdempotencyClaim,
  ReserveOutcome,
  ReserveRequest,
  SettleRequest,
} from '../ledger.ts';
import { readStoredResponse, storedResponseColumns } from '../stored-response.ts';
import type { StatementCache } from './statement-cache.ts';

/**
 * The ledger's movements in SQLite. They run inside the worker's group transaction, one after the other, and
 * look before they write: an outcome that is not a success has changed nothing.
 */
const enter = `INSERT INTO entries (account_id, kind, debit, credit, amount, key_id, operation, request_id, note, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

export function reserve(sql: StatementCache, order: ReserveRequest): ReserveOutcome {
  const { accountId, amount, keyId, now, operation, requestId, idempotency } = order;
  const found = sql.get(
    `SELECT a.available, k.budget_key_id, k.budget, k.spent
     FROM accounts a LEFT JOIN keys k ON k.id = $2 WHERE a.id = $1`,
    accountId,
    keyId,
  );
  const available = Number(found?.['available'] ?? 0);
  const earlier = idempotency && earlierAnswer(sql, order, idempotency, available);
  if (earlier !== undefined) return earlier;
  if (found === undefined || available < amount) return { kind: 'insufficient', available };
  // A key made by rotation has its budget in the row of the first one.
  const budgetKeyId = found['budget_key_id'] ?? keyId;
  const shared =
    budgetKeyId === keyId ? found : sql.get('SELECT budget, spent FROM keys WHERE id = $1', budgetKeyId);
  const budget = shared?.['budget'];
  const spent = Number(shared?.['spent'] ?? 0);
  if (budget !== null && budget !== undefined && spent + amount > Number(budget)) {
    return { kind: 'over_budget', budget: Number(budget), spent };
  }
  sql.run(
    'UPDATE accounts SET available = available - $1, held = held + $1 WHERE id = $2',
    amount,
    accountId,
  );
  if (budgetKeyId === keyId) {
    sql.run('UPDATE keys SET spent = spent + $1, last_used_at = $2 WHERE id = $3', amount, now, keyId);
  } else {
    sql.run('UPDATE keys SET spent = spent + $1 WHERE id = $2', amount, budgetKeyId);
    sql.run('UPDATE keys SET last_used_at = $1 WHERE id = $2', now, keyId);
  }
  sql.run(
    `INSERT INTO reservations (id, account_id, key_id, node_id, amount, operation, request_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    order.reservationId,
    accountId,
    keyId,
    order.nodeId,
    amount,
    operation,
    requestId,
    now,
  );
  sql.run(enter, accountId, 'reserve', 'available', 'held', amount, keyId, operation, requestId, null, now);
  if (idempotency !== undefined) {
    sql.run(
      `INSERT OR REPLACE INTO idempotency
         (account_id, operation, idempotency_key, fingerprint, reservation_id, response, expires_at)
       VALUES ($1, $2, $3, $4, $5, NULL, $6)`,
      accountId,
      operation,
      idempotency.key,
      idempotency.fingerprint,
      order.reservationId,
      idempotency.expiresAt,
    );
  }
  return { kind: 'reserved', available: available - amount };
}

/** What an earlier request with the same idempotency key means for this one; undefined: nothing any more. */
function earlierAnswer(
  sql: StatementCache,
  order: ReserveRequest,
  idempotency: IdempotencyClaim,
  available: number,
): ReserveOutcome | undefined {
  const row = sql.get(
    `SELECT fingerprint, response, response_digest FROM idempotency WHERE account_id = $1 AND operation = $2 AND idempotency_key = $3
       AND (response IS NULL AND response_digest IS NULL OR expires_at > $4)`,
    order.accountId,
    order.operation,
    idempotency.key,
    order.now,
  );
  if (row === undefined) return undefined;
  if (row['fingerprint'] !== idempotency.fingerprint) return { kind: 'idempotency_mismatch' };
  const response = readStoredResponse(row);
  return response === undefined ? { kind: 'idempotency_running' } : { kind: 'replay', response, available };
}

export function settle(sql: StatementCache, order: SettleRequest): FinishOutcome {
  const finished = finish(sql, order.reservationId, order.now, 'settle');
  if (finished.kind === 'done' && order.response !== undefined) {
    sql.run(
      'UPDATE idempotency SET response = $1, response_digest = $2 WHERE reservation_id = $3',
      ...storedResponseColumns(order.response),
      order.reservationId,
    );
  }
  return finished;
}

export function refund(sql: StatementCache, reservationId: string, now: number): FinishOutcome {
  const finished = finish(sql, reservationId, now, 'refund');
  if (finished.kind === 'done') sql.run('DELETE FROM idempotency WHERE reservation_id = $1', reservationId);
  return finished;
}

/** Refunds a reservation of a node that is taken for dead, and records that it was taken from it. */
export function release(sql: StatementCache, reservationId: string, now: number): FinishOutcome {
  const finished = refund(sql, reservationId, now);
  if (finished.kind === 'done') sql.run('INSERT INTO released VALUES ($1, $2)', reservationId, now);
  return finished;
}

function finish(sql: StatementCache, id: string, now: number, kind: 'settle' | 'refund'): FinishOutcome {
  const held = sql.get(
    'DELETE FROM reservations WHERE id = $1 RETURNING account_id, key_id, amount, operation, request_id',
    id,
  );
  if (held === undefined) {
    const released = sql.get('SELECT 1 FROM released WHERE reservation_id = $1', id);
    return { kind: released === undefined ? 'gone' : 'released' };
  }
  const [amount, accountId] = [Number(held['amount']), String(held['account_id'])];
  const back = kind === 'refund' ? amount : 0;
  const account = sql.get(
    'UPDATE accounts SET held = held - $1, available = available + $2 WHERE id = $3 RETURNING available',
    amount,
    back,
    accountId,
  );
  if (back > 0) {
    sql.run(
      'UPDATE keys SET spent = spent - $1 WHERE id = (SELECT budget_key_id FROM keys WHERE id = $2)',
      back,
      held['key_id'] ?? null,
    );
  }
  sql.run(
    enter,
    accountId,
    kind,
    'held',
    kind === 'settle' ? 'spent' : 'available',
    amount,
    held['key_id'] ?? null,
    held['operation'] ?? null,
    held['request_id'] ?? null,
    null,
    now,
  );
  return { kind: 'done', available: Number(account?.['available'] ?? 0) };
}

export function grant(sql: StatementCache, order: GrantRequest): number | undefined {
  const account = sql.get(
    'UPDATE accounts SET available = available + $1 WHERE id = $2 AND available + $1 BETWEEN 0 AND 9000000000000000 RETURNING available',
    order.amount,
    order.accountId,
  );
  if (account === undefined) return undefined;
  const [kind, debit, credit] =
    order.amount < 0
      ? ['revoke', 'available', 'issued']
      : [order.opening ? 'opening' : 'grant', 'issued', 'available'];
  sql.run(
    enter,
    order.accountId,
    kind ?? null,
    debit ?? null,
    credit ?? null,
    Math.abs(order.amount),
    null,
    null,
    null,
    order.note,
    order.now,
  );
  return Number(account['available']);
}
