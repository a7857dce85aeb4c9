import type { Driver, Row } from '../driver.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  /** Credits that can be spent. */
  readonly available: number;
  /** Credits that running requests have reserved. */
  readonly held: number;
  readonly createdAt: number;
}

export interface LedgerEntry {
  readonly id: number;
  readonly kind: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: number;
  readonly keyId: string | null;
  readonly operation: string | null;
  readonly requestId: string | null;
  readonly note: string | null;
  readonly createdAt: number;
}

const text = (value: Row[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

const toAccount = (row: Row): Account => ({
  id: String(row['id']),
  name: String(row['name']),
  available: Number(row['available']),
  held: Number(row['held']),
  createdAt: Number(row['created_at']),
});

const toEntry = (row: Row): LedgerEntry => ({
  id: Number(row['id']),
  kind: String(row['kind']),
  debit: String(row['debit']),
  credit: String(row['credit']),
  amount: Number(row['amount']),
  keyId: text(row['key_id']),
  operation: text(row['operation']),
  requestId: text(row['request_id']),
  note: text(row['note']),
  createdAt: Number(row['created_at']),
});

export type AccountRepository = ReturnType<typeof createAccountRepository>;

export function createAccountRepository({ query }: Driver) {
  return {
    /** Answers false when an account of this id is there already. */
    insert: async (account: Pick<Account, 'id' | 'name' | 'createdAt'>): Promise<boolean> => {
      const sql = `INSERT INTO accounts (id, name, available, held, created_at) VALUES ($1, $2, 0, 0, $3)
        ON CONFLICT (id) DO NOTHING RETURNING id`;
      const rows = await query(sql, [account.id, account.name, account.createdAt]);
      return rows.length === 1;
    },
    find: async (id: string): Promise<Account | undefined> => {
      const [row] = await query('SELECT * FROM accounts WHERE id = $1', [id]);
      return row && toAccount(row);
    },
    list: async (after: string, limit: number): Promise<Account[]> =>
      (await query('SELECT * FROM accounts WHERE id > $1 ORDER BY id LIMIT $2', [after, limit])).map(
        toAccount,
      ),
    /** The newest entries first; `before` is the id of the last one already seen. */
    entries: async (accountId: string, before: number, limit: number): Promise<LedgerEntry[]> =>
      (
        await query('SELECT * FROM entries WHERE account_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3', [
          accountId,
          before,
          limit,
        ])
      ).map(toEntry),
    /** Each bucket's sum of entries: what the account's columns must equal. */
    trialBalance: async (accountId: string): Promise<Record<string, number>> => {
      const rows = await query(
        `SELECT bucket, SUM(amount) AS total FROM (
           SELECT credit AS bucket, amount FROM entries WHERE account_id = $1
           UNION ALL SELECT debit AS bucket, -amount AS amount FROM entries WHERE account_id = $1
         ) moves GROUP BY bucket`,
        [accountId],
      );
      return Object.fromEntries(rows.map((row) => [String(row['bucket']), Number(row['total'])]));
    },
  };
}
