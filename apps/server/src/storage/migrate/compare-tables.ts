import type { Queryable } from '../driver/driver.ts';
import type { MigrationDatabases } from './copy-table.ts';
import { type MigratedTable, migratedTables } from './migrated-tables.ts';

/** A count or a sum of a table in both databases. */
export interface TableFigure {
  readonly table: string;
  /** `rows`, or the name of a sum. */
  readonly figure: string;
  readonly source: number;
  readonly target: number;
}

/** Counts the rows of all migrated tables, and sums their credits and bytes. */
export async function compareTables({ source, target }: MigrationDatabases): Promise<TableFigure[]> {
  const figures: TableFigure[] = [];
  for (const table of migratedTables) {
    const [sourceFigures, targetFigures] = [await measure(table, source), await measure(table, target)];
    for (const [figure, value] of sourceFigures) {
      const other = targetFigures.get(figure) ?? Number.NaN;
      figures.push({ table: table.name, figure, source: value, target: other });
    }
  }
  return figures;
}

async function measure(
  { name, sums = {} }: MigratedTable,
  database: Queryable,
): Promise<Map<string, number>> {
  const expressions = { rows: 'COUNT(*)', ...sums };
  const list = Object.entries(expressions).map(([figure, sql]) => `COALESCE(${sql}, 0) AS f_${figure}`);
  const [row = {}] = await database.query(`SELECT ${list.join(', ')} FROM ${name}`);
  return new Map(Object.keys(expressions).map((figure) => [figure, Number(row[`f_${figure}`])]));
}
