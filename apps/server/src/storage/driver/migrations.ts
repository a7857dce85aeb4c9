import { firstMigrations } from './first-migrations.ts';
import { groupCommitMigration } from './group-commit-migration.ts';
import { roleMigrations } from './role-migrations.ts';

/** A migration in SQL that both databases understand, or one of PostgreSQL only, as its statements. */
export type Migration = string | { readonly postgres: readonly string[] };

/**
 * The schema. A released migration is never edited; append a new one for a change. In SQL that both databases
 * understand, `{id}` becomes the dialect's auto-increment primary key, `{int}` its 64-bit integer, `{bytes}` its byte
 * string.
 */
export const migrations: readonly Migration[] = [...firstMigrations, ...roleMigrations, groupCommitMigration];
