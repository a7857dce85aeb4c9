import type { BlobStaging } from './blobs/blob-staging.ts';
import type { BlobStore, OpenBlob, StagedBlob } from './blobs/blob-store.ts';
import type { Driver } from './driver.ts';

export interface StoredResultsOptions {
  readonly query: Driver['query'];
  readonly blobs: BlobStore;
  readonly staging: BlobStaging;
  /** Bytes that all stored results may have together, compressed. */
  readonly bytesMax: number;
}

export interface ResultOwner {
  readonly accountId: string;
  readonly operation: string;
}

/** Blobs that one round of eviction or sweeping removes. */
const batchMax = 200;

/**
 * Response bodies that can be requested again, by the id of a result or by an idempotency key, until they expire. The
 * bodies are in a blob store; the database has who owns them, how large they are and when they expire. A blob is listed there before it
 * exists and until after it is removed, so that none is ever lost track of.
 */
export class StoredResults {
  readonly #query: Driver['query'];
  readonly #blobs: BlobStore;
  readonly #staging: BlobStaging;
  readonly #bytesMax: number;
  /** Bytes in the store, as far as this node knows; exact after every sweep. */
  #bytes = 0;
  #evicting: Promise<void> | undefined;

  constructor({ query, blobs, staging, bytesMax }: StoredResultsOptions) {
    this.#query = query;
    this.#blobs = blobs;
    this.#staging = staging;
    this.#bytesMax = bytesMax;
  }

  /** Bytes of all stored results, compressed. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Writes a body to a temporary file. It is to be kept, read once or discarded. */
  stage(chunks: Iterable<Uint8Array>, signal?: AbortSignal): Promise<StagedBlob> {
    return this.#staging.stage(chunks, signal);
  }

  openOnce(staged: StagedBlob): Promise<OpenBlob> {
    return this.#staging.openOnce(staged);
  }

  discard(staged: StagedBlob): Promise<void> {
    return this.#staging.discard(staged);
  }

  /**
   * Keeps a staged body until `expiresAt` (ms since the epoch), under the id of a result if it has one. When the store is
   * over its size then, the results that expire first make room: those of the account that holds most.
   */
  async keep(staged: StagedBlob, owner: ResultOwner, expiresAt: number, resultId?: string): Promise<void> {
    await this.#query(
      `INSERT INTO blobs (digest, account_id, size, stored_size, expires_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (digest) DO UPDATE SET expires_at =
         CASE WHEN excluded.expires_at > blobs.expires_at THEN excluded.expires_at ELSE blobs.expires_at END`,
      [staged.digest, owner.accountId, staged.size, staged.storedSize, expiresAt],
    );
    await this.#blobs.add(staged);
    if (resultId !== undefined) {
      await this.#query(
        `INSERT INTO results (id, account_id, operation, digest, expires_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO NOTHING`,
        [resultId, owner.accountId, owner.operation, staged.digest, expiresAt],
      );
    }
    this.#bytes += staged.storedSize;
    if (this.#bytes > this.#bytesMax) await this.#evict();
  }

  /** The body of a result; undefined when there is none of this id and owner, or it has expired or was evicted. */
  async find(id: string, { accountId, operation }: ResultOwner, now: number): Promise<OpenBlob | undefined> {
    const [row] = await this.#query(
      'SELECT digest FROM results WHERE id = $1 AND account_id = $2 AND operation = $3 AND expires_at > $4',
      [id, accountId, operation, now],
    );
    return row && this.#blobs.open(String(row['digest']));
  }

  /** The body that an idempotent response refers to; undefined when it was evicted. */
  open(digest: string): Promise<OpenBlob | undefined> {
    return this.#blobs.open(digest);
  }

  /** Takes an id back; its body goes when it expires. */
  async removeId(id: string): Promise<void> {
    await this.#query('DELETE FROM results WHERE id = $1', [id]);
  }

  /** Whether a request with this idempotency key has a stored response. */
  async isAnswered({ accountId, operation }: ResultOwner, key: string, now: number): Promise<boolean> {
    const rows = await this.#query(
      `SELECT 1 AS found FROM idempotency WHERE account_id = $1 AND operation = $2 AND idempotency_key = $3
         AND (response IS NOT NULL OR response_digest IS NOT NULL) AND expires_at > $4`,
      [accountId, operation, key, now],
    );
    return rows.length > 0;
  }

  /** Removes what has expired at `now` (ms since the epoch), and counts the bytes again. Can be repeated. */
  async sweep(now: number): Promise<void> {
    await this.#query('DELETE FROM results WHERE expires_at <= $1', [now]);
    await this.#query(
      `DELETE FROM idempotency
       WHERE expires_at <= $1 AND (response IS NOT NULL OR response_digest IS NOT NULL)`,
      [now],
    );
    for (let removed = batchMax; removed === batchMax; ) {
      removed = await this.#removeBlobs(
        await this.#query('SELECT digest FROM blobs WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2', [
          now,
          batchMax,
        ]),
      );
    }
    await this.#countBytes();
    if (this.#bytes > this.#bytesMax) await this.#evict();
  }

  async close(): Promise<void> {
    await this.#staging.close();
  }

  #evict(): Promise<void> {
    this.#evicting ??= this.#evictUntilItFits().finally(() => {
      this.#evicting = undefined;
    });
    return this.#evicting;
  }

  async #evictUntilItFits(): Promise<void> {
    await this.#countBytes();
    while (this.#bytes > this.#bytesMax) {
      const candidates = await this.#query(
        `SELECT digest, stored_size FROM blobs WHERE account_id = (
           SELECT account_id FROM blobs GROUP BY account_id ORDER BY SUM(stored_size) DESC LIMIT 1
         ) ORDER BY expires_at LIMIT $1`,
        [batchMax],
      );
      if (candidates.length === 0) return;
      let excess = this.#bytes - this.#bytesMax;
      const evicted = [];
      for (const candidate of candidates) {
        if (excess <= 0) break;
        evicted.push(candidate);
        excess -= Number(candidate['stored_size']);
      }
      await this.#removeBlobs(evicted);
      await this.#countBytes();
    }
  }

  async #countBytes(): Promise<void> {
    const [row] = await this.#query('SELECT COALESCE(SUM(stored_size), 0) AS bytes FROM blobs');
    this.#bytes = Number(row?.['bytes'] ?? 0);
  }

  /** Removes the bodies, then the rows that say where they were. */
  async #removeBlobs(rows: readonly { readonly [column: string]: unknown }[]): Promise<number> {
    const digests = rows.map((row) => String(row['digest']));
    await this.#blobs.remove(digests);
    for (const digest of digests) {
      await this.#query('DELETE FROM results WHERE digest = $1', [digest]);
      await this.#query('DELETE FROM blobs WHERE digest = $1', [digest]);
    }
    return digests.length;
  }
}
