import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reserveCommand as reserve, settleCommand as settle } from '../fixtures/ledger-commands.ts';
import { decodeResults, encodeCommands, type ResultMessage } from './command-messages.ts';
import type { Command, CommandResult } from './commands.ts';

let folder: string;
let path: string;
let worker: Worker;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quern-group-'));
  path = join(folder, 'quern.sqlite');
  worker = new Worker(new URL('./group-commit-worker.ts', import.meta.url), { workerData: { path } });
  await once(worker, 'message');
});
afterEach(async () => {
  await worker.terminate();
  rmSync(folder, { recursive: true, force: true });
});

async function send(commands: readonly Command[]): Promise<readonly CommandResult[]> {
  const replied = once(worker, 'message');
  worker.postMessage(encodeCommands(commands));
  const [reply] = (await replied) as [ResultMessage];
  const results: CommandResult[] = [];
  decodeResults(reply, (result) => results.push(result));
  return results;
}

/** Commits in the write-ahead log: frames whose header has a database size (sqlite.org/fileformat2.html, 4.1). */
function countCommits(): number {
  const log = readFileSync(`${path}-wal`);
  const frameBytes = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frameBytes <= log.length; at += frameBytes) {
    // A frame with another salt is left over from before a checkpoint.
    if (log.readUInt32BE(at + 8) === log.readUInt32BE(16) && log.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}

const put = (name: string, value: string | null): Command => ({
  kind: 'query',
  sql: 'INSERT INTO settings (name, value) VALUES ($1, $2)',
  parameters: [name, value],
});

/** Reads the names as a process that starts after a crash would. */
function storedNames(): string[] {
  const reader = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = reader.prepare("SELECT name FROM settings WHERE name LIKE 'n%' ORDER BY name").all();
    return rows.map((row) => String(row['name']));
  } finally {
    reader.close();
  }
}

describe('committing a group of commands', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `n${String(index).padStart(3, '0')}`);

  it('stores 1,000 commands with one commit', async () => {
    const before = countCommits();
    const results = await send(names.map((name) => put(name, 'v')));
    expect(results.every((result) => result.ok)).toBe(true);
    expect(countCommits() - before).toBe(1);
    expect(storedNames()).toEqual(names);
  });

  it('stores 999 of 1,000 commands with one commit if one fails', async () => {
    const before = countCommits();
    const results = await send(names.map((name) => put(name, name === 'n500' ? null : 'v')));
    expect(results.flatMap((result, index) => (result.ok ? [] : [index]))).toEqual([500]);
    expect(results[500]).toMatchObject({ message: expect.stringContaining('NOT NULL'), unavailable: false });
    expect(countCommits() - before).toBe(1);
    expect(storedNames()).toEqual(names.filter((name) => name !== 'n500'));
  });

  it('syncs each commit, unless all of its commands may be lost by a power failure', async () => {
    const readSync: Command = { kind: 'query', sql: 'PRAGMA synchronous', parameters: [], mayBeLost: true };
    const select: Command = { kind: 'query', sql: 'SELECT 1 AS one', parameters: [] };
    const progress: Command = {
      kind: 'transaction',
      statements: [{ sql: `INSERT INTO settings (name, value) VALUES ('n1', 'v')`, parameters: [] }],
      mayBeLost: true,
    };
    const syncOf = async (...commands: Command[]): Promise<unknown> =>
      (await send([readSync, ...commands]))[0];
    const [normal, full] = [1, 2].map((synchronous) => ({ ok: true, value: [{ synchronous }] }));
    expect(await syncOf()).toEqual(normal);
    expect(await syncOf(put('n0', 'v'))).toEqual(full);
    expect(await syncOf(select, progress)).toEqual(normal);
    expect(await syncOf({ kind: 'refund', reservationId: 'res_none', now: 1 })).toEqual(full);
    // A process that starts after this one was killed finds what was not synced, too.
    expect(storedNames()).toEqual(['n0', 'n1']);
  });

  it('undoes all changes of a failing command, and of no other', async () => {
    await send([put('n1', 'v')]);
    const move: Command = {
      kind: 'query',
      sql: `INSERT INTO settings (name, value) VALUES ('n2', 'v'), ('n1', 'again')`,
      parameters: [],
    };
    const results = await send([put('n0', 'v'), move, put('n3', 'v')]);
    expect(results.map((result) => result.ok)).toEqual([true, false, true]);
    expect(storedNames()).toEqual(['n0', 'n1', 'n3']);
  });

  it('fails all commands and stores none if COMMIT fails', async () => {
    const before = countCommits();
    // A deferred foreign key check makes COMMIT itself fail.
    const defer: Command = { kind: 'query', sql: 'PRAGMA defer_foreign_keys = ON', parameters: [] };
    const orphan: Command = {
      kind: 'query',
      sql: `INSERT INTO keys (id, account_id, hash, hint, name, scopes, created_at)
            VALUES ('key_1', 'acc_missing', 'hash', '', '', '*', 1)`,
      parameters: [],
    };
    const results = await send([defer, orphan, ...names.map((name) => put(name, 'v'))]);
    expect(results.filter((result) => result.ok)).toEqual([]);
    expect(countCommits() - before).toBe(0);
    expect(storedNames()).toEqual([]);
    expect(await send([put('n1', 'v')])).toMatchObject([{ ok: true }]);
    expect(storedNames()).toEqual(['n1']);
  });

  it('reports success for exactly the stored commands when the database is full', async () => {
    await send([{ kind: 'query', sql: 'PRAGMA max_page_count = 40', parameters: [] }]);
    const results = await send(names.slice(0, 30).map((name) => put(name, 'v'.repeat(10_000))));
    const reported = names.slice(0, 30).filter((_, index) => results[index]?.ok);
    expect(storedNames()).toEqual(reported);
    expect(results.find((result) => !result.ok)).toMatchObject({ unavailable: true });
  });
});

