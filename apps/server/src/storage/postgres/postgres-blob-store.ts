import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { BlobStore, OpenBlob, StagedBlob } from '../blobs/blob-store.ts';
import { integer, text } from '../driver/columns.ts';
import type { Queryable } from '../driver/driver.ts';

/** Size of one row: small enough to buffer one per reader, large enough to amortize the round trip. */
const chunkBytes = 256 * 1024;

/**
 * Blobs in PostgreSQL, for nodes that share no folder: rows of 256 KiB in a separate table, written and read one by
 * one. A blob with missing rows cannot be opened.
 */
export class PostgresBlobStore implements BlobStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async add(staged: StagedBlob): Promise<void> {
    const file = await open(staged.path, 'r');
    try {
      for (let part = 0; part * chunkBytes < staged.storedSize; part += 1) {
        const bytes = Buffer.alloc(Math.min(chunkBytes, staged.storedSize - part * chunkBytes));
        await file.read(bytes, 0, bytes.length, part * chunkBytes);
        await this.#database.query(
          `INSERT INTO blob_parts (digest, part, bytes) VALUES ($1, $2, decode($3, 'base64'))
           ON CONFLICT (digest, part) DO UPDATE SET bytes = excluded.bytes`,
          [staged.digest, part, bytes.toString('base64')],
        );
      }
    } finally {
      await file.close();
      await rm(staged.path, { force: true });
    }
  }

  async open(digest: string): Promise<OpenBlob | undefined> {
    const [row] = await this.#database.query(
      `SELECT b.size, b.stored_size FROM blobs b WHERE b.digest = $1
         AND b.stored_size = (SELECT SUM(LENGTH(p.bytes)) FROM blob_parts p WHERE p.digest = b.digest)`,
      [digest],
    );
    if (row === undefined) return undefined;
    const storedSize = integer(row, 'stored_size');
    return {
      size: integer(row, 'size'),
      storedSize,
      stream: () =>
        Readable.from(this.#parts(digest, Math.ceil(storedSize / chunkBytes)), { highWaterMark: 1 }),
      close: async () => undefined,
    };
  }

  async remove(digests: readonly string[]): Promise<void> {
    for (const digest of digests)
      await this.#database.query('DELETE FROM blob_parts WHERE digest = $1', [digest]);
  }

  async *#parts(digest: string, count: number): AsyncGenerator<Buffer> {
    for (let part = 0; part < count; part += 1) {
      const [row] = await this.#database.query(
        `SELECT encode(bytes, 'base64') AS bytes FROM blob_parts WHERE digest = $1 AND part = $2`,
        [digest, part],
      );
      if (row === undefined)
        throw new Error(`part ${part} of the blob ${digest} was removed while it was read`);
      yield Buffer.from(text(row, 'bytes'), 'base64');
    }
  }
}
