import type { BatchEnd, BatchStore } from '../batches/batch-store.ts';
import { integer, integerOrNull, text, textOrNull } from '../driver/columns.ts';
import type { Driver, Row, Statement } from '../driver/driver.ts';
import type { Job, JobClaim } from '../jobs/job.ts';
import { claimIsValidSql } from '../jobs/job-rows.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { CrawlPage, CrawlProgress, CrawlTotals, CrawlUrl, StoredCrawl } from './crawl.ts';

/** The operation that requests the pages. */
const pageOperation = 'scrape';
/** Rows that one statement reads, or one transaction adds. */
const rowsMax = 500;
const readRowsMax = 10_000;

/** Condition that an attempt is the latest one of a crawl. Parameters: crawl, attempt. */
const isLatestSql = 'EXISTS (SELECT 1 FROM crawls WHERE id = $1 AND attempt = $2)';

/** Parameters: crawl, attempt, job, input, URL. The page is not added if the crawl was canceled. */
const addPageSql = `INSERT INTO jobs (id, account_id, key_id, operation, priority, start_tag, status, request_id,
    metadata, input, created_at, batch_id, batch_index, custom_id)
  SELECT CAST($3 AS TEXT), account_id, key_id, operation, 'batch', 0, 'staged', request_id, '{}',
    CAST($4 AS TEXT), created_at, id, total, CAST($5 AS TEXT)
  FROM batches WHERE id = $1 AND status = 'running' AND ${isLatestSql}`;

/** The claim of a crawl was lost: another attempt continues it, or it was canceled. */
export class CrawlLostError extends Error {
  constructor(id: string) {
    super(`the crawl ${id} was canceled, or is continued by another attempt`);
    this.name = 'CrawlLostError';
  }
}

/**
 * Crawls, in either database. A crawl is a job; its pages are the requests of a batch with the same id, which grows while
 * they are found. Every change requires that it is made by the latest attempt.
 */
export class CrawlStore {
  readonly #database: Pick<Driver, 'query' | 'transaction'>;
  readonly #jobs: Pick<JobStore, 'enqueue'>;
  readonly #batches: Pick<BatchStore, 'cancel'>;

  constructor(
    database: Pick<Driver, 'query' | 'transaction'>,
    jobs: Pick<JobStore, 'enqueue'>,
    batches: Pick<BatchStore, 'cancel'>,
  ) {
    this.#database = database;
    this.#jobs = jobs;
    this.#batches = batches;
  }

