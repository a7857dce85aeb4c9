import { auditColumns, auditValues } from '../driver/audit-change.ts';
import { availableMax } from '../driver/ledger.ts';

/**
 * The ledger's movements in PostgreSQL, each as a single statement: a movement is complete or absent, without an open
 * transaction between two round trips. Rows are locked in the same order everywhere (account, then key, then
 * idempotency key), here and when a reservation ends, so checks still hold when the rows are changed.
 */

/**
 * A reservation is not synced to the disk: its charge, which is, follows it in the log, and without a charge nothing has
 * happened. Parameters: account, key, reservation, amount, operation, request, node, now, idempotency key, fingerprint,
 * expiry.
 */
export const reserveSql = `
WITH unsynced AS MATERIALIZED (
  SELECT set_config('synchronous_commit', 'off', true)
), account AS (
  SELECT id FROM accounts, unsynced WHERE id = $1 AND available >= $4::bigint FOR UPDATE OF accounts
), budget_key AS (
  SELECT id FROM keys
  WHERE id = (SELECT budget_key_id FROM keys WHERE id = $2) AND (budget IS NULL OR spent + $4::bigint <= budget)
    AND EXISTS (SELECT 1 FROM account)
  FOR UPDATE
), claim AS (
  INSERT INTO idempotency (account_id, operation, idempotency_key, fingerprint, reservation_id, response, expires_at)
  SELECT $1, $5, $9::text, $10::text, $3, NULL, $11::bigint FROM account, budget_key WHERE $9::text IS NOT NULL
  ON CONFLICT (account_id, operation, idempotency_key) DO UPDATE
    SET fingerprint = excluded.fingerprint, reservation_id = excluded.reservation_id, response = NULL,
        response_digest = NULL, expires_at = excluded.expires_at
    WHERE idempotency.expires_at <= $8::bigint
      AND (idempotency.response IS NOT NULL OR idempotency.response_digest IS NOT NULL)
  RETURNING 1
), debit AS (
  UPDATE accounts SET available = available - $4::bigint, held = held + $4::bigint
  FROM account, budget_key
  WHERE accounts.id = account.id AND ($9::text IS NULL OR EXISTS (SELECT 1 FROM claim))
  RETURNING accounts.available
), spend AS (
  UPDATE keys SET spent = spent + CASE WHEN keys.id = budget_key.id THEN $4::bigint ELSE 0 END,
                  last_used_at = CASE WHEN keys.id = $2 THEN $8::bigint ELSE last_used_at END
  FROM budget_key, debit WHERE keys.id = ANY (ARRAY[budget_key.id, $2])
), reservation AS (
  INSERT INTO reservations (id, account_id, key_id, node_id, amount, operation, request_id, created_at)
  SELECT $3, $1, $2, $7, $4::bigint, $5, $6, $8::bigint FROM debit
), entry AS (
  INSERT INTO entries (account_id, kind, debit, credit, amount, key_id, operation, request_id, created_at)
  SELECT $1, 'reserve', 'available', 'held', $4::bigint, $2, $5, $6, $8::bigint FROM debit
)
SELECT available FROM debit`;

/** Selects everything that can refuse a reservation. Parameters: account, key, operation, idempotency key, now. */
export const refusalReasonSql = `
SELECT account.available, budget_key.budget, budget_key.spent,
  claim.fingerprint, claim.response, claim.response_digest, claim.expires_at
FROM accounts account
LEFT JOIN keys used_key ON used_key.id = $2
LEFT JOIN keys budget_key ON budget_key.id = used_key.budget_key_id
LEFT JOIN idempotency claim
  ON claim.account_id = account.id AND claim.operation = $3 AND claim.idempotency_key = $4
  AND (claim.response IS NULL AND claim.response_digest IS NULL OR claim.expires_at > $5::bigint)
WHERE account.id = $1`;

