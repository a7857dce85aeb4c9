import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Command, CommandResult, GroupResult } from './commands.ts';

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
  worker.postMessage(commands);
  const [reply] = (await replied) as [GroupResult];
  return reply.results;
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

/** What a process that starts after a crash would read. */
function storedNames(): string[] {
  const reader = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = reader.prepare("SELECT name FROM settings WHERE name LIKE 'n%' ORDER BY name").all();
    return rows.map((row) => String(row['name']));
  } finally {
    reader.close();
  }
}

describe('a group of 1,000 commands', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `n${String(index).padStart(3, '0')}`);

  it('is stored with one commit', async () => {
    const before = countCommits();
    const answers = await send(names.map((name) => put(name, 'v')));
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(countCommits() - before).toBe(1);
    expect(storedNames()).toEqual(names);
  });

  it('is stored with one commit without the one that fails', async () => {
    const before = countCommits();
    const answers = await send(names.map((name) => put(name, name === 'n500' ? null : 'v')));
    expect(answers.flatMap((answer, index) => (answer.ok ? [] : [index]))).toEqual([500]);
    expect(answers[500]).toMatchObject({ message: expect.stringContaining('NOT NULL'), unavailable: false });
    expect(countCommits() - before).toBe(1);
    expect(storedNames()).toEqual(names.filter((name) => name !== 'n500'));
  });

  it('undoes all that a failing command had changed', async () => {
    await send([put('n1', 'v')]);
    const move: Command = {
      kind: 'query',
      sql: `INSERT INTO settings (name, value) VALUES ('n2', 'v'), ('n1', 'again')`,
      parameters: [],
    };
    const answers = await send([put('n0', 'v'), move, put('n3', 'v')]);
    expect(answers.map((answer) => answer.ok)).toEqual([true, false, true]);
    expect(storedNames()).toEqual(['n0', 'n1', 'n3']);
  });

  it('is a failure for all, and nothing is stored, when COMMIT fails', async () => {
    const before = countCommits();
    // A foreign key that is checked at the end only makes COMMIT itself fail.
    const defer: Command = { kind: 'query', sql: 'PRAGMA defer_foreign_keys = ON', parameters: [] };
    const orphan: Command = {
      kind: 'query',
      sql: `INSERT INTO keys (id, account_id, hash, hint, name, scopes, created_at)
            VALUES ('key_1', 'acc_missing', 'hash', '', '', '*', 1)`,
      parameters: [],
    };
    const answers = await send([defer, orphan, ...names.map((name) => put(name, 'v'))]);
    expect(answers.filter((answer) => answer.ok)).toEqual([]);
    expect(countCommits() - before).toBe(0);
    expect(storedNames()).toEqual([]);
    expect(await send([put('n1', 'v')])).toMatchObject([{ ok: true }]);
    expect(storedNames()).toEqual(['n1']);
  });

  it('reports exactly what is stored when the database is full', async () => {
    await send([{ kind: 'query', sql: 'PRAGMA max_page_count = 40', parameters: [] }]);
    const answers = await send(names.slice(0, 30).map((name) => put(name, 'v'.repeat(10_000))));
    const reported = names.slice(0, 30).filter((_, index) => answers[index]?.ok);
    expect(storedNames()).toEqual(reported);
    expect(answers.find((answer) => !answer.ok)).toMatchObject({ unavailable: true });
  });
});
