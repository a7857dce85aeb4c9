import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobStore, OpenBlob, StagedBlob } from './blob-store.ts';
import { openBlobFile, toStorageError } from './open-blob-file.ts';
import { requireDigest } from './require-digest.ts';

/**
 * Blobs as files `ab/<digest>.gz` with mode 0600, in folders with mode 0700. A staged file is renamed into place and
 * its folder synced, so a blob is complete or absent, even after a power failure. The staging folder must be on the
 * same file system.
 */
export class FileBlobStore implements BlobStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(staged: StagedBlob): Promise<void> {
    await this.#add(staged).catch((error: unknown) => {
      throw toStorageError(error);
    });
  }

  async #add(staged: StagedBlob): Promise<void> {
    const path = this.pathOf(staged.digest);
    const folder = dirname(path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(staged.path, path);
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  async open(digest: string): Promise<OpenBlob | undefined> {
    return openBlobFile(this.pathOf(digest));
  }

  /** Open readers can still read to the end. */
  async remove(digests: readonly string[]): Promise<void> {
    for (const digest of digests) await rm(this.pathOf(digest), { force: true });
  }

  /** Path of the file of a blob, whether it exists or not. */
  pathOf(digest: string): string {
    return join(this.#folder, requireDigest(digest).slice(0, 2), `${digest}.gz`);
  }
}
