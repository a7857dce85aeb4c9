import type { Ledger } from './ledger.ts';

/** What SQLite and PostgreSQL both take and give: numbers are whole (milliseconds, credits), JSON is text. */
export type SqlValue = string | number | null;
export type Row = Readonly<Record<string, SqlValue>>;

/**
 * The narrow interface that both databases stand behind. `query` runs one statement with parameters `$1`,
 * `$2` … as a transaction of its own and answers its rows; it resolves only when the change is durable.
 */
export interface Driver {
  readonly dialect: 'sqlite' | 'postgres';
  query(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
  readonly ledger: Ledger;
  close(): Promise<void>;
}
