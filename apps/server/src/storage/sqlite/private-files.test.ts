import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../open-store.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'quern-files-'));
  folder = join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const open = (dataDir = folder): Promise<Store> => openStore({ dataDir, onIdleError: console.error });
const modeOf = (...names: string[]): string => (statSync(join(folder, ...names)).mode & 0o7777).toString(8);
const fileNames = ['lock.sqlite', 'quern.sqlite', 'quern.sqlite-shm', 'quern.sqlite-wal'];

describe.skipIf(process.platform === 'win32')('the files of the embedded database', () => {
  it('are private when they are created, whatever the umask is', async () => {
    const umask = process.umask(0);
    const store = await open();
    process.umask(umask);
    expect([modeOf(), ...fileNames.map((name) => modeOf(name))]).toEqual(['700', '600', '600', '600', '600']);
    await store.close();
  });

  it('are made private when the folder has mode 0755 and the files have mode 0644', async () => {
    await (await open()).close();
    chmodSync(folder, 0o755);
    for (const name of ['lock.sqlite', 'quern.sqlite']) chmodSync(join(folder, name), 0o644);
    // Left over from a crash; empty, so that SQLite uses it as it is.
    writeFileSync(join(folder, 'quern.sqlite-wal'), '');
    chmodSync(join(folder, 'quern.sqlite-wal'), 0o644);
    const store = await open();
    expect([modeOf(), ...fileNames.map((name) => modeOf(name))]).toEqual(['700', '600', '600', '600', '600']);
    await store.close();
  });

  it('are not created in a folder that all users share, whose mode stays as it is', async () => {
    mkdirSync(folder);
    chmodSync(folder, 0o1777);
    await expect(open()).rejects.toThrow(/shared by all users \(mode 1777\).*QUERN_DATA_DIR/);
    expect(modeOf()).toBe('1777');
  });

  it.runIf(process.platform === 'linux')('are refused where the mode cannot be changed', async () => {
    await expect(open('/proc/self')).rejects.toThrow(/open to other users \(mode 555\).*chmod 700/);
  });
});

describe('starting on a damaged data folder', () => {
  it('reports a lock file that cannot be used as such, not as another process', async () => {
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'lock.sqlite'),
      'not a database, but longer than a header of 100 bytes'.repeat(9),
    );
    await expect(open()).rejects.toThrow(/cannot be locked: file is not a database/);
    rmSync(join(folder, 'lock.sqlite'));
    mkdirSync(join(folder, 'lock.sqlite'));
    await expect(open()).rejects.toThrow(/cannot be locked: unable to open/);
  });

  it('names the database file that cannot be opened', async () => {
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'quern.sqlite'),
      'not a database, but longer than a header of 100 bytes'.repeat(9),
    );
    await expect(open()).rejects.toThrow(/quern\.sqlite cannot be opened: file is not a database/);
  });

  it('refuses a database file that was emptied, and keeps its log', async () => {
    await (await open()).close();
    const path = join(folder, 'quern.sqlite');
    truncateSync(path);
    await expect(open()).rejects.toThrow(/quern\.sqlite is empty.*restore a backup/);
    rmSync(`${path}.created`);
    writeFileSync(`${path}-wal`, 'frames');
    await expect(open()).rejects.toThrow(/quern\.sqlite is empty.*-wal shows that it had data/);
    expect(statSync(`${path}-wal`).size).toBe(6);
  });

  it('starts with a new database where the file is empty and nothing shows that it had data', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'quern.sqlite'), '');
    const store = await open();
    expect(await store.accounts.list('', 1)).toEqual([]);
    await store.close();
  });
});
