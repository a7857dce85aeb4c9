import type { Driver, SqlValue } from '../driver.ts';
import type { FinishOutcome, Ledger, ReserveOutcome, ReserveRequest } from '../ledger.ts';
import { openAccount } from '../open-account.ts';
import { readStoredResponse, storedResponseColumns } from '../stored-response.ts';

type Query = Driver['query'];

/**
 * The ledger's movements in PostgreSQL, each a single statement, so that a movement is whole or not there,
 * with no open transaction between two round trips. Rows are locked first (account, then key, then idempotency key:
 * always in this order, here and when a reservation ends), so what was checked still holds when it is changed.
 */
const reserveSql = `
WITH a AS (
  SELECT id FROM accounts WHERE id = $1 AND available >= $4::bigint FOR UPDATE
), k AS (
  SELECT id FROM keys
  WHERE id = (SELECT budget_key_id FROM keys WHERE id = $2) AND (budget IS NULL OR spent + $4::bigint <= budget)
    AND EXISTS (SELECT 1 FROM a)
  FOR UPDATE
), claim AS (
  INSERT INTO idempotency (account_id, operation, idempotency_key, fingerprint, reservation_id, response, expires_at)
  SELECT $1, $5, $9::text, $10::text, $3, NULL, $11::bigint FROM a, k WHERE $9::text IS NOT NULL
  ON CONFLICT (account_id, operation, idempotency_key) DO UPDATE
    SET fingerprint = excluded.fingerprint, reservation_id = excluded.reservation_id, response = NULL,
        response_digest = NULL, expires_at = excluded.expires_at
    WHERE idempotency.expires_at <= $8::bigint
      AND (idempotency.response IS NOT NULL OR idempotency.response_digest IS NOT NULL)
  RETURNING 1
), debit AS (
  UPDATE accounts SET available = available - $4::bigint, held = held + $4::bigint
  FROM a, k WHERE accounts.id = a.id AND ($9::text IS NULL OR EXISTS (SELECT 1 FROM claim))
  RETURNING accounts.available
), spend AS (
  UPDATE keys SET spent = spent + CASE WHEN keys.id = k.id THEN $4::bigint ELSE 0 END,
                  last_used_at = CASE WHEN keys.id = $2 THEN $8::bigint ELSE last_used_at END
  FROM k, debit WHERE keys.id = ANY (ARRAY[k.id, $2])
), reservation AS (
  INSERT INTO reservations (id, account_id, key_id, node_id, amount, operation, request_id, created_at)
  SELECT $3, $1, $2, $7, $4::bigint, $5, $6, $8::bigint FROM debit
), entry AS (
  INSERT INTO entries (account_id, kind, debit, credit, amount, key_id, operation, request_id, created_at)
  SELECT $1, 'reserve', 'available', 'held', $4::bigint, $2, $5, $6, $8::bigint FROM debit
)
SELECT available FROM debit`;

const whySql = `
SELECT a.available, b.budget, b.spent, i.fingerprint, i.response, i.response_digest, i.expires_at
FROM accounts a
LEFT JOIN keys k ON k.id = $2
LEFT JOIN keys b ON b.id = k.budget_key_id
LEFT JOIN idempotency i ON i.account_id = a.id AND i.operation = $3 AND i.idempotency_key = $4
  AND (i.response IS NULL AND i.response_digest IS NULL OR i.expires_at > $5::bigint)
WHERE a.id = $1`;

const finishSql = (kind: 'settle' | 'refund' | 'release'): string => `
WITH r AS (
  DELETE FROM reservations WHERE id = $1 RETURNING account_id, key_id, amount, operation, request_id
), a AS (
  UPDATE accounts SET held = held - r.amount${kind !== 'settle' ? ', available = available + r.amount' : ''}
  FROM r WHERE accounts.id = r.account_id RETURNING accounts.available
), ${
  kind !== 'settle'
    ? `k AS (UPDATE keys SET spent = spent - r.amount FROM r, a
             WHERE keys.id = (SELECT used.budget_key_id FROM keys used WHERE used.id = r.key_id) RETURNING keys.id),
       i AS (DELETE FROM idempotency USING a, k WHERE idempotency.reservation_id = $1)`
    : `i AS (UPDATE idempotency SET response = $3::text, response_digest = $4::text FROM a
            WHERE reservation_id = $1 AND ($3::text IS NOT NULL OR $4::text IS NOT NULL))`
}, e AS (
  INSERT INTO entries (account_id, kind, debit, credit, amount, key_id, operation, request_id, created_at)
  SELECT account_id, '${kind === 'settle' ? 'settle' : 'refund'}', 'held', '${kind === 'settle' ? 'spent' : 'available'}', amount, key_id, operation,
         request_id, $2::bigint FROM r
)${kind === 'release' ? ', t AS (INSERT INTO released SELECT $1, $2::bigint FROM r)' : ''}
SELECT available FROM a`;

