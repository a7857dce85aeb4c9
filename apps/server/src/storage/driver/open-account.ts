import { auditStatements } from './audit-change.ts';
import type { Driver, Row, Statement } from './driver.ts';
import type { OpenAccountRequest } from './ledger.ts';

/** Implements `Ledger.openAccount` as one transaction, in SQL that both databases understand. */
export async function openAccount(
  driver: Pick<Driver, 'transaction'>,
  { id, name, credits, note, now, audit }: OpenAccountRequest,
): Promise<boolean> {
  const create: Statement = {
    sql: `INSERT INTO accounts (id, name, available, held, created_at) VALUES ($1, $2, 0, 0, $3)
          ON CONFLICT (id) DO NOTHING RETURNING id`,
    parameters: [id, name, now],
  };
  const audits = auditStatements(audit, {
    sql: "NOT EXISTS (SELECT 1 FROM audit WHERE target = $8 AND action = 'account.create')",
    parameters: [id],
  });
  if (credits === 0) return isCreated(await driver.transaction([create, ...audits]));
  const results = await driver.transaction([
    create,
    // Locks the account, so that the next statement sees the entries of a node that opens it at the same time.
    { sql: 'UPDATE accounts SET name = name WHERE id = $1', parameters: [id] },
    {
      sql: `UPDATE accounts SET available = available + $2
            WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM entries WHERE account_id = $1)`,
      parameters: [id, credits],
    },
    {
      sql: `INSERT INTO entries (account_id, kind, debit, credit, amount, note, created_at)
            SELECT id, 'opening', 'issued', 'available', CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS BIGINT)
            FROM accounts WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM entries WHERE account_id = $1)`,
      parameters: [id, credits, note, now],
    },
    ...audits,
  ]);
  return isCreated(results);
}

const isCreated = ([created = []]: readonly Row[][]): boolean => created.length > 0;
