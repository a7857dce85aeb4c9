import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Row, SqlValue } from '../driver.ts';

/** Prepared statements by their text, prepared once. `$1` of the common dialect becomes SQLite's `?1`. */
export class StatementCache {
  readonly #prepared = new Map<string, StatementSync>();
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(sql: string, ...parameters: SqlValue[]): Row[] {
    return this.#prepare(sql).all(...parameters) as Row[];
  }

  get(sql: string, ...parameters: SqlValue[]): Row | undefined {
    return this.#prepare(sql).get(...parameters) as Row | undefined;
  }

  run(sql: string, ...parameters: SqlValue[]): number {
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
