import type { DatabaseSync } from 'node:sqlite';
import { auditStatements } from '../driver/audit-change.ts';
import type { GrantRequest } from '../driver/ledger.ts';
import {
  type Command,
  type CommandResult,
  isRead,
  mayWait,
  mustSync,
  type ReserveCommand,
} from './commands.ts';
import { isSqliteError } from './is-sqlite-error.ts';
import { SqliteLedger } from './sqlite-ledger.ts';
import { StatementCache } from './statement-cache.ts';

/** The value of a command, or what it has thrown. */
type Attempt =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** Reservations that are not written at most; more than a node runs requests. */
const unwrittenMax = 4096;

/**
 * Runs groups of commands on the embedded database, each group with one sync to the disk (group commit).
 *
 * Reservations alone do not need a commit: without their charge nothing has happened. They are written together with the
 * next command of another kind, before it is run, so a request that is charged meanwhile costs one commit instead of two,
 * and its reservation is never a row.
 */
export class GroupCommitter {
  readonly #database: DatabaseSync;
  readonly #statements: StatementCache;
  readonly #ledger: SqliteLedger;
  #sync: 'FULL' | 'NORMAL' = 'FULL';
  /** Reservations that have succeeded and are not written. */
  #unwritten: ReserveCommand[] = [];
  /** Whether the ledger has them in memory: it forgets them when a transaction is undone. */
  #isRemembered = true;
  /** Whether changes were committed since a transaction failed. Until then reservations are: on a full disk, no work must begin. */
  #isWritable = true;
  /** Differs once another connection has changed the database (https://www.sqlite.org/pragma.html#pragma_data_version). */
  #dataVersion: unknown;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = new StatementCache(database);
    this.#ledger = new SqliteLedger(this.#statements);
  }

  /**
   * Runs commands: reservations in memory, after all others as one transaction. No other command succeeds before COMMIT has
   * returned.
   *
   * @returns One result for each command, in order.
   */
  commit(commands: readonly Command[]): CommandResult[] {
    const reservations = commands.filter(mayWait);
    if (reservations.length === commands.length) return this.#reserve(reservations);
    const written = this.#write(commands.filter((command) => !mayWait(command)));
    if (reservations.length === 0) return written;
    const [reserved, others] = [this.#reserve(reservations).values(), written.values()];
    return commands.flatMap((command) => (mayWait(command) ? reserved : others).next().value ?? []);
  }

  /**
   * Runs commands as one transaction, after the reservations that are not written.
   *
   * If anything fails, the group is rolled back and run once more as one transaction in which each command has a
   * savepoint, so that only the failing ones are undone. A failing command therefore costs its group a second run
   * but not a second sync, and a group without one does not pay for savepoints.
   *
   * @returns One result for each command, in order. If the second run fails as a whole, as on a full disk, all commands fail
   *   but those that need no write.
   */
  #write(commands: readonly Command[]): CommandResult[] {
    const sync = commands.some(mustSync) ? 'FULL' : 'NORMAL';
    try {
      return this.#inTransaction(sync, () => {
        this.#remember();
        return commands.map((command) => ({ ok: true, value: this.#execute(command) }));
      });
    } catch (error) {
      if (commands.length === 1 && this.#unwritten.length === 0) {
        return commands.map((command) => toResult(command, { ok: false, error }));
      }
    }
    try {
      return this.#inTransaction(sync, () => {
        this.#writeReservations();
        return commands.map((command) => toResult(command, this.#executeInSavepoint(command)));
      });
    } catch (error) {
      return this.#readOnly(commands, error);
    }
  }

  /**
   * Runs the reads of a group that cannot be written in a transaction that is undone, so that they see the reservations
   * that are not written. All other commands fail.
   *
   * @param error why the group cannot be written
   */
  #readOnly(commands: readonly Command[], error: unknown): CommandResult[] {
    const fail = (command: Command): CommandResult => toResult(command, { ok: false, error });
    // While another process writes, the reservations cannot be written for the reads.
    if (isSqliteError(error, 'busy') || !commands.some(isRead)) return commands.map(fail);
    try {
      this.#statements.run('BEGIN');
      this.#writeReservations();
      return commands.map((command) =>
        isRead(command) ? toResult(command, this.#executeInSavepoint(command)) : fail(command),
      );
    } catch {
      return commands.map(fail);
    } finally {
      this.#undo();
    }
  }

  /** Makes reservations in memory, or writes them if one cannot be read or exists already. @returns one result for each */
  #reserve(commands: readonly ReserveCommand[]): CommandResult[] {
    const isFull = this.#unwritten.length + commands.length > unwrittenMax;
    if (isFull || !this.#isWritable) return this.#write(commands);
    const reserved: ReserveCommand[] = [];
    try {
      this.#remember();
      const results = commands.map((command) => {
        if (this.#ledger.hasReservation(command.request.reservationId)) throw new Error('the id is used');
        const value = this.#ledger.reserve(command.request);
        if (value.kind === 'reserved') reserved.push(command);
        return { ok: true, value } as const;
      });
      this.#unwritten.push(...reserved);
      return results;
    } catch {
      this.#forget();
      return this.#write(commands);
    }
  }

  /**
   * Makes the reservations that are not written once more, if the ledger has forgotten them.
   *
   * @throws {Error} If one cannot be made any more.
   */
  #remember(): void {
    if (this.#isRemembered) return;
    for (const { request } of this.#unwritten) {
      const { kind } = this.#ledger.reserve(request);
      if (kind !== 'reserved') throw new Error(`the reservation ${request.reservationId} is ${kind}`);
    }
    this.#isRemembered = true;
  }

  /**
   * Writes the reservations that are not written, and that the ledger has forgotten. One that breaks a constraint, or whose
   * credits another process has spent, is left out: it could never be written, and would keep all others from it.
   *
   * @throws {Error} If one cannot be written for another reason, such as a full disk.
   */
  #writeReservations(): void {
    for (const command of this.#unwritten) {
      const attempt = this.#executeInSavepoint(command);
      if (!attempt.ok && !isSqliteError(attempt.error, 'constraint')) throw attempt.error;
    }
  }

  #forget(): void {
    this.#ledger.discard();
    this.#isRemembered = false;
  }

  /** With NORMAL, a commit is written to the log, and synced by the next commit with FULL. */
  #setSync(sync: 'FULL' | 'NORMAL'): void {
    if (sync === this.#sync) return;
    this.#database.exec(`PRAGMA synchronous = ${sync}`);
    this.#sync = sync;
  }

  #inTransaction(sync: 'FULL' | 'NORMAL', work: () => CommandResult[]): CommandResult[] {
    try {
      const changes = this.#isWritable ? 0 : this.#countChanges();
      this.#setSync(sync);
      this.#statements.run('BEGIN IMMEDIATE');
      this.#forgetIfChanged();
      const results = work();
      this.#ledger.flush();
      this.#statements.run('COMMIT');
      this.#ledger.commit();
      this.#unwritten = [];
      this.#isRemembered = true;
      // Without changes, COMMIT succeeds on a full disk as well.
      this.#isWritable ||= this.#countChanges() > changes;
      return results;
    } catch (error) {
      this.#isWritable = false;
      this.#undo();
      throw error;
    }
  }

  /** Returns how many rows the connection has changed, https://www.sqlite.org/lang_corefunc.html#total_changes. */
  #countChanges(): number {
    return Number(this.#statements.get('SELECT total_changes() AS changes')?.['changes']);
  }

  /** Balances that were read before the transaction are only valid if no other process has changed the database since. */
  #forgetIfChanged(): void {
    const version = this.#statements.get('PRAGMA data_version')?.['data_version'];
    if (version === this.#dataVersion) return;
    this.#forget();
    this.#dataVersion = version;
  }

  #undo(): void {
    this.#forget();
    // After some errors, such as a full disk, SQLite has already rolled back.
    if (this.#database.isTransaction) this.#statements.run('ROLLBACK');
  }

  /**
   * Runs a command, and undoes it if it fails.
   *
   * @throws {Error} If SQLite has undone the whole transaction with it, as after some errors.
   */
  #executeInSavepoint(command: Command): Attempt {
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
      return { ok: false, error };
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

/** The result of a command. `close` succeeds in any case: the thread ends with it. */
function toResult(command: Command, attempt: Attempt): CommandResult {
  if (attempt.ok) return attempt;
  if (command.kind === 'close') return { ok: true, value: undefined };
  const { error } = attempt;
  return {
    ok: false,
    message: error instanceof Error ? error.message : String(error),
    unavailable: isSqliteError(error, 'busy', 'readOnly', 'ioError', 'full', 'cannotOpen'),
  };
}
