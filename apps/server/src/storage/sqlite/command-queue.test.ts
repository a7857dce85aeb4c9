import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// clock: turns of the event loop are counted, not timed.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailableError } from '../driver/storage-unavailable-error.ts';
import { CommandQueue } from './command-queue.ts';
import type { Command } from './commands.ts';

let folder: string;
let queue: CommandQueue;
const onUnavailable = vi.fn();
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quern-queue-'));
  onUnavailable.mockClear();
  queue = await CommandQueue.open(join(folder, 'quern.sqlite'), onUnavailable);
});
afterEach(async () => {
  await queue.close();
  rmSync(folder, { recursive: true, force: true });
});

const query = (sql: string, ...parameters: string[]): Command => ({ kind: 'query', sql, parameters });
const put = (name: string, value: string): Command =>
  query('INSERT INTO settings (name, value) VALUES ($1, $2)', name, value);

describe('CommandQueue', () => {
  it('resolves each of 1,000 concurrent commands with its own rows', async () => {
    const numbers = Array.from({ length: 1000 }, (_, index) => String(index));
    const rows = await Promise.all(
      numbers.map((number) => queue.submit<Array<{ n: string }>>(query('SELECT $1 AS n', number))),
    );
    expect(rows.map(([row]) => row?.n)).toEqual(numbers);
  });

  it('commits the commands of consecutive turns of the event loop as one group, of four turns at most', async () => {
    const groups = vi.spyOn(Worker.prototype, 'postMessage');
    const pending: Promise<unknown>[] = [];
    const submit = (): void => void pending.push(queue.submit(query('SELECT 1')));
    const submitInTurns = async (turns: number): Promise<void> => {
      submit();
      for (let turn = 0; turn < turns; turn += 1) {
        submit();
        await nextTurn();
      }
    };
    await submitInTurns(3);
    expect(groups).not.toHaveBeenCalled();
    await Promise.all(pending);
    expect(groups).toHaveBeenCalledTimes(1);
    await submitInTurns(5);
    expect(groups).toHaveBeenCalledTimes(2);
    await Promise.all(pending);
    groups.mockRestore();
  });

  it('rejects only the failing one of several commands', async () => {
    const results = await Promise.allSettled([
      queue.submit(put('a', '1')),
      queue.submit(put('a', '2')),
      queue.submit(put('b', '3')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(onUnavailable).not.toHaveBeenCalled();
  });

  it('rejects with StorageUnavailableError and notifies the caller when the database is full', async () => {
    await queue.submit(query('PRAGMA max_page_count = 1'));
    await expect(queue.submit(put('large', 'x'.repeat(1_000_000)))).rejects.toThrow(StorageUnavailableError);
    expect(onUnavailable).toHaveBeenCalledTimes(1);
  });

  it('commits queued commands before it closes, and rejects later ones', async () => {
    const path = join(folder, 'quern.sqlite');
    const pending = queue.submit(put('last', '1'));
    await queue.close();
    await expect(pending).resolves.toEqual([]);
    await expect(queue.submit(put('late', '1'))).rejects.toThrow('the database is closed');
    queue = await CommandQueue.open(path, onUnavailable);
    expect(await queue.submit(query("SELECT name FROM settings WHERE name IN ('last', 'late')"))).toEqual([
      { name: 'last' },
    ]);
  });
});
