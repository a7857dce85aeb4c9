import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { gunzipIfCompressed, installModelFolder } from './model-store.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function emptyDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'models-'));
  folders.push(folder);
  return folder;
}

const write = (content: string) => (folder: string) => writeFile(join(folder, 'model.bin'), content);

describe('installModelFolder', () => {
  it('makes the files visible under the name of the model', async () => {
    const modelsDir = join(emptyDir(), 'new');
    await installModelFolder(modelsDir, 'en-pt', write('weights'));
    expect(readdirSync(modelsDir)).toEqual(['en-pt']);
    expect(readFileSync(join(modelsDir, 'en-pt', 'model.bin'), 'utf8')).toBe('weights');
  });

  it('removes the files when writing fails', async () => {
    const modelsDir = emptyDir();
    const failing = installModelFolder(modelsDir, 'en-pt', async (folder) => {
      await write('half')(folder);
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(readdirSync(modelsDir)).toEqual([]);
  });

  it('keeps the model that another process installed first', async () => {
    const modelsDir = emptyDir();
    await installModelFolder(modelsDir, 'en-pt', write('first'));
    await installModelFolder(modelsDir, 'en-pt', write('second'));
    expect(readdirSync(modelsDir)).toEqual(['en-pt']);
    expect(readFileSync(join(modelsDir, 'en-pt', 'model.bin'), 'utf8')).toBe('first');
  });
});

describe('gunzipIfCompressed', () => {
  it('unpacks gzip and returns other bytes unchanged', async () => {
    const bytes = Buffer.from('weights');
    expect(Buffer.from(await gunzipIfCompressed(gzipSync(bytes), 100))).toEqual(bytes);
    expect(await gunzipIfCompressed(bytes, 100)).toBe(bytes);
  });

  it('throws when the unpacked bytes exceed the maximum', async () => {
    await expect(gunzipIfCompressed(gzipSync(Buffer.alloc(1000)), 100)).rejects.toThrow(RangeError);
  });
});
