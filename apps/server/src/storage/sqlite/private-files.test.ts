import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

const modeOf = (...names: string[]): string => (statSync(join(folder, ...names)).mode & 0o7777).toString(8);
const fileNames = ['lock.sqlite', 'quern.sqlite', 'quern.sqlite-shm', 'quern.sqlite-wal'];

describe.skipIf(process.platform === 'win32')('the files of the embedded database', () => {
  it('are created with private modes even if the umask is 0', async () => {
    const umask = process.umask(0);
    const store = await open();
    process.umask(umask);
    expect([modeOf(), ...fileNames.map((name) => modeOf(name))]).toEqual(['700', '600', '600', '600', '600']);
    await store.close();
  });

  it('get private modes if the folder has mode 0755 and the files have mode 0644', async () => {
    await (await open()).close();
    chmodSync(folder, 0o755);
    for (const name of ['lock.sqlite', 'quern.sqlite']) chmodSync(join(folder, name), 0o644);
    // A leftover of a crash; empty, so that SQLite uses it as it is.
    writeFileSync(join(folder, 'quern.sqlite-wal'), '');
    chmodSync(join(folder, 'quern.sqlite-wal'), 0o644);
    const store = await open();
    expect([modeOf(), ...fileNames.map((name) => modeOf(name))]).toEqual(['700', '600', '600', '600', '600']);
    await store.close();
  });

  it('are not created in a folder that all users share, whose mode is left unchanged', async () => {
    mkdirSync(folder);
    chmodSync(folder, 0o1777);
    await expect(open()).rejects.toThrow(/shared by all users \(mode 1777\).*QUERN_DATA_DIR/);
    expect(modeOf()).toBe('1777');
  });

  it.runIf(process.platform === 'linux')(
    'are not created in a folder whose mode cannot be changed',
    async () => {
      await expect(open('/proc/self')).rejects.toThrow(/open to other users \(mode 555\).*chmod 700/);
    },
  );
});
