import type { DatabaseSync } from 'node:sqlite';
import type { Command, CommandResult } from './commands.ts';
import { isSqliteError } from './is-sqlite-error.ts';
import { grant, refund, release, reserve, settle } from './sqlite-ledger.ts';
import type { StatementCache } from './statement-cache.ts';

/**
 * Runs commands as one transaction with one sync to the disk (group commit). Nothing is reported as a success
 * before COMMIT has returned.
 *
 * If anything fails, the group is rolled back and run once more as one transaction in which each command has a
 * savepoint, so that only the failing ones are undone. A failing command therefore costs its group a second
 * run but not a second sync, and a group without one pays nothing for savepoints.
 *
 * @returns One answer for each command, in order. If COMMIT fails again, as on a full disk, all are failures.
 */
export function commitGroup(
  database: DatabaseSync,
  sql: StatementCache,
  commands: readonly Command[],
): CommandResult[] {
  try {
    return inTransaction(database, sql, () =>
      commands.map((command) => ({ ok: true, value: execute(sql, command) })),
    );
  } catch (error) {
    if (commands.length === 1) return [toFailure(error)];
  }
  try {
    return inTransaction(database, sql, () =>
      commands.map((command) => executeInSavepoint(database, sql, command)),
    );
  } catch (error) {
    return commands.map(() => toFailure(error));
  }
}

function inTransaction(
  database: DatabaseSync,
  sql: StatementCache,
  work: () => CommandResult[],
): CommandResult[] {
  sql.run('BEGIN IMMEDIATE');
  try {
    const answers = work();
    sql.run('COMMIT');
    return answers;
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already rolled back.
    if (database.isTransaction) sql.run('ROLLBACK');
    throw error;
  }
}

function executeInSavepoint(database: DatabaseSync, sql: StatementCache, command: Command): CommandResult {
  sql.run('SAVEPOINT command');
  try {
    const value = execute(sql, command);
    sql.run('RELEASE command');
    return { ok: true, value };
  } catch (error) {
    // Without a transaction the next command would commit alone, and those before it are undone.
    if (!database.isTransaction) throw error;
    sql.run('ROLLBACK TO command');
    sql.run('RELEASE command');
    return toFailure(error);
  }
}

function execute(sql: StatementCache, command: Command): unknown {
  switch (command.kind) {
    case 'query':
      return sql.all(command.sql, ...command.parameters);
    case 'transaction':
      return command.statements.map((statement) => sql.all(statement.sql, ...statement.parameters));
    case 'reserve':
      return reserve(sql, command.order);
    case 'settle':
      return settle(sql, command.order);
    case 'refund':
      return refund(sql, command.reservationId, command.now);
    case 'release':
      return release(sql, command.reservationId, command.now);
    case 'grant':
      return grant(sql, command.order);
    case 'close':
      return undefined;
  }
}

function toFailure(error: unknown): CommandResult {
  return {
    ok: false,
    message: error instanceof Error ? error.message : String(error),
    unavailable: isSqliteError(error, 'busy', 'readOnly', 'ioError', 'full', 'cannotOpen'),
  };
}