/** The changes of a charge. Parameters: reservation, now, response, response digest. */
const chargeCtes = `account AS (
  UPDATE accounts SET held = held - reservation.amount
  FROM reservation WHERE accounts.id = reservation.account_id RETURNING accounts.available
), claim AS (
  UPDATE idempotency SET response = $3::text, response_digest = $4::text FROM account
  WHERE reservation_id = $1 AND ($3::text IS NOT NULL OR $4::text IS NOT NULL)
), entry AS (
  INSERT INTO entries (account_id, kind, debit, credit, amount, key_id, operation, request_id, created_at)
  SELECT account_id, 'settle', 'held', 'spent', amount, key_id, operation, request_id, $2::bigint FROM reservation
)`;

/** Parameters: reservation, now, response, response digest. */
export const settleSql = `
WITH reservation AS (
  DELETE FROM reservations WHERE id = $1 RETURNING account_id, key_id, amount, operation, request_id
), ${chargeCtes}
SELECT available FROM account`;

/** Parameters: reservation, now, response, response digest, job, attempt, result, result digest, expiry of the job. */
export const settleJobSql = `
WITH job AS (
  SELECT id, batch_id FROM jobs WHERE id = $5 AND attempt = $6::bigint AND status = 'running' FOR UPDATE
), reservation AS (
  DELETE FROM reservations WHERE id = $1 AND EXISTS (SELECT 1 FROM job)
  RETURNING account_id, key_id, amount, operation, request_id
), batch AS (
  UPDATE batches SET ended = batches.ended + 1, succeeded = batches.succeeded + 1,
                     credits = batches.credits + reservation.amount
  FROM job, reservation WHERE batches.id = job.batch_id RETURNING batches.ended
), ended AS (
  UPDATE jobs SET status = 'succeeded', result = $7::text, result_digest = $8::text, credits = reservation.amount,
                  finished_at = $2::bigint, expires_at = $9::bigint, node_id = NULL,
                  batch_order = (SELECT batch.ended FROM batch)
  FROM job, reservation WHERE jobs.id = job.id
), ${chargeCtes}
SELECT available FROM account`;

const refundCtes = `
WITH reservation AS (
  DELETE FROM reservations WHERE id = $1 RETURNING account_id, key_id, amount, operation, request_id
), account AS (
  UPDATE accounts SET held = held - reservation.amount, available = available + reservation.amount
  FROM reservation WHERE accounts.id = reservation.account_id RETURNING accounts.available
), budget_key AS (
  UPDATE keys SET spent = spent - reservation.amount FROM reservation, account
  WHERE keys.id = (SELECT used.budget_key_id FROM keys used WHERE used.id = reservation.key_id) RETURNING keys.id
), claim AS (
  DELETE FROM idempotency USING account, budget_key WHERE idempotency.reservation_id = $1
), entry AS (
  INSERT INTO entries (account_id, kind, debit, credit, amount, key_id, operation, request_id, created_at)
  SELECT account_id, 'refund', 'held', 'available', amount, key_id, operation, request_id, $2::bigint
  FROM reservation
)`;

/** Parameters: reservation, now. */
export const refundSql = `${refundCtes}
SELECT available FROM account`;

/** Parameters: reservation, now. */
export const releaseSql = `${refundCtes}, release AS (
  INSERT INTO released SELECT $1, $2::bigint FROM reservation
)
SELECT available FROM account`;

const grantCtes = `
WITH account AS (
  UPDATE accounts SET available = available + $2::bigint
  WHERE id = $1 AND available + $2::bigint BETWEEN 0 AND ${availableMax} RETURNING available
), entry AS (
  INSERT INTO entries (account_id, kind, debit, credit, amount, note, created_at)
  SELECT $1, CASE WHEN $2::bigint < 0 THEN 'revoke' ELSE 'grant' END,
         CASE WHEN $2::bigint < 0 THEN 'available' ELSE 'issued' END,
         CASE WHEN $2::bigint < 0 THEN 'issued' ELSE 'available' END, abs($2::bigint), $3, $4::bigint FROM account
)`;

/** Parameters: account, amount (negative: take back), note, now. */
export const grantSql = `${grantCtes} SELECT available FROM account`;

/** Parameters: those of `grantSql`, and the values of a row of `audit`. */
export const auditedGrantSql = `${grantCtes}, audit_row AS (
  INSERT INTO audit (${auditColumns}) SELECT ${auditValues(5)} FROM account
)
SELECT available FROM account`;
