import { integer, integerOrNull, text } from '../driver/columns.ts';
import type { SqlValue } from '../driver/driver.ts';
import type { ReserveRequest } from '../driver/ledger.ts';
import { RowBatch } from './row-batch.ts';
import type { StatementCache } from './statement-cache.ts';

/** The balance of an account, in credits. */
export interface AccountBalance {
  available: number;
  held: number;
}

/** A row of the table `keys`. */
export interface KeySpending {
  readonly id: string;
  /** The first key of a series of rotated keys, whose row has the budget and the credits spent. */
  readonly budgetKeyId: string;
  readonly budget: number | null;
  spent: number;
}

/** The buckets between which a movement transfers credits. */
export interface EntryKind {
  readonly kind: 'reserve' | 'settle' | 'refund' | 'grant' | 'revoke';
  readonly debit: string;
  readonly credit: string;
}

/** A row of the table `entries`, apart from its kind. */
export interface EntryInput {
  readonly accountId: string;
  readonly amount: number;
  readonly keyId?: SqlValue;
  readonly operation?: SqlValue;
  readonly requestId?: SqlValue;
  readonly note?: string;
}

/** The columns of a reservation that its end needs. */
export type OpenReservation = Pick<
  ReserveRequest,
  'accountId' | 'keyId' | 'amount' | 'operation' | 'requestId'
>;

/** Reservations whose rows are remembered; others are read when they end. */
const openMax = 4096;

/**
 * The rows that the movements of one group read and change. A row is read once and written once, however many movements
 * of the group concern it; new rows are inserted several at a time. Nothing is written before `flush`, which must
 * precede every other statement on these tables, and COMMIT.
 */
export class LedgerBuffer {
  readonly #statements: StatementCache;
  readonly #accounts = new Map<string, AccountBalance | undefined>();
  readonly #changedAccounts = new Set<string>();
  readonly #keys = new Map<string, KeySpending | undefined>();
  readonly #changedKeys = new Set<string>();
  readonly #lastUses = new Map<string, number>();
  readonly #insertEntries: RowBatch;
  readonly #insertReservations: RowBatch;
  readonly #deleteReservations: RowBatch;
  /** Columns of the rows to insert, and ids of the reservations to delete. */
  #entries: SqlValue[] = [];
  #endedIds: string[] = [];
  /** Reservations whose rows are to be inserted, by id. One that ends before never has a row. */
  readonly #unwritten = new Map<string, ReserveRequest>();
  /** Committed reservations that have not ended, by id. This thread is the only one that writes the table. */
  readonly #open = new Map<string, OpenReservation>();
  /** Reservations that the group has written, which are open once it is committed. */
  #opened: ReserveRequest[] = [];

