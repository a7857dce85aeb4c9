import { type Migration, migrations } from './migrations.ts';

/**
 * Returns the migrations that a database still needs, each as the statements of its dialect.
 *
 * @param version Number of migrations that the database has had.
 * @param database Name of the database for the error message.
 * @throws {Error} If the database was written by a newer version of Quern.
 */
export function pendingMigrations(
  version: number,
  dialect: 'sqlite' | 'postgres',
  database: string,
): ReadonlyArray<{ readonly version: number; readonly statements: readonly string[] }> {
  if (version > migrations.length) {
    throw new Error(
      `${database} was written by a newer Quern (schema ${version}, this one knows ${migrations.length})`,
    );
  }
  return migrations.slice(version).map((migration, index) => ({
    version: version + index + 1,
    statements: migrationStatements(migration, dialect),
  }));
}

/** Returns a migration as statements of one dialect. */
export function migrationStatements(migration: Migration, dialect: 'sqlite' | 'postgres'): readonly string[] {
  const isSqlite = dialect === 'sqlite';
  if (typeof migration !== 'string') return isSqlite ? [] : migration.postgres;
  const id = isSqlite ? 'INTEGER PRIMARY KEY' : 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY';
  return migration
    .replaceAll('{id}', id)
    .replaceAll('{int}', isSqlite ? 'INTEGER' : 'BIGINT')
    .replaceAll('{bytes}', isSqlite ? 'BLOB' : 'BYTEA')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
