import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Row, SqlValue } from '../driver/driver.ts';

/** Prepares each statement once. `$1` of the common dialect becomes SQLite's `?1`. */
export class StatementCache {
  readonly #prepared = new Map<string, StatementSync>();
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Returns all rows. */
  all(sql: string, ...parameters: SqlValue[]): Row[] {
    return this.#prepare(sql).all(...parameters) as Row[];
  }

  /** Returns the first row. */
  get(sql: string, ...parameters: SqlValue[]): Row | undefined {
    return this.#prepare(sql).get(...parameters) as Row | undefined;
  }

  /** Runs a statement whose rows are not needed. */
  run(sql: string, ...parameters: SqlValue[]): void {
    this.#prepare(sql).run(...parameters);
  }

  /** Runs a statement. @returns the number of rows that it has changed */
  change(sql: string, ...parameters: SqlValue[]): number {
    return Number(this.#prepare(sql).run(...parameters).changes);
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql.replace(/\$(\d+)/g, '?$1'));
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}
