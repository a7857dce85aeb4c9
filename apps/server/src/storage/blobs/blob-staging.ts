import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { OpenBlob, StagedBlob } from './blob-store.ts';
import { isNotFoundError, openBlobFile, toStorageError } from './open-blob-file.ts';

/** Level 1 takes a third of the time of level 6, for results that are about a fifth larger. */
const gzipLevel = 1;
/** Bytes hashed at once: less than a millisecond of the event loop. */
const sliceBytes = 512 * 1024;
/** Age of files that no running process can still need. */
const staleMs = 24 * 3_600_000;

/**
 * Writes contents to temporary, private files of this node, compressed. Compression runs in libuv's threads.
 *
 * The format is gzip, not Zstandard: HTTP clients accept it as it is stored, and decompressing it for other clients
 * needs 44 KiB of inflate state instead of a window of megabytes.
 */
export class BlobStaging {
  readonly #parent: string;
  readonly #folder: string;
  readonly #isShared: boolean;
  #opened: Promise<void> | undefined;

  /**
   * @param parent folder of the staging folders; created with the first blob
   * @param isShared whether other processes stage there, too; if so, only files older than a day are removed
   */
  constructor(parent: string, isShared: boolean) {
    this.#parent = parent;
    this.#folder = join(parent, randomUUID());
    this.#isShared = isShared;
  }

  /**
   * Stages the concatenated chunks as one blob, synced to the disk.
   *
   * @throws the reason of `signal` when it is aborted; no file is left then
   * @throws {StorageUnavailableError} if the disk is full or fails
   */
  async stage(chunks: Iterable<Uint8Array>, signal?: AbortSignal): Promise<StagedBlob> {
    signal?.throwIfAborted();
    await this.#openOnce();
    const path = join(this.#folder, randomUUID());
    const file = await this.#create(path);
    try {
      const info = await compressInto(file, chunks, signal);
      await file.sync();
      return { path, ...info };
    } catch (error) {
      await rm(path, { force: true }).catch(() => undefined);
      signal?.throwIfAborted();
      throw toStorageError(error);
    } finally {
      await file.close();
    }
  }

  /** Opens a staged blob for one reader. Its file is unlinked, so the space is freed when the blob is closed. */
  async openOnce(staged: StagedBlob): Promise<OpenBlob> {
    const blob = await openBlobFile(staged.path);
    await this.discard(staged);
    if (blob === undefined) throw new Error(`the staged blob ${staged.digest} is missing`);
    return blob;
  }

  /** Removes a staged blob; one that was added to a store stays in the store. */
  async discard(staged: StagedBlob): Promise<void> {
    await rm(staged.path, { force: true });
  }

  /** Removes this node's staging folder. */
  async close(): Promise<void> {
    if (this.#opened !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }

  /** Creates a file, and the folder again if another process removed it as a leftover. */
  async #create(path: string): Promise<FileHandle> {
    try {
      return await open(path, 'wx', 0o600).catch(async (error: unknown) => {
        if (!isNotFoundError(error)) throw error;
        await mkdir(this.#folder, { recursive: true, mode: 0o700 });
        return open(path, 'wx', 0o600);
      });
    } catch (error) {
      throw toStorageError(error);
    }
  }

  #openOnce(): Promise<void> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw toStorageError(error);
    });
    return this.#opened;
  }

  /** Creates the folder and removes leftovers of processes that were killed. */
  async #open(): Promise<void> {
    await mkdir(this.#parent, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#parent)) {
      const path = join(this.#parent, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.NEGATIVE_INFINITY }));
      if (!this.#isShared || Date.now() - mtimeMs > staleMs) await rm(path, { recursive: true, force: true });
    }
    await mkdir(this.#folder, { mode: 0o700 });
  }
}

async function compressInto(
  file: FileHandle,
  chunks: Iterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<{ digest: string; size: number; storedSize: number }> {
  const hash = createHash('sha256');
  let size = 0;
  let storedSize = 0;
  function* slices(): Generator<Uint8Array> {
    for (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += sliceBytes) {
        const slice = chunk.subarray(at, at + sliceBytes);
        hash.update(slice);
        size += slice.length;
        yield slice;
      }
    }
  }
  await pipeline(
    Readable.from(slices(), { objectMode: true, highWaterMark: 1 }),
    createGzip({ level: gzipLevel, chunkSize: 256 * 1024 }),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const part of compressed) {
        for (let at = 0; at < part.length; ) {
          const { bytesWritten } = await file.write(part, at);
          at += bytesWritten;
          storedSize += bytesWritten;
        }
      }
    },
    { signal },
  );
  return { digest: hash.digest('hex'), size, storedSize };
}
