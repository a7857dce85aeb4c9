import { text, textOrNull } from './driver/columns.ts';
import type { Queryable, Row } from './driver/driver.ts';

/** Whose result it is, and of which operation. */
export interface ResultOwner {
  readonly accountId: string;
  readonly operation: string;
}

/** A request whose result may be used again. */
export interface ReusableRequest extends ResultOwner {
  /** Hash of the request: equal for equal requests. */
  readonly fingerprint: string;
}

/** A result to list. */
export interface ResultRow {
  readonly id: string;
  /** Hash of the request, if its result may be used again. */
  readonly fingerprint?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
  /** Present if the body is not a response, but a file that is part of one. */
  readonly file?: FileProperties | undefined;
}

/** The properties of a stored file. */
export interface FileProperties {
  readonly name: string;
  /** Such as `application/pdf`. */
  readonly mediaType: string;
}

/** A stored file and the SHA-256 (hex) of its content. */
export interface ListedFile extends FileProperties {
  readonly digest: string;
}

/** The rows of results, by which bodies in the blob store are found. */
export class ResultRows {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** Lists a body as a result; an id that is listed already is left unchanged. */
  async add(
    { id, fingerprint, createdAt, file }: ResultRow,
    { accountId, operation }: ResultOwner,
    digest: string,
    expiresAt: number,
  ): Promise<void> {
    await this.#database.query(
      `INSERT INTO results
         (id, account_id, operation, digest, expires_at, fingerprint, created_at, file_name, media_type)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`,
      [
        id,
        accountId,
        operation,
        digest,
        expiresAt,
        fingerprint ?? null,
        createdAt ?? null,
        file?.name ?? null,
        file?.mediaType ?? null,
      ],
    );
  }

  /** @returns the digest of a result of this owner that has not expired at `now` (ms since the epoch) */
  async find(id: string, { accountId, operation }: ResultOwner, now: number): Promise<string | undefined> {
    return digestOf(
      await this.#database.query(
        `SELECT digest FROM results WHERE id = $1 AND account_id = $2 AND operation = $3 AND expires_at > $4
           AND media_type IS NULL`,
        [id, accountId, operation, now],
      ),
    );
  }

  /** @returns the digest of the latest result of an equal request that was created at `since` or later */
  async findRecent(
    { accountId, operation, fingerprint }: ReusableRequest,
    since: number,
    now: number,
  ): Promise<string | undefined> {
    return digestOf(
      await this.#database.query(
        `SELECT digest FROM results WHERE account_id = $1 AND operation = $2 AND fingerprint = $3
           AND created_at >= $4 AND expires_at > $5 ORDER BY created_at DESC LIMIT 1`,
        [accountId, operation, fingerprint, since, now],
      ),
    );
  }

  /** @returns a file of this account that has not expired at `now` (ms since the epoch) */
  async findFile(id: string, accountId: string, now: number): Promise<ListedFile | undefined> {
    const [row] = await this.#database.query(
      `SELECT digest, file_name, media_type FROM results WHERE id = $1 AND account_id = $2 AND expires_at > $3
         AND media_type IS NOT NULL`,
      [id, accountId, now],
    );
    if (row === undefined) return undefined;
    const [name, mediaType] = [textOrNull(row, 'file_name') ?? '', text(row, 'media_type')];
    return { digest: text(row, 'digest'), name, mediaType };
  }

  /** Deletes the id of a result. */
  async delete(id: string): Promise<void> {
    await this.#database.query('DELETE FROM results WHERE id = $1', [id]);
  }
}

function digestOf([row]: readonly Row[]): string | undefined {
  return row && text(row, 'digest');
}
