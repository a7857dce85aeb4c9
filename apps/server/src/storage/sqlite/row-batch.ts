import type { SqlValue } from '../driver/driver.ts';
import type { StatementCache } from './statement-cache.ts';

/** Rows of one statement, the most first. Each number is a prepared statement. */
const batchSizes = [16, 4, 1];

/** A statement that is run for any number of rows, several at a time: running one costs more than a further row does. */
export class RowBatch {
  readonly #statements: StatementCache;
  readonly #columnCount: number;
  readonly #sqls: readonly (readonly [size: number, sql: string])[];

  /**
   * @param createSql returns the statement for a comma-separated list of rows, such as `(?, ?), (?, ?)`, or `?, ?` for a
   *   single column
   */
  constructor(statements: StatementCache, columnCount: number, createSql: (rows: string) => string) {
    this.#statements = statements;
    this.#columnCount = columnCount;
    const columns = Array.from({ length: columnCount }, () => '?').join(', ');
    const row = columnCount === 1 ? columns : `(${columns})`;
    this.#sqls = batchSizes.map((size) => [
      size,
      createSql(Array.from({ length: size }, () => row).join(', ')),
    ]);
  }

  /** @param values those of all rows, one row after the other @returns the number of rows that were changed */
  run(values: readonly SqlValue[]): number {
    let [at, changed] = [0, 0];
    for (const [size, sql] of this.#sqls) {
      const step = size * this.#columnCount;
      for (; values.length - at >= step; at += step) {
        changed += this.#statements.change(sql, ...values.slice(at, at + step));
      }
    }
    return changed;
  }
}
