import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

describe('locking the data folder', () => {
  it('rejects a folder that another store has open, and names it', async () => {
    const store = await open();
    await expect(open()).rejects.toThrow(`${folder} is in use`);
    await store.close();
  });

  it('reports an unusable lock file as such, not as another process', async () => {
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
});
