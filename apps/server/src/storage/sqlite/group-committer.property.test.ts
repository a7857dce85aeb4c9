import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Fault, injectFaults } from '../fixtures/inject-faults.ts';
import type { Command, CommandResult } from './commands.ts';
import { GroupCommitter } from './group-committer.ts';
import { openDatabase } from './open-database.ts';

let folder: string;
/** A database with accounts and keys, which is copied, since to migrate takes longer than most groups. */
let template: string;
let databaseCount = 0;
const opened: DatabaseSync[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quern-groups-'));
  template = join(folder, 'template.sqlite');
  const database = openDatabase(template);
  database.exec(`INSERT INTO accounts (id, name, available, created_at) VALUES ('acc_0', '', 50, 1), ('acc_1', '', 20, 1);
    INSERT INTO keys (id, account_id, hash, hint, name, scopes, created_at, budget, budget_key_id) VALUES
      ('key_0', 'acc_0', '0', '', '', '*', 1, NULL, 'key_0'), ('key_1', 'acc_1', '1', '', '', '*', 1, 12, 'key_1'),
      ('key_2', 'acc_1', '2', '', '', '*', 1, NULL, 'key_1');`);
  database.close();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const accounts = ['acc_0', 'acc_1', 'acc_none'];
/** The last two are a key and its successor by rotation, which share a budget. */
const keys = ['key_0', 'key_1', 'key_2', 'key_none'];

function open(): DatabaseSync {
  databaseCount += 1;
  const path = join(folder, `${databaseCount}.sqlite`);
  copyFileSync(template, path);
  const database = openDatabase(path);
  // The results are compared, not their durability.
  database.exec('PRAGMA synchronous = OFF');
  opened.push(database);
  return database;
}

const tables = ['accounts', 'keys', 'reservations', 'entries', 'idempotency', 'released', 'settings'];
/** Reads all rows as other commands see them: reservations that are not written are among them. */
const readTables = (committer: GroupCommitter): CommandResult[] =>
  committer.commit(
    tables.map((table) => ({
      kind: 'query',
      sql: `SELECT * FROM ${table} ORDER BY 1, 2`,
      parameters: [],
    })),
  );

/** Few ids, so that commands concern the same rows. */
const reservationId = fc.nat({ max: 7 }).map((number) => `res_${number}`);
const now = fc.constantFrom(1000, 1499, 1500);
const reserve: fc.Arbitrary<Command> = fc
  .record({
    reservationId,
    accountId: fc.constantFrom(...accounts),
    keyId: fc.constantFrom(...keys),
    nodeId: fc.constant('node_0'),
    // The database rejects an amount below zero.
    amount: fc.integer({ min: -1, max: 9 }),
    operation: fc.constant('noop'),
    requestId: fc.constantFrom('req_0', 'req_1'),
    now,
    idempotency: fc.option(
      fc.record({
        key: fc.constantFrom('a', 'b'),
        fingerprint: fc.constantFrom('one', 'two'),
        expiresAt: fc.constant(1500),
      }),
      { nil: undefined },
    ),
  })
  .map(({ idempotency, ...request }) => ({
    kind: 'reserve',
    request: idempotency === undefined ? request : { ...request, idempotency },
  }));
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: reserve },
  {
    weight: 4,
    arbitrary: fc.record({ reservationId, now }).map((request): Command => ({ kind: 'settle', request })),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund'), reservationId, now }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release'), reservationId, now }) },
  {
    weight: 1,
    arbitrary: fc
      .record({ accountId: fc.constantFrom(...accounts), amount: fc.integer({ min: -9, max: 9 }) })
      .map(
        ({ accountId, amount }): Command => ({
          kind: 'grant',
          request: { accountId, amount, note: '', now: 1000 },
        }),
      ),
  },
  {
    weight: 1,
    // Reads what the movements before it have changed.
    arbitrary: fc.constantFrom('accounts', 'keys', 'reservations', 'entries').map(
      (table): Command => ({
        kind: 'query',
        sql: `SELECT * FROM ${table} ORDER BY 1`,
        parameters: [],
      }),
    ),
  },
  {
    weight: 1,
    // The second one of a group fails, and so do those of later groups.
    arbitrary: fc.constantFrom('n0', 'n1').map(
      (name): Command => ({
        kind: 'query',
        sql: `INSERT INTO settings (name, value) VALUES ($1, 'v')`,
        parameters: [name],
      }),
    ),
  },
  {
    weight: 1,
    // Changes a balance without a movement; the last one is rejected.
    arbitrary: fc.constantFrom(7, 0, -1).map(
      (available): Command => ({
        kind: 'transaction',
        statements: [
          { sql: 'UPDATE accounts SET available = $1 WHERE id = $2', parameters: [available, 'acc_0'] },
          { sql: 'UPDATE keys SET spent = spent + 1 WHERE id = $1', parameters: ['key_1'] },
        ],
      }),
    ),
  },
);

/** Reservations without an Idempotency-Key are made after the other commands of their group. */
const isMadeLast = (one: Command): boolean =>
  one.kind === 'reserve' && one.request.idempotency === undefined && one.request.amount >= 0;

