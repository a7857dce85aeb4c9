import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fault, injectFaults } from '../fixtures/inject-faults.ts';
import { reserveCommand as reserve, settleCommand as settle } from '../fixtures/ledger-commands.ts';
import type { Command, CommandResult } from './commands.ts';
import { GroupCommitter } from './group-committer.ts';
import { openDatabase } from './open-database.ts';

let folder: string;
let database: DatabaseSync;
let committer: GroupCommitter;
let faults: Fault[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quern-faults-'));
  database = openDatabase(join(folder, 'quern.sqlite'));
  database.exec(`INSERT INTO accounts (id, name, available, created_at) VALUES ('acc_1', '', 10, 1);
    INSERT INTO keys (id, account_id, hash, hint, name, scopes, created_at, budget_key_id)
      VALUES ('key_1', 'acc_1', 'hash', '', '', '*', 1, 'key_1');`);
  faults = injectFaults(database);
  committer = new GroupCommitter(database);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const query = (sql: string): Command => ({ kind: 'query', sql, parameters: [] });
const put = (name: string): Command => query(`INSERT INTO settings (name, value) VALUES ('${name}', 'v')`);
const balance = query('SELECT available, held FROM accounts');
const entries = query('SELECT kind, amount FROM entries ORDER BY id');
const close: Command = { kind: 'close' };

/** The values of successful commands, and `unavailable` or `failed` for the others. */
const run = (...commands: Command[]): unknown[] => committer.commit(commands).map(toValue);
const toValue = (result: CommandResult): unknown =>
  result.ok ? result.value : result.unavailable ? 'unavailable' : 'failed';

const reserved = (available: number) => ({ kind: 'reserved', available });
const done = (available: number) => ({ kind: 'done', available });

/** Changes the database as another process would. */
function changeElsewhere(sql: string): void {
  const other = new DatabaseSync(join(folder, 'quern.sqlite'));
  other.exec(sql);
  other.close();
}

describe('a transaction that cannot begin', () => {
  it('keeps reservations that are not written, if the second attempt begins', () => {
    run(reserve('res_1'), reserve('res_2'));
    faults.push({ sql: 'BEGIN IMMEDIATE', code: 'busy', times: 1 });
    expect(run(settle('res_2'))).toEqual([done(4)]);
    expect(run(balance)).toEqual([[{ available: 4, held: 3 }]]);
    expect(run(settle('res_1'))).toEqual([done(4)]);
    expect(run(balance)).toEqual([[{ available: 4, held: 0 }]]);
    expect(run(entries)).toEqual([
      ['reserve', 'reserve', 'settle', 'settle'].map((kind) => ({ kind, amount: 3 })),
    ]);
  });

  it.each(['busy', 'ioError'] as const)(
    'keeps them if no attempt begins, and confirms no others (%s)',
    (code) => {
      run(reserve('res_1'));
      faults.push({ sql: 'BEGIN IMMEDIATE', code, times: 6 });
      expect(run(settle('res_1'))).toEqual(['unavailable']);
      expect(run(reserve('res_2'))).toEqual(['unavailable']);
      expect(run(put('n1'), reserve('res_3'))[1]).toEqual(reserved(4));
      expect(faults).toMatchObject([{ times: 0 }]);
      expect(run(settle('res_1'), settle('res_2'), settle('res_3'))).toEqual([
        done(4),
        { kind: 'gone' },
        done(4),
      ]);
      expect(run(balance)).toEqual([[{ available: 4, held: 0 }]]);
    },
  );

  it('is synced by the second attempt if the first one could not turn syncs on', () => {
    run(reserve('res_1'));
    run(query('SELECT 1'));
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 });
    faults.push({ sql: 'PRAGMA synchronous = ', code: 'ioError', times: 1 });
    expect(run(settle('res_1'), put('n1'))[0]).toEqual(done(7));
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    expect(run(balance)).toEqual([[{ available: 7, held: 0 }]]);
  });
});

describe('a reservation that cannot be written', () => {
  it.each([false, true])('makes its group fail and remains (transaction undone: %s)', (undoes) => {
    run(reserve('res_1'));
    faults.push({ sql: 'INSERT INTO reservations', code: 'full', times: 2, undoes });
    expect(run(put('n1'))).toEqual(['unavailable']);
    expect(faults).toMatchObject([{ times: 0 }]);
    expect(run(put('n2'))).toEqual([[]]);
    expect(run(query(`SELECT name FROM settings WHERE name LIKE 'n%'`))).toEqual([[{ name: 'n2' }]]);
    expect(run(settle('res_1'))).toEqual([done(7)]);
    expect(run(balance)).toEqual([[{ available: 7, held: 0 }]]);
  });

  it('has no effect, and does not keep others from being written, if its row exists', () => {
    changeElsewhere(
      `INSERT INTO reservations (id, account_id, key_id, node_id, amount, operation, request_id, created_at)
        VALUES ('res_1', 'acc_1', 'key_1', 'node_2', 1, 'noop', 'req_2', 1)`,
    );
    run(reserve('res_1'), reserve('res_2'));
    expect(run(put('n1'))).toEqual([[]]);
    expect(run(balance)).toEqual([[{ available: 7, held: 3 }]]);
    expect(run(settle('res_2'))).toEqual([done(7)]);
  });

  it('has no effect, and does not keep others from being written, if its credits are gone', () => {
    run(reserve('res_1'), reserve('res_2'));
    changeElsewhere('UPDATE accounts SET available = 4');
    expect(run(put('n1'), settle('res_2'), settle('res_1'))).toEqual([[], { kind: 'gone' }, done(1)]);
    expect(run(balance)).toEqual([[{ available: 1, held: 0 }]]);
  });
});

