import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BlobStaging } from './blob-staging.ts';
import { FileBlobStore } from './file-blob-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quern-blobs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const content = randomBytes(300_000);

describe('FileBlobStore', () => {
  it('returns a staged blob by the SHA-256 of its content, compressed as one gzip member', async () => {
    const staging = new BlobStaging(join(folder, 'staging'), false);
    const store = new FileBlobStore(folder);
    const staged = await staging.stage([content.subarray(0, 1000), content.subarray(1000)]);
    const digest = createHash('sha256').update(content).digest('hex');
    expect(staged).toMatchObject({ digest, size: content.length });
    await store.add(staged);
    expect(existsSync(staged.path)).toBe(false);
    const blob = await store.open(digest);
    expect(blob).toMatchObject({ size: content.length, storedSize: staged.storedSize });
    const stored = Buffer.concat((await blob?.stream().toArray()) ?? []);
    expect(stored.length).toBe(staged.storedSize);
    expect(gunzipSync(stored).equals(content)).toBe(true);
    await staging.close();
  });

  it('returns undefined after a blob was removed, while open readers read to the end', async () => {
    const staging = new BlobStaging(join(folder, 'staging'), false);
    const store = new FileBlobStore(folder);
    const staged = await staging.stage([content]);
    await store.add(staged);
    const open = await store.open(staged.digest);
    await store.remove([staged.digest, 'f'.repeat(64)]);
    expect(await store.open(staged.digest)).toBeUndefined();
    expect(gunzipSync(Buffer.concat((await open?.stream().toArray()) ?? [])).equals(content)).toBe(true);
    await staging.close();
  });

  it('rejects a text that is not a digest, such as a path', async () => {
    await expect(new FileBlobStore(folder).open('../../etc/passwd')).rejects.toThrow('is not a digest');
  });
});

describe('BlobStaging', () => {
  it('removes all leftovers of a folder that no other process uses', async () => {
    mkdirSync(join(folder, 'leftover'));
    const staging = new BlobStaging(folder, false);
    await staging.discard(await staging.stage([content]));
    expect(readdirSync(folder)).toHaveLength(1);
    expect(existsSync(join(folder, 'leftover'))).toBe(false);
    await staging.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes only leftovers older than a day from a shared folder', async () => {
    for (const name of ['old', 'new']) writeFileSync(join(folder, name), '');
    utimesSync(join(folder, 'old'), new Date(0), new Date(0));
    const staging = new BlobStaging(folder, true);
    await staging.discard(await staging.stage([content]));
    expect([existsSync(join(folder, 'old')), existsSync(join(folder, 'new'))]).toEqual([false, true]);
    await staging.close();
  });
});
