import type { BlobStaging } from './blobs/blob-staging.ts';
import type { BlobStore, OpenBlob, StagedBlob } from './blobs/blob-store.ts';
import { integer, text } from './driver/columns.ts';
import type { Queryable, Row } from './driver/driver.ts';
import {
  type ListedFile,
  type ResultOwner,
  type ResultRow,
  ResultRows,
  type ReusableRequest,
} from './result-rows.ts';

/** The parts of a result store. */
export interface ResultStoreOptions {
  readonly database: Queryable;
  readonly blobs: BlobStore;
  readonly staging: BlobStaging;
  /** Maximum size of all stored results together, in compressed bytes. */
  readonly bytesMax: number;
}

/** A stored file that is open for reading. */
export interface StoredFile extends ListedFile {
  readonly blob: OpenBlob;
}

/** Blobs removed by one round of eviction or sweeping. */
const batchMax = 200;
/** Eviction stops at this share of the maximum size. */
const evictedShare = 0.9;
/** Share of the maximum size that the inputs of jobs may use. */
const pinnedShare = 0.5;
/** A blob whose expiry time is this or later is pinned; the rest of it is the time when it was pinned. */
const pinnedFrom = 4e15;
/** A pinned blob is this old, ms, before its job is missed: it is stored before the job. */
const pinnedAgeMin = 600_000;
/** How long the input of a job that has ended is kept, so that it can be run again, ms. */
const unpinnedRetentionMs = 24 * 3_600_000;

/**
 * Response bodies that can be requested again, by the id of a result or by an idempotency key, until they expire. The
 * bodies are in a blob store; the database has their owners, sizes and expiry times. A blob is listed in the database
 * before it is created and until after it is removed, so that none is orphaned.
 */
export class ResultStore {
  readonly #database: Queryable;
  readonly #rows: ResultRows;
  readonly #blobs: BlobStore;
  readonly #staging: BlobStaging;
  readonly #bytesMax: number;
  /** Compressed bytes in the store as this node knows them; exact after each sweep. */
  #bytes = 0;
  #evicting: Promise<void> | undefined;
  /** The last addition or removal of each digest that is in progress. */
  readonly #digestsInUse = new Map<string, Promise<unknown>>();

  constructor({ database, blobs, staging, bytesMax }: ResultStoreOptions) {
    this.#database = database;
    this.#rows = new ResultRows(database);
    this.#blobs = blobs;
    this.#staging = staging;
    this.#bytesMax = bytesMax;
  }

  /** Compressed bytes of all stored results. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Writes a body to a temporary file, which must then be saved, opened once or discarded. */
  stage(chunks: Iterable<Uint8Array>, signal?: AbortSignal): Promise<StagedBlob> {
    return this.#staging.stage(chunks, signal);
  }

  /** Opens a staged body for one reader; its file is removed. */
  openOnce(staged: StagedBlob): Promise<OpenBlob> {
    return this.#staging.openOnce(staged);
  }

  /** Removes a staged body. */
  discard(staged: StagedBlob): Promise<void> {
    return this.#staging.discard(staged);
  }

