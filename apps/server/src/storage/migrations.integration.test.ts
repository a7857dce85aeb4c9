import { describe, expect, it } from 'vitest';
import { migrations } from './driver/migrations.ts';
import { migrationStatements, pendingMigrations } from './driver/pending-migrations.ts';

describe('pendingMigrations', () => {
  it('returns all migrations for a new database, and none for a current one', () => {
    const versions = pendingMigrations(0, 'sqlite', 'db').map(({ version }) => version);
    expect(versions).toEqual(migrations.map((_, index) => index + 1));
    expect(pendingMigrations(migrations.length, 'postgres', 'db')).toEqual([]);
  });

  it('throws for a database of a newer version, and names it', () => {
    expect(() => pendingMigrations(migrations.length + 1, 'sqlite', '/data/quern.sqlite')).toThrow(
      /^\/data\/quern\.sqlite was written by a newer Quern/,
    );
  });
});

describe('migrationStatements', () => {
  it('replaces the types by those of the dialect and splits the statements', () => {
    const migration = 'CREATE TABLE a (id {id}, n {int}, b {bytes});\n CREATE INDEX i ON a (n);\n';
    expect(migrationStatements(migration, 'sqlite')).toEqual([
      'CREATE TABLE a (id INTEGER PRIMARY KEY, n INTEGER, b BLOB)',
      'CREATE INDEX i ON a (n)',
    ]);
    expect(migrationStatements(migration, 'postgres')[0]).toBe(
      'CREATE TABLE a (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n BIGINT, b BYTEA)',
    );
  });
});
