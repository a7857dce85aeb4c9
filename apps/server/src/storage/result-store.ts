import type { BlobStaging } from './blobs/blob-staging.ts';
import type { BlobStore, OpenBlob, StagedBlob } from './blobs/blob-store.ts';
import type { Driver, Row } from './driver.ts';

export interface ResultStoreOptions {
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
/** A store that is full is emptied to this share of its size. */
const fullShare = 0.9;

/**
 * Response bodies that can be requested again, by the id of a result or by an idempotency key, until they expire. The
 * bodies are in a blob store; the database has who owns them, how large they are and when they expire. A blob is listed there before it
 * exists and until after it is removed, so that none is ever lost track of.
 */
export class ResultStore {
  readonly #query: Driver['query'];
  readonly #blobs: BlobStore;
  readonly #staging: BlobStaging;
  readonly #bytesMax: number;
  /** Bytes in the store, as far as this node knows; exact after every sweep. */
  #bytes = 0;
  #evicting: Promise<void> | undefined;
  /** Additions and removals of one digest wait for each other. */
  readonly #digestsInUse = new Map<string, Promise<unknown>>();

  constructor({ query, blobs, staging, bytesMax }: ResultStoreOptions) {
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
  async save(staged: StagedBlob, owner: ResultOwner, expiresAt: number, resultId?: string): Promise<void> {
    // Before the row is there: a count of all rows that follows has it once.
    this.#bytes += staged.storedSize;
    await this.#alone(staged.digest, async () => {
      await this.#query(
        `INSERT INTO blobs (digest, account_id, size, stored_size, expires_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (digest) DO UPDATE SET expires_at =
           CASE WHEN excluded.expires_at > blobs.expires_at THEN excluded.expires_at ELSE blobs.expires_at END`,
        [staged.digest, owner.accountId, staged.size, staged.storedSize, expiresAt],
      );
      await this.#blobs.add(staged);
    });
    if (resultId !== undefined) {
      await this.#query(
        `INSERT INTO results (id, account_id, operation, digest, expires_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO NOTHING`,
        [resultId, owner.accountId, owner.operation, staged.digest, expiresAt],
      );
    }
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
  async deleteId(id: string): Promise<void> {
    await this.#query('DELETE FROM results WHERE id = $1', [id]);
  }

  /** Whether a request with this idempotency key has a stored response. */
  async hasStoredResponse({ accountId, operation }: ResultOwner, key: string, now: number): Promise<boolean> {
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
        await this.#query(
          'SELECT digest, expires_at FROM blobs WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2',
          [now, batchMax],
        ),
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

  /** Makes more room than is needed now, so that a full store does not evict, and count, with every addition. */
  async #evictUntilItFits(): Promise<void> {
    await this.#countBytes();
    if (this.#bytes <= this.#bytesMax) return;
    const target = this.#bytesMax * fullShare;
    while (this.#bytes > target) {
      const candidates = await this.#query(
        `SELECT digest, stored_size, expires_at FROM blobs WHERE account_id = (
           SELECT account_id FROM blobs GROUP BY account_id ORDER BY SUM(stored_size) DESC LIMIT 1
         ) ORDER BY expires_at LIMIT $1`,
        [batchMax],
      );
      if (candidates.length === 0) return;
      const evicted: Row[] = [];
      for (let excess = this.#bytes - target, at = 0; excess > 0 && at < candidates.length; at += 1) {
        const candidate = candidates[at];
        if (candidate === undefined) break;
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

  /** Removes the bodies, then the rows that list them. A body that was added again in the meantime stays. */
  async #removeBlobs(rows: readonly Row[]): Promise<number> {
    for (const row of rows) {
      const digest = String(row['digest']);
      await this.#alone(digest, async () => {
        const [now] = await this.#query('SELECT expires_at FROM blobs WHERE digest = $1', [digest]);
        if (now !== undefined && Number(now['expires_at']) > Number(row['expires_at'])) return;
        await this.#blobs.remove([digest]);
        await this.#query('DELETE FROM results WHERE digest = $1', [digest]);
        await this.#query('DELETE FROM blobs WHERE digest = $1', [digest]);
      });
    }
    return rows.length;
  }

  /** Does work on a digest when no other work on it is under way in this process. */
  async #alone(digest: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.#digestsInUse.get(digest) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => undefined);
    this.#digestsInUse.set(digest, settled);
    try {
      await turn;
    } finally {
      if (this.#digestsInUse.get(digest) === settled) this.#digestsInUse.delete(digest);
    }
  }
}
