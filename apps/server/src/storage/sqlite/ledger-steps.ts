import type { FinishOutcome, GrantOrder, ReserveOrder, ReserveOutcome, SettleOrder } from '../ledger.ts';
import type { Statements } from './statements.ts';

/**
 * The ledger's movements in SQLite. Each runs inside a savepoint of the worker's group transaction; an
 * outcome that is not a success leaves nothing behind because the worker rolls its savepoint back.
 */
const enter = `INSERT INTO entries (account_id, kind, debit, credit, amount, key_id, operation, request_id, note, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

export function reserve(sql: Statements, order: ReserveOrder): ReserveOutcome {
  const { accountId, amount, keyId, now } = order;
  const earlier = order.idempotency === undefined ? undefined : claim(sql, order, order.idempotency);
  if (earlier !== undefined) return earlier;
  const account = sql.get(
    'UPDATE accounts SET available = available - $1, held = held + $1 WHERE id = $2 AND available >= $1 RETURNING available',
    amount,
    accountId,
  );
  if (account === undefined) return { kind: 'insufficient', available: available(sql, accountId) };
  const charged = sql.run(
    'UPDATE keys SET spent = spent + $1, last_used_at = $2 WHERE id = $3 AND (budget IS NULL OR spent + $1 <= budget)',
    amount,
    now,
    keyId,
  );
  if (charged === 0) {
    const key = sql.get('SELECT budget, spent FROM keys WHERE id = $1', keyId);
    return { kind: 'over_budget', budget: Number(key?.['budget'] ?? 0), spent: Number(key?.['spent'] ?? 0) };
  }
  sql.run(
    `INSERT INTO reservations (id, account_id, key_id, node_id, amount, operation, request_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    order.reservationId,
    accountId,
    keyId,
    order.nodeId,
    amount,
    order.operation,
    order.requestId,
    now,
  );
  sql.run(
    enter,
    accountId,
    'reserve',
    'available',
    'held',
    amount,
    keyId,
    order.operation,
    order.requestId,
    null,
    now,
  );
  return { kind: 'reserved', available: Number(account['available']) };
}

function claim(
  sql: Statements,
  order: ReserveOrder,
  idempotency: NonNullable<ReserveOrder['idempotency']>,
): ReserveOutcome | undefined {
  const claimed = sql.run(
    `INSERT INTO idempotency (account_id, operation, idempotency_key, fingerprint, reservation_id, response, expires_at)
     VALUES ($1, $2, $3, $4, $5, NULL, $6)
     ON CONFLICT (account_id, operation, idempotency_key) DO UPDATE
       SET fingerprint = excluded.fingerprint, reservation_id = excluded.reservation_id, response = NULL,
           expires_at = excluded.expires_at
       WHERE idempotency.expires_at <= $7 AND idempotency.response IS NOT NULL`,
    order.accountId,
    order.operation,
    idempotency.key,
    idempotency.fingerprint,
    order.reservationId,
    idempotency.expiresAt,
    order.now,
  );
  if (claimed > 0) return undefined;
  const row = sql.get(
    'SELECT fingerprint, response FROM idempotency WHERE account_id = $1 AND operation = $2 AND idempotency_key = $3',
    order.accountId,
    order.operation,
    idempotency.key,
  );
  if (row?.['fingerprint'] !== idempotency.fingerprint) return { kind: 'idempotency_mismatch' };
  if (row['response'] === null) return { kind: 'idempotency_running' };
  return { kind: 'replay', response: String(row['response']), available: available(sql, order.accountId) };
}

export function settle(sql: Statements, order: SettleOrder): FinishOutcome {
  const finished = finish(sql, order.reservationId, order.now, 'settle');
  if (finished.kind === 'done' && order.response !== undefined) {
    sql.run(
      'UPDATE idempotency SET response = $1 WHERE reservation_id = $2',
      order.response,
      order.reservationId,
    );
  }
  return finished;
}

export function refund(sql: Statements, reservationId: string, now: number): FinishOutcome {
  const finished = finish(sql, reservationId, now, 'refund');
  if (finished.kind === 'done') sql.run('DELETE FROM idempotency WHERE reservation_id = $1', reservationId);
  return finished;
}

function finish(sql: Statements, id: string, now: number, kind: 'settle' | 'refund'): FinishOutcome {
  const held = sql.get(
    'DELETE FROM reservations WHERE id = $1 RETURNING account_id, key_id, amount, operation, request_id',
    id,
  );
  if (held === undefined) return { kind: 'gone' };
  const [amount, accountId] = [Number(held['amount']), String(held['account_id'])];
  const back = kind === 'refund' ? amount : 0;
  const account = sql.get(
    'UPDATE accounts SET held = held - $1, available = available + $2 WHERE id = $3 RETURNING available',
    amount,
    back,
    accountId,
  );
  if (back > 0) sql.run('UPDATE keys SET spent = spent - $1 WHERE id = $2', back, held['key_id'] ?? null);
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

export function grant(sql: Statements, order: GrantOrder): number | undefined {
  const account = sql.get(
    'UPDATE accounts SET available = available + $1 WHERE id = $2 AND available + $1 >= 0 RETURNING available',
    order.amount,
    order.accountId,
  );
  if (account === undefined) return undefined;
  const [kind, debit, credit] =
    order.amount < 0 ? ['revoke', 'available', 'issued'] : ['grant', 'issued', 'available'];
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

function available(sql: Statements, accountId: string): number {
  return Number(sql.get('SELECT available FROM accounts WHERE id = $1', accountId)?.['available'] ?? 0);
}