describe('a full disk', () => {
  // Writes succeed in memory, commits fail, as SQLite does it unless a transaction is large.
  const fill = (undoes: boolean): void => {
    faults.push({ sql: 'COMMIT', code: 'full', times: Number.POSITIVE_INFINITY, undoes });
  };

  it.each([false, true])(
    'lets reads see reservations that are not written (transaction undone: %s)',
    (undoes) => {
      run(reserve('res_1'));
      fill(undoes);
      expect(run(balance)).toEqual([[{ available: 7, held: 3 }]]);
      expect(
        run(put('n1'), balance, query('SELECT none'), settle('res_1'), entries, reserve('res_2')),
      ).toEqual([
        'unavailable',
        [{ available: 7, held: 3 }],
        'failed',
        'unavailable',
        [{ kind: 'reserve', amount: 3 }],
        'unavailable',
      ]);
      faults.splice(0);
      expect(run(settle('res_1'), settle('res_2'))).toEqual([done(7), { kind: 'gone' }]);
      expect(run(balance, entries)).toEqual([
        [{ available: 7, held: 0 }],
        [
          { kind: 'reserve', amount: 3 },
          { kind: 'settle', amount: 3 },
        ],
      ]);
    },
  );

  it('makes reads fail if the reservations cannot be written in memory either', () => {
    run(reserve('res_1'));
    faults.push({ sql: 'INSERT INTO reservations', code: 'full', times: 3, undoes: true });
    expect(run(balance)).toEqual(['unavailable']);
    expect(database.isTransaction).toBe(false);
    expect(run(balance)).toEqual([[{ available: 7, held: 3 }]]);
  });

  it('lets reservations be written before they are confirmed, until something was written', () => {
    const countRows = (): unknown => {
      const other = new DatabaseSync(join(folder, 'quern.sqlite'), { readOnly: true });
      const row = other.prepare('SELECT count(*) AS count FROM reservations').get();
      other.close();
      return row?.['count'];
    };
    faults.push({ sql: 'COMMIT', code: 'full', times: 1 });
    expect(run(put('n1'))).toEqual(['unavailable']);
    // A transaction without changes succeeds on a full disk.
    expect(run(query('SELECT available FROM accounts'))).toEqual([[{ available: 10 }]]);
    expect(run(reserve('res_1'))).toEqual([reserved(7)]);
    expect(countRows()).toBe(1);
    expect(run(reserve('res_2'))).toEqual([reserved(4)]);
    expect(countRows()).toBe(1);
    expect(run(balance)).toEqual([[{ available: 4, held: 6 }]]);
    expect(countRows()).toBe(2);
  });

  it('does not make close fail', () => {
    run(reserve('res_1'));
    fill(false);
    expect(run(put('n1'), close)).toEqual(['unavailable', undefined]);
    expect(run(close)).toEqual([undefined]);
  });
});

describe('a database that is locked by another process', () => {
  it('makes reads fail, which would wait for the lock once more, but not close', () => {
    run(reserve('res_1'));
    database.exec('PRAGMA busy_timeout = 1');
    const other = new DatabaseSync(join(folder, 'quern.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    expect(run(balance, settle('res_1'), close)).toEqual(['unavailable', 'unavailable', undefined]);
    expect(run(close)).toEqual([undefined]);
    expect(run(reserve('res_2'))).toEqual(['unavailable']);
    other.exec('ROLLBACK');
    other.close();
    expect(run(settle('res_1'))).toEqual([done(7)]);
    expect(run(balance)).toEqual([[{ available: 7, held: 0 }]]);
  });

  it('is read again if that process has changed it, so that no change is overwritten', () => {
    run(put('n1'), reserve('res_1'));
    changeElsewhere('UPDATE accounts SET available = available + 100; UPDATE keys SET spent = spent + 5');
    expect(run(settle('res_1'))).toEqual([done(107)]);
    expect(run(balance, query('SELECT spent FROM keys'))).toEqual([
      [{ available: 107, held: 0 }],
      [{ spent: 8 }],
    ]);
  });
});
