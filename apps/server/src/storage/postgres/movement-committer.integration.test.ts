import { startCuttingProxy } from '@quern/testing/postgres/cutting-proxy';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ReserveRequest } from '../driver/ledger.ts';
import { StorageUnavailableError } from '../driver/storage-unavailable-error.ts';
import { describePostgres } from '../fixtures/describe-postgres.ts';
import { readLedgerTables } from '../fixtures/ledger-tables.ts';
import { toBatchParameters } from './movement-batch.ts';
import { PostgresDriver } from './postgres-driver.ts';

const credits = 1_000_000;
const functionName = 'apply_movements_1';

/** Returns a request for one credit. */
const request = (reservationId: string, more: Partial<ReserveRequest> = {}): ReserveRequest => ({
  reservationId,
  accountId: 'a',
  keyId: 'a',
  nodeId: 'node',
  amount: 1,
  operation: 'ocr',
  requestId: 'req',
  now: 1000,
  ...more,
});

describePostgres('group commit', (server) => {
  let url: string;
  let observer: pg.Client;
  const closers: Array<() => unknown> = [];

  const open = async (databaseUrl = url): Promise<PostgresDriver> => {
    const driver = await PostgresDriver.open(
      databaseUrl,
      () => undefined,
      () => undefined,
    );
    closers.push(() => driver.close());
    return driver;
  };
  /** Opens a node through a proxy whose connections can be cut. */
  const openThroughProxy = async () => {
    const proxy = await startCuttingProxy(url);
    const driver = await open(proxy.url);
    closers.push(() => proxy.close());
    return { proxy, ledger: driver.ledger };
  };
  /** The available and held credits, the number of entries, and of reservations. */
  const readState = async () => {
    const { rows } = await observer.query(
      `SELECT available::int, held::int, (SELECT count(*)::int FROM entries) AS entries,
         (SELECT count(*)::int FROM reservations) AS reservations FROM accounts WHERE id = 'a'`,
    );
    return rows[0];
  };
  const countWaitingBatches = async (): Promise<number> => {
    const { rows } = await observer.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND query LIKE '%${functionName}%' AND datname = current_database()`,
    );
    return rows[0].waiting;
  };

  beforeAll(async () => {
    url = await server().createDatabase();
    const driver = await open();
    await driver.transaction([
      {
        sql: "INSERT INTO accounts (id, name, available, created_at) VALUES ('a', '', $1, 1)",
        parameters: [credits],
      },
      {
        sql: `INSERT INTO keys (id, account_id, hash, hint, name, scopes, created_at, budget_key_id)
              VALUES ('a', 'a', 'a', '', '', '*', 1, 'a')`,
        parameters: [],
      },
    ]);
    observer = new pg.Client(url);
    await observer.connect();
  }, 60_000);
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    await observer.query('DELETE FROM entries; DELETE FROM reservations; DELETE FROM idempotency');
    await observer.query(
      `UPDATE accounts SET available = ${credits}, held = 0; UPDATE keys SET spent = 0, budget = NULL`,
    );
  });
  afterAll(() => observer.end());

  it('commits the others of a batch in which some movements cannot be applied, and rejects those', async () => {
    const { ledger } = await open();
    await ledger.reserve(request('taken'));
    await ledger.reserve(request('charged'));
    const outcomes = await Promise.allSettled([
      ledger.reserve(request('first')),
      ledger.reserve(request('taken')),
      ledger.reserve(request('zero', { requestId: '\0' })),
      ledger.settle({ reservationId: 'charged', now: 2 }),
      ledger.reserve(request('negative', { amount: -1 })),
      ledger.reserve(request('last')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await readState()).toEqual({ available: credits - 4, held: 3, entries: 5, reservations: 3 });
  });

  it('applies movements of one reservation in the order in which they were submitted', async () => {
    const { ledger } = await open();
    const outcomes = await Promise.all([
      ledger.reserve(request('one')),
      ledger.settle({ reservationId: 'one', now: 2 }),
      ledger.refund('one', 3),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['reserved', 'done', 'gone']);
  });

  it('rejects reservations, but no charges, while too many movements wait', async () => {
    const { ledger } = await open();
    await ledger.reserve(request('charged'));
    const reserves = Array.from({ length: 20_010 }, (_, index) => ledger.reserve(request(`many${index}`)));
    const charge = ledger.settle({ reservationId: 'charged', now: 2 });
    const outcomes = await Promise.allSettled(reserves);
    const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(rejected).toHaveLength(10);
    expect(rejected[0]).toBeInstanceOf(StorageUnavailableError);
    expect(await charge).toMatchObject({ kind: 'done' });
  }, 60_000);

  it('commits waiting movements before it closes, and rejects later ones', async () => {
    const driver = await PostgresDriver.open(
      url,
      () => undefined,
      () => undefined,
    );
    const waiting = driver.ledger.reserve(request('waiting'));
    await driver.close();
    expect(await waiting).toMatchObject({ kind: 'reserved' });
    await expect(driver.ledger.reserve(request('late'))).rejects.toThrow('the database is closed');
  });

  it('of two nodes charges no reservation and no idempotency key twice, and exceeds no budget', async () => {
    await observer.query('UPDATE keys SET budget = 300');
    const nodes = [await open(), await open()];
    const node = (index: number) => nodes[index % 2] ?? expect.unreachable();
    const one = async (index: number): Promise<string> => {
      const reservationId = `res${index}`;
      const idempotency = { key: `k${index % 50}`, fingerprint: 'same', expiresAt: 9e12 };
      const reserved = await node(index).ledger.reserve(
        request(reservationId, index % 4 === 0 ? { idempotency } : {}),
      );
      if (reserved.kind !== 'reserved') return reserved.kind;
      // Both nodes end the reservation: one of them succeeds.
      const response = { kind: 'inline', body: '{}' } as const;
      const ends = await Promise.all([
        node(index).ledger.settle({ reservationId, now: 2, response }),
        node(index + 1).ledger.refund(reservationId, 2),
        node(index + 1).ledger.settle({ reservationId, now: 2, response }),
      ]);
      expect(ends.filter(({ kind }) => kind === 'done')).toHaveLength(1);
      expect(ends.filter(({ kind }) => kind === 'gone')).toHaveLength(2);
      return ends[1].kind === 'done' ? 'refunded' : 'settled';
    };
    const results = await Promise.all(Array.from({ length: 1200 }, (_, index) => one(index)));
    const settled = results.filter((result) => result === 'settled').length;
    expect(settled).toBeLessThanOrEqual(300);
    expect(results).toContain('over_budget');
    const { accounts, keys, entries = [], reservations, idempotency = [] } = await readLedgerTables(node(0));
    expect(accounts).toEqual([{ id: 'a', available: credits - settled, held: 0 }]);
    expect(keys).toMatchObject([{ spent: settled }]);
    expect(reservations).toEqual([]);
    expect(entries.filter(({ kind }) => kind === 'settle')).toHaveLength(settled);
    // A key that is stored has the response of its charge; that of a refund is free again.
    expect(idempotency.every(({ response }) => response === '{}')).toBe(true);
  }, 60_000);

  describe('after a lost connection', () => {
    it('repeats a batch that the server has not received', async () => {
      const { proxy, ledger } = await openThroughProxy();
      proxy.cutAt(functionName);
      expect(await ledger.reserve(request('one'))).toEqual({ kind: 'reserved', available: credits - 1 });
      proxy.cutAt(functionName);
      expect(await ledger.settle({ reservationId: 'one', now: 2 })).toEqual({
        kind: 'done',
        available: credits - 1,
      });
      expect(await readState()).toEqual({ available: credits - 1, held: 0, entries: 2, reservations: 0 });
    });

    it('recognizes a batch that was committed, and returns its outcomes', async () => {
      const { proxy, ledger } = await openThroughProxy();
      proxy.cutResultOf(functionName);
      const idempotency = { key: 'k', fingerprint: 'one', expiresAt: 5000 };
      expect(
        await Promise.all([
          ledger.reserve(request('one', { idempotency })),
          ledger.reserve(request('two', { amount: 2 * credits })),
          ledger.reserve(request('three', { idempotency })),
          ledger.reserve(request('four', { amount: 2 })),
        ]),
      ).toEqual([
        { kind: 'reserved', available: credits - 1 },
        { kind: 'insufficient', available: credits - 3 },
        { kind: 'idempotency_running' },
        { kind: 'reserved', available: credits - 3 },
      ]);
      proxy.cutResultOf(functionName);
      const response = { kind: 'inline', body: '{}' } as const;
      expect(
        await Promise.all([
          ledger.settle({ reservationId: 'one', now: 2, response }),
          ledger.refund('four', 2),
          ledger.settle({ reservationId: 'unknown', now: 2 }),
        ]),
      ).toEqual([
        { kind: 'done', available: credits - 3 },
        { kind: 'done', available: credits - 1 },
        { kind: 'gone' },
      ]);
      expect(await readState()).toEqual({ available: credits - 1, held: 0, entries: 4, reservations: 0 });
    });

    it.each(['first', 'second'])(
      'waits for the end of the %s batch of a lane that the server still executes, and recognizes it',
      async (which) => {
        const { proxy, ledger } = await openThroughProxy();
        await ledger.reserve(request('earlier'));
        if (which === 'second') await ledger.reserve(request('other'));
        const before = await readState();
        const blocker = new pg.Client(url);
        await blocker.connect();
        closers.unshift(() => blocker.end());
        await blocker.query("BEGIN; SELECT 1 FROM accounts WHERE id = 'a' FOR UPDATE");
        const settled = ledger.settle({ reservationId: 'earlier', now: 2 });
        await expect.poll(countWaitingBatches, { timeout: 30_000 }).toBe(1);
        proxy.cutConnections();
        await expect.poll(countWaitingBatches, { timeout: 30_000 }).toBe(2);
        await blocker.query('COMMIT');
        expect(await settled).toEqual({ kind: 'done', available: before.available });
        expect(await readState()).toEqual({
          ...before,
          held: before.held - 1,
          entries: before.entries + 1,
          reservations: before.reservations - 1,
        });
      },
    );

    it('rejects movements that the server does not receive in several attempts', async () => {
      const { proxy, ledger } = await openThroughProxy();
      await ledger.reserve(request('one'));
      proxy.close();
      await expect(ledger.settle({ reservationId: 'one', now: 2 })).rejects.toBeInstanceOf(
        StorageUnavailableError,
      );
      expect(await readState()).toMatchObject({ held: 1, entries: 1 });
    });
  });

  describe('the function', () => {
    const reserveOne = toBatchParameters([{ kind: 'reserve', request: request('direct') }]);
    const apply = async (batch: number, parameters: readonly unknown[]) => {
      const places = ['lane', batch, 1, ...parameters].map((_, index) => `$${index + 1}`).join(', ');
      const { rows } = await observer.query(
        `SELECT n, code, available::int FROM ${functionName}(${places})`,
        ['lane', batch, 1, ...parameters],
      );
      return rows;
    };

    it('applies a batch once that arrives twice, and none that arrives after its successor', async () => {
      const applied = [{ n: 1, code: 0, available: credits - 1 }];
      expect(await apply(7, reserveOne)).toEqual(applied);
      expect(await apply(7, reserveOne)).toEqual(applied);
      expect(await apply(8, toBatchParameters([]))).toEqual([]);
      await expect(apply(7, reserveOne)).rejects.toThrow('batch 7 of ledger movements arrived after batch 8');
      expect(await readState()).toEqual({ available: credits - 1, held: 1, entries: 1, reservations: 1 });
    });
  });

  it.each([
    ['40001', 'a serialization failure'],
    ['40P01', 'a deadlock'],
  ])('repeats a batch after %s, %s', async (code) => {
    // A sequence is not rolled back: the first two attempts fail.
    await observer.query(`
      CREATE SEQUENCE attempts;
      CREATE FUNCTION fail_twice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('attempts') <= 2 THEN RAISE EXCEPTION 'conflict' USING ERRCODE = '${code}'; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER fail_twice AFTER INSERT ON entries FOR EACH STATEMENT EXECUTE FUNCTION fail_twice()`);
    try {
      const { ledger } = await open();
      const outcomes = await Promise.all([ledger.reserve(request('one')), ledger.reserve(request('two'))]);
      expect(outcomes.map(({ kind }) => kind)).toEqual(['reserved', 'reserved']);
      const { rows } = await observer.query('SELECT last_value::int AS attempts FROM attempts');
      expect(rows).toEqual([{ attempts: 3 }]);
      expect(await readState()).toEqual({ available: credits - 2, held: 2, entries: 2, reservations: 2 });
    } finally {
      await observer.query(
        'DROP TRIGGER fail_twice ON entries; DROP FUNCTION fail_twice; DROP SEQUENCE attempts',
      );
    }
  });
});
