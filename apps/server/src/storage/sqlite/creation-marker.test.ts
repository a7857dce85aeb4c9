import { mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'quern-files-'));
  folder = join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const open = (dataDir = folder): Promise<Store> => openStore({ dataDir, onIdleError: console.error });

describe('opening a database file', () => {
  it('names a file that is not a database', async () => {
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'quern.sqlite'),
      'not a database, but longer than a header of 100 bytes'.repeat(9),
    );
    await expect(open()).rejects.toThrow(/quern\.sqlite cannot be opened: file is not a database/);
  });

  it('rejects a file that was emptied, and keeps its log', async () => {
    await (await open()).close();
    const path = join(folder, 'quern.sqlite');
    truncateSync(path);
    await expect(open()).rejects.toThrow(/quern\.sqlite is empty.*restore a backup/);
    rmSync(`${path}.created`);
    writeFileSync(`${path}-wal`, 'frames');
    await expect(open()).rejects.toThrow(/quern\.sqlite is empty.*-wal shows that it had data/);
    expect(statSync(`${path}-wal`).size).toBe(6);
  });

  it('creates a database in an empty file if nothing shows that it had data', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'quern.sqlite'), '');
    const store = await open();
    expect(await store.accounts.list('', 1)).toEqual([]);
    await store.close();
  });
});