describe('reservations', () => {
  const select = (sql: string): Command => ({ kind: 'query', sql, parameters: [] });
  const balances = select('SELECT available, held FROM accounts');
  const readValue = ([result]: readonly CommandResult[]): unknown => (result?.ok ? result.value : result);
  beforeEach(async () => {
    await send([
      select(`INSERT INTO accounts (id, name, available, created_at) VALUES ('acc_1', '', 10, 1)`),
      select(`INSERT INTO keys (id, account_id, hash, hint, name, scopes, created_at, budget_key_id)
              VALUES ('key_1', 'acc_1', 'hash', '', '', '*', 1, 'key_1')`),
    ]);
  });

  it('are one commit together with their charge, and never a row', async () => {
    const before = countCommits();
    expect(readValue(await send([reserve('res_1')]))).toEqual({ kind: 'reserved', available: 7 });
    expect(countCommits() - before).toBe(0);
    expect(readValue(await send([settle('res_1')]))).toEqual({ kind: 'done', available: 7 });
    expect(countCommits() - before).toBe(1);
    const written = await send([select('SELECT kind, amount FROM entries ORDER BY id')]);
    expect(readValue(written)).toEqual([
      { kind: 'reserve', amount: 3 },
      { kind: 'settle', amount: 3 },
    ]);
  });

  it('are seen by queries, and by reservations of the same credits', async () => {
    await send([reserve('res_1', 6)]);
    expect(readValue(await send([reserve('res_2', 6)]))).toEqual({ kind: 'insufficient', available: 4 });
    expect(readValue(await send([balances]))).toEqual([{ available: 4, held: 6 }]);
    expect(readValue(await send([select('SELECT id FROM reservations')]))).toEqual([{ id: 'res_1' }]);
    expect(readValue(await send([settle('res_1')]))).toEqual({ kind: 'done', available: 4 });
    expect(readValue(await send([select('SELECT id FROM reservations')]))).toEqual([]);
  });

  it('remain when a commit fails, after which they are written before they are confirmed', async () => {
    await send([reserve('res_1')]);
    const orphan = `INSERT INTO keys (id, account_id, hash, hint, name, scopes, created_at)
      VALUES ('key_2', 'acc_missing', 'hash_2', '', '', '*', 1)`;
    const results = await send([select('PRAGMA defer_foreign_keys = ON'), select(orphan), settle('res_1')]);
    expect(results.filter((result) => result.ok)).toEqual([]);
    const before = countCommits();
    expect(readValue(await send([reserve('res_2')]))).toEqual({ kind: 'reserved', available: 4 });
    expect(countCommits() - before).toBe(1);
    expect(await send([settle('res_1'), settle('res_2'), settle('res_1')])).toMatchObject(
      ['done', 'done', 'gone'].map((kind) => ({ value: { kind } })),
    );
    expect(readValue(await send([balances]))).toEqual([{ available: 4, held: 0 }]);
  });

  it('are rejected if their id is used, and if the database rejects their amount', async () => {
    const results = await send([reserve('res_1'), reserve('res_1'), reserve('res_2', -1)]);
    expect(results.map((result) => result.ok)).toEqual([true, false, false]);
    expect(readValue(await send([balances]))).toEqual([{ available: 7, held: 3 }]);
  });
});
