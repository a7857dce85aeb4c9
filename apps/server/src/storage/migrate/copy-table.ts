import { integer, text } from '../driver/columns.ts';
import type { Queryable, Row } from '../driver/driver.ts';
import type { MigratedTable } from './migrated-tables.ts';

/** Rows that are copied in one statement. */
const pageLength = 500;

/** The databases of a migration. */
export interface MigrationDatabases {
  /** SQLite. */
  readonly source: Queryable;
  /** PostgreSQL. */
  readonly target: Queryable;
}

/**
 * Copies the rows of a table that the target does not have. Queued jobs become staged ones, until they are added to the queue.
 *
 * @param onProgress receives the number of rows that were looked at
 */
export async function copyTable(
  { name, identity }: MigratedTable,
  { source, target }: MigrationDatabases,
  onProgress: (rows: number) => void,
): Promise<void> {
  const columns = (await source.query(`SELECT name FROM pragma_table_info('${name}')`)).map((row) =>
    text(row, 'name'),
  );
  const list = columns.join(', ');
  const insertSql = `INSERT INTO ${name} (${list}) ${identity === undefined ? '' : 'OVERRIDING SYSTEM VALUE'}
    SELECT ${list} FROM json_populate_recordset(NULL::${name}, $1::json) ON CONFLICT DO NOTHING`;
  let [last, count] = [0, 0];
  for (;;) {
    const rows = await source.query(
      `SELECT rowid AS source_row, ${list} FROM ${name} WHERE rowid > $1 ORDER BY rowid LIMIT ${pageLength}`,
      [last],
    );
    const final = rows.at(-1);
    if (final === undefined) break;
    await target.query(insertSql, [JSON.stringify(rows.map((row) => toRecord(name, row)))]);
    last = integer(final, 'source_row');
    count += rows.length;
    onProgress(count);
  }
  if (identity === undefined) return;
  await target.query(
    `SELECT setval(pg_get_serial_sequence('${name}', '${identity}'), (SELECT COALESCE(MAX(${identity}), 0) + 1 FROM ${name}), false)`,
  );
}

function toRecord(table: string, { source_row: _row, ...row }: Row): Row {
  const status = table === 'jobs' && row['status'] === 'queued' ? { status: 'staged' } : {};
  const values = Object.entries(row).map(([column, value]) => [
    column,
    // PostgreSQL has no NUL in texts.
    typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value,
  ]);
  return { ...(Object.fromEntries(values) as Row), ...status };
}