  constructor(statements: StatementCache) {
    this.#statements = statements;
    this.#insertEntries = new RowBatch(
      statements,
      10,
      (rows) =>
        `INSERT INTO entries
           (account_id, kind, debit, credit, amount, key_id, operation, request_id, note, created_at) VALUES ${rows}`,
    );
    this.#insertReservations = new RowBatch(
      statements,
      8,
      (rows) =>
        `INSERT INTO reservations
           (id, account_id, key_id, node_id, amount, operation, request_id, created_at) VALUES ${rows}`,
    );
    this.#deleteReservations = new RowBatch(
      statements,
      1,
      (ids) => `DELETE FROM reservations WHERE id IN (${ids})`,
    );
  }

  /** Returns the balance of an account; undefined if it does not exist. Call `changeAccount` before changing it. */
  account(id: string): AccountBalance | undefined {
    if (this.#accounts.has(id)) return this.#accounts.get(id);
    const row = this.#statements.get('SELECT available, held FROM accounts WHERE id = $1', id);
    const balance = row && { available: integer(row, 'available'), held: integer(row, 'held') };
    this.#accounts.set(id, balance);
    return balance;
  }

  /** Adds to the balance of an account, if it exists. @returns the credits that are available then */
  changeAccount(id: string, available: number, held: number): number {
    const balance = this.account(id);
    if (balance === undefined) return 0;
    balance.available += available;
    balance.held += held;
    this.#changedAccounts.add(id);
    // The database rejects a negative balance, and must do so for the movement that causes it.
    if (balance.available < 0 || balance.held < 0) this.flush();
    return balance.available;
  }

  /** Returns the key whose row has the budget of a key; undefined if it does not exist. */
  budgetOf(keyId: string): KeySpending | undefined {
    const key = this.#key(keyId);
    return key === undefined || key.budgetKeyId === keyId ? key : this.#key(key.budgetKeyId);
  }

  /** Adds to the credits that a key has spent, if it exists. */
  changeSpent(keyId: string, amount: number): void {
    const key = this.budgetOf(keyId);
    if (key === undefined) return;
    key.spent += amount;
    this.#changedKeys.add(key.id);
  }

  /** Sets when a key was last used. */
  setLastUse(keyId: string, now: number): void {
    this.#lastUses.set(keyId, now);
  }

  /** @param now milliseconds since the epoch */
  insertEntry({ kind, debit, credit }: EntryKind, entry: EntryInput, now: number): void {
    const { accountId, amount, keyId = null, operation = null, requestId = null, note = null } = entry;
    this.#entries.push(accountId, kind, debit, credit, amount, keyId, operation, requestId, note, now);
  }

  insertReservation(request: ReserveRequest): void {
    // The database rejects the second of two with the same id.
    if (this.#unwritten.has(request.reservationId)) this.flush();
    this.#unwritten.set(request.reservationId, request);
  }

  /** Whether a reservation is known to exist. */
  hasReservation(id: string): boolean {
    return this.#unwritten.has(id) || this.#open.has(id);
  }

  /** Deletes a reservation. @returns it; undefined if it does not exist */
  takeReservation(id: string): OpenReservation | undefined {
    const unwritten = this.#unwritten.get(id);
    if (unwritten !== undefined) {
      this.#unwritten.delete(id);
      return unwritten;
    }
    const open = this.#open.get(id);
    if (open !== undefined) {
      this.#open.delete(id);
      this.#endedIds.push(id);
      return open;
    }
    this.flush();
    const row = this.#statements.get(
      'DELETE FROM reservations WHERE id = $1 RETURNING account_id, key_id, amount, operation, request_id',
      id,
    );
    this.#opened = this.#opened.filter(({ reservationId }) => reservationId !== id);
    return (
      row && {
        accountId: text(row, 'account_id'),
        keyId: text(row, 'key_id'),
        amount: integer(row, 'amount'),
        operation: text(row, 'operation'),
        requestId: text(row, 'request_id'),
      }
    );
  }

  /** Writes the changes, and reads rows again when they are needed next. */
  flush(): void {
    for (const id of this.#changedAccounts) {
      const { available, held } = this.#accounts.get(id) ?? {};
      this.#statements.run(
        'UPDATE accounts SET available = $1, held = $2 WHERE id = $3',
        available ?? null,
        held ?? null,
        id,
      );
    }
    for (const id of this.#changedKeys) {
      this.#statements.run('UPDATE keys SET spent = $1 WHERE id = $2', this.#keys.get(id)?.spent ?? null, id);
    }
    for (const [id, now] of this.#lastUses) {
      this.#statements.run('UPDATE keys SET last_used_at = $1 WHERE id = $2', now, id);
    }
    this.#insertReservations.run([...this.#unwritten.values()].flatMap(reservationRow));
    this.#opened.push(...this.#unwritten.values());
    this.#insertEntries.run(this.#entries);
    if (this.#deleteReservations.run(this.#endedIds) !== this.#endedIds.length) {
      throw new Error('a reservation that was open is not stored');
    }
    this.#forgetRows();
  }

  /** Keeps the reservations of a group that is committed. */
  commit(): void {
    for (const request of this.#opened) this.#open.set(request.reservationId, request);
    this.#opened = [];
    for (const id of this.#open.keys()) {
      if (this.#open.size <= openMax) break;
      this.#open.delete(id);
    }
  }

  /** Forgets everything that was not written, and all reservations, after the changes of a command or group were undone. */
  discard(): void {
    this.#forgetRows();
    this.#opened = [];
    this.#open.clear();
  }

  #key(id: string): KeySpending | undefined {
    if (this.#keys.has(id)) return this.#keys.get(id);
    const row = this.#statements.get('SELECT budget_key_id, budget, spent FROM keys WHERE id = $1', id);
    const key = row && {
      id,
      budgetKeyId: row['budget_key_id'] === null ? id : text(row, 'budget_key_id'),
      budget: integerOrNull(row, 'budget'),
      spent: integer(row, 'spent'),
    };
    this.#keys.set(id, key);
    return key;
  }

  #forgetRows(): void {
    this.#accounts.clear();
    this.#changedAccounts.clear();
    this.#keys.clear();
    this.#changedKeys.clear();
    this.#lastUses.clear();
    this.#entries = [];
    this.#unwritten.clear();
    this.#endedIds = [];
  }
}

/** The columns of a reservation, in the order of its statement. */
const reservationRow = (request: ReserveRequest): SqlValue[] => {
  const { reservationId, accountId, keyId, nodeId, amount, operation, requestId, now } = request;
  return [reservationId, accountId, keyId, nodeId, amount, operation, requestId, now];
};
