import type { Config } from '../config.ts';
import { bucketAddress } from '../settings/parse-blob-url.ts';
import type { TableFigure } from '../storage/migrate/compare-tables.ts';
import { type MigrationReport, migrateToPostgres } from '../storage/migrate/migrate-to-postgres.ts';

/** How the data is migrated. */
export interface MigrateDataOptions {
  /** Only counts. */
  readonly isDryRun: boolean;
  readonly write: (line: string) => void;
}

/** Rows between two lines of progress. */
const rowsPerLine = 50_000;

/**
 * Migrates the data folder of the settings to their DATABASE_URL, and writes progress and the comparison.
 *
 * @throws {Error} without a DATABASE_URL, and those of `migrateToPostgres`
 */
export async function migrateData(
  { dataDir, databaseUrl, bucket }: Pick<Config, 'dataDir' | 'databaseUrl' | 'bucket'>,
  { isDryRun, write }: MigrateDataOptions,
): Promise<MigrationReport> {
  if (databaseUrl === undefined) {
    throw new Error('set DATABASE_URL to the PostgreSQL database that takes the data of QUERN_DATA_DIR');
  }
  write(
    `${isDryRun ? 'Compares' : 'Migrates'} ${dataDir} ${isDryRun ? 'with' : 'to'} PostgreSQL${bucket === undefined ? '' : ` and the bucket ${bucketAddress(bucket)}`}.`,
  );
  let [current, next] = ['', rowsPerLine];
  const onProgress = (table: string, rows: number): void => {
    if (table !== current) [current, next] = [table, rowsPerLine];
    if (rows < next) return;
    write(`${table}: ${rows.toLocaleString('en-US')}`);
    next = rows + rowsPerLine;
  };
  const report = await migrateToPostgres({
    dataDir,
    databaseUrl,
    bucket,
    isDryRun,
    onProgress,
    now: Date.now,
  });
  for (const line of formatFigures(report.figures)) write(line);
  write(conclude(report, isDryRun));
  return report;
}

function conclude({ differences }: MigrationReport, isDryRun: boolean): string {
  if (isDryRun)
    return 'Nothing was changed. Without --dry-run, the rows that are missing in PostgreSQL are copied.';
  return differences.length === 0
    ? 'All counts and sums are equal. Start the nodes with this DATABASE_URL, and keep the data folder as a backup.'
    : `${differences.length} counts or sums differ. Do not start a node on PostgreSQL; run the migration again.`;
}

/** Formats counts and sums as a table with aligned columns. */
function formatFigures(figures: readonly TableFigure[]): string[] {
  const format = (value: number): string => value.toLocaleString('en-US');
  const rows = figures.map(({ table, figure, source, target }) => [
    `${table} ${figure}`,
    format(source),
    format(target),
    source === target ? '' : 'differs',
  ]);
  const header = ['', 'embedded', 'PostgreSQL', ''];
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [header, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column === 1 || column === 2 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
