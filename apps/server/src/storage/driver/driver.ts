import type { Ledger } from './ledger.ts';
import type { SqlValue, Statement } from './statement.ts';

export type { SqlValue, Statement } from './statement.ts';

/** A result row by column name; see columns.ts for typed access. */
export type Row = Readonly<Record<string, SqlValue>>;

/** Options of changes. */
export interface ChangeOptions {
  /**
   * Whether the change may be lost if the power fails, as if it had not been made: it must have no effect outside of the
   * database before a durable change follows. It is never lost if only the process ends.
   */
  readonly mayBeLost?: boolean;
}

/** Runs single statements. */
export interface Queryable {
  /**
   * Runs one statement in its own transaction. Resolves once the change is durable, unless it may be lost.
   *
   * @returns The rows of the statement.
   * @throws {StorageUnavailableError} If the database cannot be reached or written.
   */
  query(sql: string, parameters?: readonly SqlValue[], options?: ChangeOptions): Promise<Row[]>;
}

/** The narrow interface that both databases implement. */
export interface Driver extends Queryable {
  readonly dialect: 'sqlite' | 'postgres';
  readonly ledger: Ledger;
  /**
   * Runs statements as one transaction: all of them become durable, or none. To lock a row against other nodes,
   * update it first; later statements then see the commits of the other nodes.
   *
   * @returns The rows of each statement.
   * @throws {StorageUnavailableError} If the database cannot be reached or written.
   */
  transaction(statements: readonly Statement[], options?: ChangeOptions): Promise<Row[][]>;
  /**
   * Like `query`, but never waits for a connection behind the queries of requests. For heartbeats, which run one
   * at a time.
   */
  urgentQuery(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
  close(): Promise<void>;
}
