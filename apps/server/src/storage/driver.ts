import type { Ledger } from './ledger.ts';

/** What SQLite and PostgreSQL both take and give: numbers are whole (milliseconds, credits), JSON is text. */
export type SqlValue = string | number | null;
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

export type Row = Readonly<Record<string, SqlValue>>;

/**
 * The narrow interface that both databases stand behind. `query` runs one statement with parameters `$1`,
 * `$2` … as a transaction of its own and answers its rows; it resolves only when the change is durable.
 */
export interface Driver {
  readonly dialect: 'sqlite' | 'postgres';
  query(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
  /**
   * Runs statements as one transaction. Each is durable, or none is. To lock a row against other nodes, update
   * it first: a later statement then sees what they have committed.
   *
   * @returns The rows of each statement.
   */
  transaction(statements: readonly Statement[]): Promise<Row[][]>;
  /**
   * Like `query`, for heartbeats, which must not wait for a connection behind the queries of requests. One at a
   * time.
   */
  readonly urgentQuery: Driver['query'];
  readonly ledger: Ledger;
  close(): Promise<void>;
}