  /**
   * Creates a crawl, or returns what earlier attempts of its job have done.
   *
   * @throws CrawlLostError
   */
  async open({ id, attempt, accountId, keyId, requestId, createdAt }: Job): Promise<StoredCrawl> {
    const [, , , rows = []] = await this.#database.transaction([
      {
        sql: `INSERT INTO batches
                (id, account_id, key_id, operation, request_id, metadata, status, created_at, is_growing)
              VALUES ($1, $2, $3, $4, $5, '{}', 'running', $6, 1) ON CONFLICT (id) DO NOTHING`,
        parameters: [id, accountId, keyId, pageOperation, requestId, createdAt],
      },
      {
        sql: `INSERT INTO crawls (id, attempt) SELECT id, attempt FROM jobs WHERE ${claimIsValidSql}
              ON CONFLICT (id) DO UPDATE SET attempt = excluded.attempt`,
        parameters: [id, attempt],
      },
      {
        // The crawl of a job that had failed and was replayed.
        sql: `UPDATE batches SET status = 'running', finished_at = NULL, expires_at = NULL, key_id = $3
              WHERE id = $1 AND is_growing = 1 AND status <> 'canceled' AND ${isLatestSql}`,
        parameters: [id, attempt, keyId],
      },
      {
        sql: `SELECT crawls.*, batches.total AS requested, batches.is_growing, (
                SELECT COUNT(*) FROM jobs WHERE batch_id = $1 AND status = 'succeeded' AND batch_order <= read_order
              ) AS returned
              FROM crawls JOIN batches ON batches.id = crawls.id WHERE crawls.id = $1 AND attempt = $2`,
        parameters: [id, attempt],
      },
    ]);
    const [row] = rows;
    if (row === undefined) throw new CrawlLostError(id);
    return { ...toStoredCrawl(row), urls: await this.#listUrls(id) };
  }

  /** Stores the progress, and URLs that were found after `known` others. @throws CrawlLostError */
  async record(
    claim: JobClaim,
    { scopeUrl, hasSitemaps, readOrder, taken, disallowed }: CrawlProgress,
    known: number,
    urls: readonly CrawlUrl[],
  ): Promise<void> {
    for (let start = 0; start < urls.length; start += rowsMax) {
      const part = urls.slice(start, start + rowsMax);
      await this.#change(claim, ...part.map((url, index) => insertUrl(claim, known + start + index, url)));
    }
    // After the URLs: if the node dies before, the results are read again, whose URLs are known then.
    await this.#change(claim, {
      sql: `UPDATE crawls SET scope_url = $3, has_sitemaps = $4, read_order = $5, taken = $6, disallowed = $7
            WHERE id = $1 AND attempt = $2`,
      parameters: [claim.id, claim.attempt, scopeUrl, hasSitemaps ? 1 : 0, readOrder, taken, disallowed],
    });
  }

  /**
   * Requests pages: queues them, and counts URLs as taken.
   *
   * @param progress what the crawl has done, the pages included
   * @throws CrawlLostError
   */
  async addPages(
    job: Job,
    { taken, disallowed }: Pick<CrawlProgress, 'taken' | 'disallowed'>,
    pages: readonly CrawlPage[],
  ): Promise<void> {
    const latest = [job.id, job.attempt];
    await this.#change(
      job,
      {
        sql: 'UPDATE crawls SET taken = $3, disallowed = $4 WHERE id = $1 AND attempt = $2',
        parameters: [...latest, taken, disallowed],
      },
      ...pages.flatMap(({ jobId, input, url }) => [
        { sql: addPageSql, parameters: [...latest, jobId, input, url] },
        {
          sql: `UPDATE batches SET total = total + 1 WHERE id = $1 AND status = 'running' AND ${isLatestSql}`,
          parameters: latest,
        },
      ]),
    );
    const { accountId, keyId } = job;
    const common = { accountId, keyId, operation: pageOperation, priority: 'batch' } as const;
    await this.#jobs.enqueue(
      pages.map(({ jobId }) => ({ ...common, id: jobId })),
      'staged',
    );
  }

  /** Ends a crawl whose pages have all ended. @throws CrawlLostError */
  async close(claim: JobClaim, { now, expiresAt }: BatchEnd): Promise<CrawlTotals> {
    const { id, attempt } = claim;
    const [, rows = []] = await this.#change(
      claim,
      {
        sql: `UPDATE batches SET is_growing = 0, status = 'ended', finished_at = $3, expires_at = $4
              WHERE id = $1 AND status = 'running' AND ${isLatestSql} RETURNING id`,
        parameters: [id, attempt, now, expiresAt],
      },
      { sql: 'SELECT succeeded, failed, credits FROM batches WHERE id = $1', parameters: [id] },
    );
    const row = rows[0] ?? {};
    return {
      succeeded: integer(row, 'succeeded'),
      failed: integer(row, 'failed'),
      credits: integer(row, 'credits'),
    };
  }

  /**
   * Ends the crawls whose jobs were canceled or have failed.
   *
   * @returns the ids of jobs of pages that may be running
   */
  async endAbandoned(end: BatchEnd): Promise<string[]> {
    const rows = await this.#database.query(
      `SELECT batches.id, batches.account_id, jobs.status FROM batches JOIN jobs ON jobs.id = batches.id
       WHERE batches.status = 'running' AND is_growing = 1 AND jobs.status IN ('canceled', 'failed')`,
    );
    const running: string[] = [];
    for (const row of rows) {
      if (text(row, 'status') === 'canceled') {
        const ids = await this.#batches.cancel(text(row, 'id'), text(row, 'account_id'), end);
        running.push(...(ids ?? []));
      } else {
        // The job may be replayed, so the crawl can still grow.
        await this.#database.query(
          `UPDATE batches SET status = 'ended', finished_at = $2, expires_at = $3
           WHERE id = $1 AND status = 'running' AND is_growing = 1 AND ended >= total
             AND EXISTS (SELECT 1 FROM jobs WHERE id = $1 AND status = 'failed')`,
          [text(row, 'id'), end.now, end.expiresAt],
        );
      }
    }
    return running;
  }

  /** Runs statements if the attempt is the latest one. @returns the rows of each */
  async #change(claim: JobClaim, ...statements: readonly Statement[]): Promise<Row[][]> {
    const [locked = [], ...rows] = await this.#database.transaction([
      {
        // Locks the row against other attempts.
        sql: 'UPDATE crawls SET attempt = attempt WHERE id = $1 AND attempt = $2 RETURNING id',
        parameters: [claim.id, claim.attempt],
      },
      ...statements,
    ]);
    if (locked.length === 0) throw new CrawlLostError(claim.id);
    return rows;
  }

  async #listUrls(id: string): Promise<CrawlUrl[]> {
    const urls: CrawlUrl[] = [];
    for (;;) {
      const rows = await this.#database.query(
        'SELECT url, depth FROM crawl_urls WHERE crawl_id = $1 AND position >= $2 ORDER BY position LIMIT $3',
        [id, urls.length, readRowsMax],
      );
      for (const row of rows) urls.push({ url: text(row, 'url'), depth: integerOrNull(row, 'depth') });
      if (rows.length < readRowsMax) return urls;
    }
  }
}

function insertUrl({ id, attempt }: JobClaim, position: number, { url, depth }: CrawlUrl): Statement {
  return {
    sql: `INSERT INTO crawl_urls (crawl_id, position, url, depth)
          SELECT id, CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS BIGINT)
          FROM crawls WHERE id = $1 AND attempt = $2`,
    parameters: [id, attempt, position, url, depth],
  };
}

function toStoredCrawl(row: Row): Omit<StoredCrawl, 'urls'> {
  return {
    scopeUrl: textOrNull(row, 'scope_url'),
    hasSitemaps: integer(row, 'has_sitemaps') === 1,
    readOrder: integer(row, 'read_order'),
    taken: integer(row, 'taken'),
    disallowed: integer(row, 'disallowed'),
    requested: integer(row, 'requested'),
    returned: integer(row, 'returned'),
    isClosed: integer(row, 'is_growing') === 0,
  };
}
