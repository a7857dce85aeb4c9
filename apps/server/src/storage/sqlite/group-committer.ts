import type { DatabaseSync } from 'node:sqlite';
import { auditStatements } from '../driver/audit-change.ts';
import type { GrantRequest } from '../driver/ledger.ts';
import type { Command, CommandResult } from './commands.ts';
import { isSqliteError } from './is-sqlite-error.ts';
import { SqliteLedger } from './sqlite-ledger.ts';
import { StatementCache } from './statement-cache.ts';

type ReserveCommand = Extract<Command, { readonly kind: 'reserve' }>;

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
  /** Whether the last transaction was committed. Otherwise reservations are written: on a full disk, no work must begin. */
  #isWritable = true;

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
   * @returns One result for each command, in order. If COMMIT fails again, as on a full disk, all are failures.
   */
  #write(commands: readonly Command[]): CommandResult[] {
    try {
      this.#setSync(commands.some(mustSync) ? 'FULL' : 'NORMAL');
      return this.#inTransaction(() => {
        this.#remember();
        return commands.map((command) => ({ ok: true, value: this.#execute(command) }));
      });
    } catch (error) {
      if (commands.length === 1 && this.#unwritten.length === 0) return [toFailure(error)];
    }
    try {
      return this.#inTransaction(() => {
        for (const command of this.#unwritten) this.#executeInSavepoint(command);
        return commands.map((command) => this.#executeInSavepoint(command));
      });
    } catch (error) {
      return commands.map(() => toFailure(error));
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

  /** Makes the reservations that are not written once more, if the ledger has forgotten them. */
  #remember(): void {
    if (this.#isRemembered) return;
    for (const { request } of this.#unwritten) this.#ledger.reserve(request);
    this.#isRemembered = true;
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

  #inTransaction(work: () => CommandResult[]): CommandResult[] {
    this.#statements.run('BEGIN IMMEDIATE');
    try {
      const results = work();
      this.#ledger.flush();
      this.#statements.run('COMMIT');
      this.#ledger.commit();
      this.#unwritten = [];
      this.#isRemembered = true;
      this.#isWritable = true;
      return results;
    } catch (error) {
      this.#forget();
      this.#isWritable = false;
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

/** Whether a command has no effect without one that follows. The database must decide on an invalid amount. */
const mayWait = (command: Command): command is ReserveCommand =>
  command.kind === 'reserve' && command.request.idempotency === undefined && command.request.amount >= 0;

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