  /**
   * Stores a staged body until `expiresAt` (ms since the epoch), as a result with an id if there is one. If the
   * store then exceeds its size, results of the account that holds most are evicted, those that expire first.
   */
  async save(staged: StagedBlob, owner: ResultOwner, expiresAt: number, result?: ResultRow): Promise<void> {
    // Before the row exists, so that a concurrent count of all rows includes it at most once.
    this.#bytes += staged.storedSize;
    await this.#withDigestLock(staged.digest, async () => {
      await this.#database.query(
        `INSERT INTO blobs (digest, account_id, size, stored_size, expires_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (digest) DO UPDATE SET expires_at =
           CASE WHEN excluded.expires_at > blobs.expires_at THEN excluded.expires_at ELSE blobs.expires_at END`,
        [staged.digest, owner.accountId, staged.size, staged.storedSize, expiresAt],
      );
      await this.#blobs.add(staged);
    });
    if (result !== undefined) await this.#rows.add(result, owner, staged.digest, expiresAt);
    if (this.#bytes > this.#bytesMax) await this.#evict();
  }

  /**
   * Stores a staged body, the input of a job, until the job has ended. It is never evicted.
   *
   * @returns false if the inputs of jobs already use their share of the store; the body is discarded then
   */
  async pin(staged: StagedBlob, accountId: string, now: number): Promise<boolean> {
    const [row] = await this.#database.query(
      'SELECT COALESCE(SUM(stored_size), 0) AS bytes FROM blobs WHERE expires_at >= $1',
      [pinnedFrom],
    );
    if (integer(row ?? {}, 'bytes') + staged.storedSize > this.#bytesMax * pinnedShare) {
      await this.discard(staged);
      return false;
    }
    await this.save(staged, { accountId, operation: 'job' }, pinnedFrom + now);
    return true;
  }

  /** Keeps the inputs of jobs that are run again until they have ended. */
  async pinAgain(digests: readonly string[], now: number): Promise<void> {
    for (const digest of digests) {
      await this.#database.query('UPDATE blobs SET expires_at = $2 WHERE digest = $1', [
        digest,
        pinnedFrom + now,
      ]);
    }
  }

  /** Opens the body of a result. @returns undefined if this owner has none, or it has expired or was evicted */
  async find(id: string, owner: ResultOwner, now: number): Promise<OpenBlob | undefined> {
    const digest = await this.#rows.find(id, owner, now);
    return digest === undefined ? undefined : this.#blobs.open(digest);
  }

  /** Opens a file of a result. @returns undefined if this account has none, or it has expired or was evicted */
  async findFile(id: string, accountId: string, now: number): Promise<StoredFile | undefined> {
    const file = await this.#rows.findFile(id, accountId, now);
    const blob = file && (await this.#blobs.open(file.digest));
    return file && blob && { ...file, blob };
  }

  /**
   * Opens the latest result of an equal request of the same account.
   *
   * @param since ms since the epoch; older results are not returned
   */
  async findRecent(request: ReusableRequest, since: number, now: number): Promise<OpenBlob | undefined> {
    const digest = await this.#rows.findRecent(request, since, now);
    return digest === undefined ? undefined : this.#blobs.open(digest);
  }

  /** Opens the body that an idempotent response refers to. @returns undefined if it was evicted */
  open(digest: string): Promise<OpenBlob | undefined> {
    return this.#blobs.open(digest);
  }

  /** Deletes the id of a result; its body is removed when it expires. */
  async deleteId(id: string): Promise<void> {
    await this.#rows.delete(id);
  }

  /** Returns whether a response is stored for this idempotency key. */
  async hasStoredResponse({ accountId, operation }: ResultOwner, key: string, now: number): Promise<boolean> {
    const rows = await this.#database.query(
      `SELECT 1 AS found FROM idempotency WHERE account_id = $1 AND operation = $2 AND idempotency_key = $3
         AND (response IS NOT NULL OR response_digest IS NOT NULL) AND expires_at > $4`,
      [accountId, operation, key, now],
    );
    return rows.length > 0;
  }

  /** Removes everything that has expired at `now` (ms since the epoch), and recounts the bytes. */
  async sweep(now: number): Promise<void> {
    await this.#database.query('DELETE FROM results WHERE expires_at <= $1', [now]);
    await this.#database.query(
      `DELETE FROM idempotency
       WHERE expires_at <= $1 AND (response IS NOT NULL OR response_digest IS NOT NULL)`,
      [now],
    );
    await this.#database.query(
      `UPDATE blobs SET expires_at = $1 WHERE expires_at >= $2 AND expires_at < $3 AND NOT EXISTS (
         SELECT 1 FROM jobs WHERE jobs.input_digest = blobs.digest AND jobs.status IN ('queued', 'running')
       )`,
      [now + unpinnedRetentionMs, pinnedFrom, pinnedFrom + now - pinnedAgeMin],
    );
    for (let removed = batchMax; removed === batchMax; ) {
      removed = await this.#removeBlobs(
        await this.#database.query(
          'SELECT digest, expires_at FROM blobs WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2',
          [now, batchMax],
        ),
      );
    }
    await this.#countBytes();
    if (this.#bytes > this.#bytesMax) await this.#evict();
  }

  /** Resolves if the bodies can be stored and read, as far as it is known. @throws {StorageUnavailableError} */
  async ping(): Promise<void> {
    await this.#blobs.ping?.();
  }

  /** Removes the temporary files, and closes connections. */
  async close(): Promise<void> {
    await this.#staging.close();
    await this.#blobs.close?.();
  }

  #evict(): Promise<void> {
    this.#evicting ??= this.#evictToTarget().finally(() => {
      this.#evicting = undefined;
    });
    return this.#evicting;
  }

  /** Frees more than is needed now, so that a full store does not evict and recount at each addition. */
  async #evictToTarget(): Promise<void> {
    await this.#countBytes();
    if (this.#bytes <= this.#bytesMax) return;
    const target = this.#bytesMax * evictedShare;
    while (this.#bytes > target) {
      const candidates = await this.#database.query(
        `SELECT digest, stored_size, expires_at FROM blobs WHERE expires_at < $2 AND account_id = (
           SELECT account_id FROM blobs WHERE expires_at < $2
           GROUP BY account_id ORDER BY SUM(stored_size) DESC LIMIT 1
         ) ORDER BY expires_at LIMIT $1`,
        [batchMax, pinnedFrom],
      );
      if (candidates.length === 0) return;
      const evicted: Row[] = [];
      for (let excess = this.#bytes - target, at = 0; excess > 0 && at < candidates.length; at += 1) {
        const candidate = candidates[at];
        if (candidate === undefined) break;
        evicted.push(candidate);
        excess -= integer(candidate, 'stored_size');
      }
      await this.#removeBlobs(evicted);
      await this.#countBytes();
    }
  }

  async #countBytes(): Promise<void> {
    const [row] = await this.#database.query('SELECT COALESCE(SUM(stored_size), 0) AS bytes FROM blobs');
    this.#bytes = row === undefined ? 0 : integer(row, 'bytes');
  }

  /** Removes the bodies, then the rows that list them. A body that was added again in the meantime is kept. */
  async #removeBlobs(rows: readonly Row[]): Promise<number> {
    for (const row of rows) {
      const digest = text(row, 'digest');
      await this.#withDigestLock(digest, async () => {
        const [current] = await this.#database.query('SELECT expires_at FROM blobs WHERE digest = $1', [
          digest,
        ]);
        if (current !== undefined && integer(current, 'expires_at') > integer(row, 'expires_at')) return;
        await this.#blobs.remove([digest]);
        await this.#database.query('DELETE FROM results WHERE digest = $1', [digest]);
        await this.#database.query('DELETE FROM blobs WHERE digest = $1', [digest]);
      });
    }
    return rows.length;
  }

  /** Runs `work` when no other work on the same digest is in progress in this process. */
  async #withDigestLock(digest: string, work: () => Promise<void>): Promise<void> {
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
