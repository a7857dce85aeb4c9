import type { DatabaseSync } from 'node:sqlite';
import { auditStatements } from '../driver/audit-change.ts';
import type { GrantRequest } from '../driver/ledger.ts';
import type { Command, CommandResult } from './commands.ts';
import { isSqliteError } from './is-sqlite-error.ts';
import { SqliteLedger } from './sqlite-ledger.ts';
import { StatementCache } from './statement-cache.ts';

/** Runs groups of commands on the embedded database, each group with one sync to the disk (group commit). */
export class GroupCommitter {
  readonly #database: DatabaseSync;
  readonly #statements: StatementCache;
  readonly #ledger: SqliteLedger;
  #sync: 'FULL' | 'NORMAL' = 'FULL';

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = new StatementCache(database);
    this.#ledger = new SqliteLedger(this.#statements);
  }

  /**
   * Runs commands as one transaction. No command succeeds before COMMIT has returned.
   *
   * If anything fails, the group is rolled back and run once more as one transaction in which each command has a
   * savepoint, so that only the failing ones are undone. A failing command therefore costs its group a second run
   * but not a second sync, and a group without one does not pay for savepoints.
   *
   * @returns One result for each command, in order. If COMMIT fails again, as on a full disk, all are failures.
   */
  commit(commands: readonly Command[]): CommandResult[] {
    this.#setSync(commands.some(mustSync) ? 'FULL' : 'NORMAL');
    try {
      return this.#inTransaction(() =>
        commands.map((command) => ({ ok: true, value: this.#execute(command) })),
      );
    } catch (error) {
      if (commands.length === 1) return [toFailure(error)];
    }
    try {
      return this.#inTransaction(() => commands.map((command) => this.#executeInSavepoint(command)));
    } catch (error) {
      return commands.map(() => toFailure(error));
    }
  }

  /** With NORMAL, a commit is written to the log, and synced by the next commit with FULL. */
  #setSync(sync: 'FULL' | 'NORMAL'): void {
    if (sync === this.#sync) return;
    this.#database.exec(`PRAGMA synchronous = ${sync}`);
    this.#sync = sync;
  }

  #inTransaction(work: () => CommandResult[]): CommandResult[] {
    this.#statements.run('BEGIN IMMEDIATE');
    try {
      const results = work();
      this.#ledger.flush();
      this.#statements.run('COMMIT');
      this.#ledger.commit();
      return results;
    } catch (error) {
      this.#ledger.discard();
      // After some errors, such as a full disk, SQLite has already rolled back.
      if (this.#database.isTransaction) this.#statements.run('ROLLBACK');
      throw error;
    }
  }

  #executeInSavepoint(command: Command): CommandResult {
    this.#statements.run('SAVEPOINT command');
    try {
      const value = this.#execute(command);
      this.#ledger.flush();
      this.#statements.run('RELEASE command');
      return { ok: true, value };
    } catch (error) {
      this.#ledger.discard();
      // Without a transaction the next command would commit alone, and those before it are undone.
      if (!this.#database.isTransaction) throw error;
      this.#statements.run('ROLLBACK TO command');
      this.#statements.run('RELEASE command');
      return toFailure(error);
    }
  }

  #grant(request: GrantRequest): number | undefined {
    const available = this.#ledger.grant(request);
    if (available === undefined) return undefined;
    for (const { sql, parameters } of auditStatements(request.audit))
      this.#statements.run(sql, ...parameters);
    return available;
  }

  #execute(command: Command): unknown {
    switch (command.kind) {
      case 'query':
        this.#ledger.flush();
        return this.#statements.all(command.sql, ...command.parameters);
      case 'transaction':
        this.#ledger.flush();
        return command.statements.map(({ sql, parameters }) => this.#statements.all(sql, ...parameters));
      case 'reserve':
        return this.#ledger.reserve(command.request);
      case 'settle':
        return this.#ledger.settle(command.request);
      case 'refund':
        return this.#ledger.refund(command.reservationId, command.now);
      case 'release':
        return this.#ledger.release(command.reservationId, command.now);
      case 'grant':
        return this.#grant(command.request);
      case 'close':
        return undefined;
    }
  }
}

/**
 * Whether a command must be on disk before its result is used. A reservation need not: its charge, which is, follows it in
 * the log, and without a charge nothing has happened.
 */
function mustSync(command: Command): boolean {
  switch (command.kind) {
    case 'reserve':
    case 'close':
      return false;
    case 'query':
      return command.mayBeLost !== true && !command.sql.startsWith('SELECT');
    case 'transaction':
      return command.mayBeLost !== true;
    default:
      return true;
  }
}

function toFailure(error: unknown): CommandResult {
  return {
    ok: false,
    message: error instanceof Error ? error.message : String(error),
    unavailable: isSqliteError(error, 'busy', 'readOnly', 'ioError', 'full', 'cannotOpen'),
  };
}