/** Commands in the order in which a group makes them. */
const inOrder = (commands: readonly Command[]): Command[] =>
  commands.toSorted((one, other) => Number(isMadeLast(one)) - Number(isMadeLast(other)));

/** Gives each reservation an id that no other has, as requests do: `res_0`, `res_1`, and so on. */
function numberReservations<Group extends { readonly commands: readonly Command[] }>(
  groups: readonly Group[],
): Group[] {
  let count = -1;
  const number = (one: Command): Command => {
    if (one.kind !== 'reserve') return one;
    count += 1;
    return { kind: 'reserve', request: { ...one.request, reservationId: `res_${count}` } };
  };
  return groups.map((group) => ({ ...group, commands: group.commands.map(number) }));
}

/** Runs a command, and writes it at once, also if it is a reservation. */
function runAlone(committer: GroupCommitter, one: Command): CommandResult[] {
  const results = committer.commit([one]);
  expect(committer.commit([{ kind: 'query', sql: 'SELECT 1', parameters: [] }])).toMatchObject([
    { ok: true },
  ]);
  return results;
}

function closeAll(): void {
  for (const database of opened.splice(0)) database.close();
}

it('returns the same results, and stores the same rows, for commands in groups as for each alone', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          commands: fc.array(command, { minLength: 1, maxLength: 30 }),
          isRead: fc.boolean(),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      (groups) => {
        const [together, alone] = [new GroupCommitter(open()), new GroupCommitter(open())];
        for (const { commands, isRead } of numberReservations(groups)) {
          const group = inOrder(commands);
          const results = new Map(
            together.commit(commands).map((result, index) => [commands[index], result]),
          );
          const expected = group.flatMap((one) => runAlone(alone, one));
          expect(group.map((one) => results.get(one))).toEqual(expected);
          // Unless they are read, reservations stay in memory until the next group.
          if (isRead) expect(readTables(together)).toEqual(readTables(alone));
          for (const [index, result] of expected.entries()) {
            const value = result.ok ? result.value : 'failed';
            const isOutcome = typeof value === 'object' && value !== null && 'kind' in value;
            seen.add(`${group[index]?.kind} ${isOutcome ? value.kind : typeof value}`);
          }
        }
        expect(readTables(together)).toEqual(readTables(alone));
        closeAll();
      },
    ),
    { numRuns: 150 },
  );
  for (const outcome of [
    'reserved',
    'insufficient',
    'over_budget',
    'idempotency_running',
    'idempotency_mismatch',
  ])
    expect(seen).toContain(`reserve ${outcome}`);
  for (const outcome of ['settle done', 'settle gone', 'settle released', 'refund done', 'release done'])
    expect(seen).toContain(outcome);
  // Commands that fail, which make their group run once more.
  expect(seen).toContain('reserve string');
  expect(seen).toContain('query string');
  expect(seen).toContain('transaction string');
});

const faultySql = [
  'BEGIN IMMEDIATE',
  'COMMIT',
  'INSERT INTO reservations',
  'PRAGMA synchronous = ',
  // Balances, which reservations in memory read.
  'SELECT available, held FROM accounts WHERE',
];
const fault: fc.Arbitrary<Fault> = fc.record({
  sql: fc.constantFrom(...faultySql),
  code: fc.constantFrom('busy', 'full', 'ioError'),
  times: fc.integer({ min: 1, max: 4 }),
  undoes: fc.boolean(),
});

it('has done exactly what it has acknowledged, if statements fail', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          commands: fc.array(command, { minLength: 1, maxLength: 8 }),
          faults: fc.array(fault, { maxLength: 2 }),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      (groups) => {
        const database = open();
        const faults = injectFaults(database);
        const [together, alone] = [new GroupCommitter(database), new GroupCommitter(open())];
        for (const { commands, faults: drawn } of numberReservations(groups)) {
          // A copy, since the failures are counted in it, and a failing run is repeated.
          faults.splice(0, faults.length, ...drawn.map((one) => ({ ...one })));
          const results = new Map(
            together.commit(commands).map((result, position) => [commands[position], result]),
          );
          expect(database.isTransaction).toBe(false);
          const hit = faults.filter(({ times }, position) => times !== drawn[position]?.times);
          for (const one of inOrder(commands)) {
            const result = results.get(one);
            for (const { sql } of hit) seen.add(`${one.kind} ${result?.ok} ${sql}`);
            if (result?.ok === true || hit.length === 0) expect([result]).toEqual(runAlone(alone, one));
          }
        }
        faults.splice(0);
        expect(readTables(together)).toEqual(readTables(alone));
        closeAll();
      },
    ),
    { numRuns: 150 },
  );
  for (const sql of faultySql) {
    expect([...seen].filter((one) => one.endsWith(`true ${sql}`))).not.toEqual([]);
    expect([...seen].filter((one) => one.endsWith(`false ${sql}`))).not.toEqual([]);
  }
  for (const kind of ['reserve', 'settle', 'query']) {
    for (const sql of ['BEGIN IMMEDIATE', 'COMMIT', 'INSERT INTO reservations']) {
      expect(seen).toContain(`${kind} true ${sql}`);
      expect(seen).toContain(`${kind} false ${sql}`);
    }
  }
});
