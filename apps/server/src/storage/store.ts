import { BatchStore } from './batches/batch-store.ts';
import { CrawlStore } from './crawls/crawl-store.ts';
import { integer } from './driver/columns.ts';
import type { Driver } from './driver/driver.ts';
import type { Ledger } from './driver/ledger.ts';
import type { JobStore } from './jobs/job-store.ts';
import { type AccountRepository, SqlAccountRepository } from './repositories/accounts.ts';
import { type AuditRepository, SqlAuditRepository } from './repositories/audit.ts';
import { type KeyRepository, SqlKeyRepository } from './repositories/keys.ts';
import { type NodeRepository, SqlNodeRepository } from './repositories/nodes.ts';
import { type RateWindowRepository, SqlRateWindowRepository } from './repositories/rate-windows.ts';
import { type SettingRepository, SqlSettingRepository } from './repositories/settings.ts';
import { SqlUsageRepository, type UsageRepository } from './repositories/usage.ts';
import type { ResultStore } from './result-store.ts';
import { WebhookStore } from './webhooks/webhook-store.ts';

const writeProbe = 'write_probe';

/** Everything that the service stores, in one of the two databases and a blob store. */
export class Store {
  readonly dialect: Driver['dialect'];
  readonly ledger: Ledger;
  readonly accounts: AccountRepository;
  readonly keys: KeyRepository;
  readonly audit: AuditRepository;
  readonly nodes: NodeRepository;
  readonly settings: SettingRepository;
  readonly rateWindows: RateWindowRepository;
  readonly usage: UsageRepository;
  readonly results: ResultStore;
  readonly jobs: JobStore;
  readonly batches: BatchStore;
  readonly crawls: CrawlStore;
  readonly webhooks: WebhookStore;
  readonly #driver: Driver;
  /** Set when a write failed because the database was unavailable. */
  #needsWriteProbe = false;

  constructor(driver: Driver, results: ResultStore, jobs: JobStore) {
    this.#driver = driver;
    this.dialect = driver.dialect;
    this.ledger = driver.ledger;
    this.accounts = new SqlAccountRepository(driver);
    this.keys = new SqlKeyRepository(driver);
    this.audit = new SqlAuditRepository(driver);
    this.nodes = new SqlNodeRepository(driver);
    this.settings = new SqlSettingRepository(driver);
    this.rateWindows = new SqlRateWindowRepository(driver);
    this.usage = new SqlUsageRepository(driver);
    this.results = results;
    this.jobs = jobs;
    this.batches = new BatchStore(driver, jobs);
    this.crawls = new CrawlStore(driver, jobs, this.batches);
    this.webhooks = new WebhookStore(driver);
  }

  /** Makes the next `ping` write, too. */
  requireWriteProbe(): void {
    this.#needsWriteProbe = true;
  }

  /** Returns the time in milliseconds since the epoch by the database's clock, which all nodes share. */
  async now(): Promise<number> {
    if (this.dialect === 'sqlite') return Date.now();
    const [row] = await this.#driver.query(
      'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now',
    );
    return integer(row ?? {}, 'now');
  }

  /**
   * Resolves if the database can be read and, after a failed write, also written.
   *
   * @throws {StorageUnavailableError} If it cannot.
   */
  async ping(): Promise<void> {
    if (!this.#needsWriteProbe) {
      await this.#driver.query('SELECT 1 AS one');
      return;
    }
    // A full disk can still be read: only a write shows that the database is usable again.
    await this.settings.set(writeProbe, String(Date.now()));
    this.#needsWriteProbe = false;
  }

  async close(): Promise<void> {
    await this.jobs.close();
    await this.results.close();
    await this.#driver.close();
  }
}