const settleSql = finishSql('settle');
const refundSql = finishSql('refund');
const releaseSql = finishSql('release');

const grantSql = `
WITH a AS (
  UPDATE accounts SET available = available + $2::bigint WHERE id = $1 AND available + $2::bigint BETWEEN 0 AND 9000000000000000
  RETURNING available
), e AS (
  INSERT INTO entries (account_id, kind, debit, credit, amount, note, created_at)
  SELECT $1, CASE WHEN $2::bigint < 0 THEN 'revoke' ELSE $5::text END,
         CASE WHEN $2::bigint < 0 THEN 'available' ELSE 'issued' END,
         CASE WHEN $2::bigint < 0 THEN 'issued' ELSE 'available' END, abs($2::bigint), $3, $4::bigint FROM a
)
SELECT available FROM a`;

export function createPostgresLedger(query: Query, transaction: Driver['transaction']): Ledger {
  const finish = async (
    sql: string,
    reservationId: string,
    ...more: readonly SqlValue[]
  ): Promise<FinishOutcome> => {
    const [row] = await query(sql, [reservationId, ...more]);
    if (row !== undefined) return { kind: 'done', available: Number(row['available']) };
    const released = await query('SELECT 1 FROM released WHERE reservation_id = $1', [reservationId]);
    return { kind: released.length === 0 ? 'gone' : 'released' };
  };
  return {
    reserve: async (order) => {
      for (let attempt = 1; ; attempt += 1) {
        const [row] = await query(reserveSql, reserveParameters(order));
        if (row !== undefined) return { kind: 'reserved', available: Number(row['available']) };
        const refusal = await explainRefusal(query, order);
        if (refusal !== undefined) return refusal;
        if (attempt === reserveTries)
          return order.idempotency ? { kind: 'idempotency_running' } : unexplained();
      }
    },
    settle: (order) =>
      finish(settleSql, order.reservationId, order.now, ...storedResponseColumns(order.response)),
    refund: (reservationId, now) => finish(refundSql, reservationId, now),
    release: (reservationId, now) => finish(releaseSql, reservationId, now),
    openAccount: (order) => openAccount(transaction, order),
    grant: async (order) => {
      const [row] = await query(grantSql, [
        order.accountId,
        order.amount,
        order.note,
        order.now,
        order.opening ? 'opening' : 'grant',
      ]);
      return row === undefined ? undefined : Number(row['available']);
    },
  };
}

/** How often a reservation is tried whose reason to be refused is gone by the time it is looked for. */
const reserveTries = 4;

function unexplained(): never {
  throw new Error('a reservation was refused again and again without a reason');
}

function reserveParameters(order: ReserveRequest): SqlValue[] {
  const { idempotency } = order;
  return [
    order.accountId,
    order.keyId,
    order.reservationId,
    order.amount,
    order.operation,
    order.requestId,
    order.nodeId,
    order.now,
    idempotency?.key ?? null,
    idempotency?.fingerprint ?? null,
    idempotency?.expiresAt ?? null,
  ];
}

/** A refused reservation changed nothing; a second look tells why. `undefined`: by now nothing speaks against it. */
async function explainRefusal(query: Query, order: ReserveRequest): Promise<ReserveOutcome | undefined> {
  const parameters: SqlValue[] = [
    order.accountId,
    order.keyId,
    order.operation,
    order.idempotency?.key ?? null,
    order.now,
  ];
  const [row] = await query(whySql, parameters);
  if (row === undefined) return { kind: 'insufficient', available: 0 };
  const available = Number(row['available']);
  if (order.idempotency !== undefined && row['fingerprint'] !== null) {
    if (row['fingerprint'] !== order.idempotency.fingerprint) return { kind: 'idempotency_mismatch' };
    const response = readStoredResponse(row);
    return response === undefined ? { kind: 'idempotency_running' } : { kind: 'replay', response, available };
  }
  const [budget, spent] = [row['budget'], Number(row['spent'])];
  if (budget !== null && budget !== undefined && spent + order.amount > Number(budget)) {
    return { kind: 'over_budget', budget: Number(budget), spent };
  }
  return available < order.amount ? { kind: 'insufficient', available } : undefined;
}
