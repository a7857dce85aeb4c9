/** The first migrations, in SQL that both databases understand; see migrations.ts. */
export const firstMigrations: readonly string[] = [
  `CREATE TABLE accounts (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     available {int} NOT NULL DEFAULT 0 CHECK (available >= 0),
     held {int} NOT NULL DEFAULT 0 CHECK (held >= 0),
     created_at {int} NOT NULL
   );
   CREATE TABLE keys (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     hash TEXT NOT NULL UNIQUE,
     hint TEXT NOT NULL,
     name TEXT NOT NULL,
     scopes TEXT NOT NULL,
     given {int} NOT NULL DEFAULT 0,
     expires_at {int},
     revoked_at {int},
     rate_per_minute {int},
     budget {int},
     spent {int} NOT NULL DEFAULT 0,
     last_used_at {int},
     created_at {int} NOT NULL
   );
   CREATE INDEX keys_by_account ON keys (account_id);
   CREATE TABLE nodes (
     id TEXT PRIMARY KEY,
     seen_at {int} NOT NULL
   );
   CREATE TABLE reservations (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL,
     key_id TEXT NOT NULL,
     node_id TEXT NOT NULL,
     amount {int} NOT NULL CHECK (amount >= 0),
     operation TEXT NOT NULL,
     request_id TEXT NOT NULL,
     created_at {int} NOT NULL
   );
   CREATE TABLE entries (
     id {id},
     account_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     debit TEXT NOT NULL,
     credit TEXT NOT NULL,
     amount {int} NOT NULL CHECK (amount >= 0),
     key_id TEXT,
     operation TEXT,
     request_id TEXT,
     note TEXT,
     created_at {int} NOT NULL
   );
   CREATE INDEX entries_by_account ON entries (account_id, id);
   CREATE UNIQUE INDEX entries_opening ON entries (account_id) WHERE kind = 'opening';
   CREATE TABLE idempotency (
     account_id TEXT NOT NULL,
     operation TEXT NOT NULL,
     idempotency_key TEXT NOT NULL,
     fingerprint TEXT NOT NULL,
     reservation_id TEXT NOT NULL,
     response TEXT,
     expires_at {int} NOT NULL,
     PRIMARY KEY (account_id, operation, idempotency_key)
   );
   CREATE INDEX idempotency_by_reservation ON idempotency (reservation_id);
   CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
   CREATE TABLE results (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL,
     operation TEXT NOT NULL,
     body TEXT NOT NULL,
     expires_at {int} NOT NULL
   );
   CREATE INDEX results_by_expiry ON results (expires_at);
   CREATE TABLE rate_windows (
     key_id TEXT PRIMARY KEY,
     window_start {int} NOT NULL,
     taken {int} NOT NULL
   );
   CREATE TABLE settings (
     name TEXT PRIMARY KEY,
     value TEXT NOT NULL
   );`,
  'ALTER TABLE idempotency ADD COLUMN response_digest TEXT',
  // Results move to the blob store. Bodies of earlier versions stay in results_inline until the next start moves them.
  `ALTER TABLE results RENAME TO results_inline;
   DROP INDEX results_by_expiry;
   CREATE TABLE results (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL,
     operation TEXT NOT NULL,
     digest TEXT NOT NULL,
     expires_at {int} NOT NULL
   );
   CREATE INDEX results_by_expiry ON results (expires_at);
   CREATE INDEX results_by_digest ON results (digest);
   CREATE TABLE blobs (
     digest TEXT PRIMARY KEY,
     account_id TEXT NOT NULL,
     size {int} NOT NULL,
     stored_size {int} NOT NULL,
     expires_at {int} NOT NULL
   );
   CREATE INDEX blobs_by_expiry ON blobs (expires_at);
   CREATE INDEX blobs_by_account ON blobs (account_id, expires_at);
   CREATE TABLE blob_parts (
     digest TEXT NOT NULL,
     part {int} NOT NULL,
     bytes {bytes} NOT NULL,
     PRIMARY KEY (digest, part)
   );`,
  // Reservations taken from a node that was considered dead: if it was only slow, it must not regard them as settled.
  `ALTER TABLE nodes ADD COLUMN beats {int} NOT NULL DEFAULT 0;
   CREATE TABLE released (
     reservation_id TEXT PRIMARY KEY,
     released_at {int} NOT NULL
   );`,
  // The key whose row has the budget and the credits spent: the first one of a series of rotated keys.
  `ALTER TABLE keys ADD COLUMN budget_key_id TEXT;
   UPDATE keys SET budget_key_id = id;`,
  // Results that an equal request may receive again: the hash of the request, and when the result was made.
  `ALTER TABLE results ADD COLUMN fingerprint TEXT;
   ALTER TABLE results ADD COLUMN created_at {int};
   CREATE INDEX results_by_fingerprint ON results (account_id, operation, fingerprint, created_at);`,
  // A progress is in ten-thousandths. `attempt` identifies a run of a job; `failures` counts those that ended by a fault.
  `CREATE TABLE jobs (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL,
     key_id TEXT NOT NULL,
     operation TEXT NOT NULL,
     priority TEXT NOT NULL,
     start_tag {int} NOT NULL,
     status TEXT NOT NULL,
     attempt {int} NOT NULL DEFAULT 0,
     failures {int} NOT NULL DEFAULT 0,
     node_id TEXT,
     request_id TEXT NOT NULL,
     metadata TEXT NOT NULL,
     input TEXT,
     input_digest TEXT,
     progress {int} NOT NULL DEFAULT 0,
     progress_message TEXT,
     event_count {int} NOT NULL DEFAULT 0,
     credits {int} NOT NULL DEFAULT 0,
     result TEXT,
     result_digest TEXT,
     error TEXT,
     created_at {int} NOT NULL,
     started_at {int},
     finished_at {int},
     expires_at {int}
   );
   CREATE INDEX jobs_waiting ON jobs (operation, priority, start_tag) WHERE status = 'queued';
   CREATE INDEX jobs_waiting_by_account ON jobs (account_id, operation, priority, start_tag) WHERE status = 'queued';
   CREATE INDEX jobs_running ON jobs (node_id) WHERE status = 'running';
   CREATE INDEX jobs_by_account ON jobs (account_id, created_at, id);
   CREATE INDEX jobs_by_input ON jobs (input_digest) WHERE input_digest IS NOT NULL;
   CREATE INDEX jobs_by_expiry ON jobs (expires_at) WHERE expires_at IS NOT NULL;
   CREATE TABLE job_events (
     job_id TEXT NOT NULL,
     number {int} NOT NULL,
     progress {int} NOT NULL,
     progress_message TEXT,
     created_at {int} NOT NULL,
     PRIMARY KEY (job_id, number)
   );
   CREATE TABLE job_metadata (
     job_id TEXT NOT NULL,
     account_id TEXT NOT NULL,
     name TEXT NOT NULL,
     value TEXT NOT NULL,
     PRIMARY KEY (job_id, name)
   );
   CREATE INDEX job_metadata_by_value ON job_metadata (account_id, name, value);`,
  "CREATE INDEX entries_of_charges ON entries (account_id, created_at) WHERE kind = 'settle'",
  // The requests of a batch are jobs; `batch_order` counts those that have ended.
  `CREATE TABLE batches (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL,
     key_id TEXT NOT NULL,
     operation TEXT NOT NULL,
     request_id TEXT NOT NULL,
     metadata TEXT NOT NULL,
     status TEXT NOT NULL,
     node_id TEXT,
     total {int} NOT NULL DEFAULT 0,
     ended {int} NOT NULL DEFAULT 0,
     created_at {int} NOT NULL,
     finished_at {int},
     expires_at {int}
   );
   CREATE INDEX batches_by_account ON batches (account_id, created_at, id);
   CREATE INDEX batches_in_progress ON batches (status) WHERE status IN ('receiving', 'running');
   CREATE INDEX batches_by_expiry ON batches (expires_at) WHERE expires_at IS NOT NULL;
   ALTER TABLE jobs ADD COLUMN batch_id TEXT;
   ALTER TABLE jobs ADD COLUMN batch_index {int};
   ALTER TABLE jobs ADD COLUMN batch_order {int};
   ALTER TABLE jobs ADD COLUMN custom_id TEXT;
   DROP INDEX jobs_by_account;
   CREATE INDEX jobs_by_account ON jobs (account_id, created_at, id) WHERE batch_id IS NULL;
   CREATE INDEX jobs_of_batch ON jobs (batch_id, status) WHERE batch_id IS NOT NULL;
   CREATE INDEX jobs_of_batch_ended ON jobs (batch_id, batch_order) WHERE batch_order IS NOT NULL;
   CREATE INDEX jobs_of_batch_canceled ON jobs (batch_id) WHERE status = 'canceled' AND batch_order IS NULL;
   CREATE INDEX jobs_staged ON jobs (batch_id, batch_index) WHERE status = 'staged';`,
  // `crashes` counts attempts that ended by the death of their node, which any other work may have caused.
  'ALTER TABLE jobs ADD COLUMN crashes {int} NOT NULL DEFAULT 0',
  // `notify`: 1 if the account had a webhook when the job or batch was added, 2 once its end was announced.
  `CREATE TABLE webhooks (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL,
     url TEXT NOT NULL,
     events TEXT NOT NULL,
     secret TEXT NOT NULL,
     old_secret TEXT,
     old_secret_until {int},
     failing_since {int},
     disabled_at {int},
     created_at {int} NOT NULL
   );
   CREATE INDEX webhooks_by_account ON webhooks (account_id);
   CREATE TABLE deliveries (
     id TEXT NOT NULL,
     webhook_id TEXT NOT NULL,
     event TEXT NOT NULL,
     body TEXT NOT NULL,
     status TEXT NOT NULL,
     attempts {int} NOT NULL DEFAULT 0,
     next_attempt_at {int} NOT NULL,
     response_status {int},
     error TEXT,
     created_at {int} NOT NULL,
     finished_at {int},
     PRIMARY KEY (webhook_id, id)
   );
   CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE status = 'pending';
   CREATE INDEX deliveries_by_time ON deliveries (webhook_id, created_at, id);
   CREATE INDEX deliveries_by_end ON deliveries (finished_at) WHERE finished_at IS NOT NULL;
   ALTER TABLE jobs ADD COLUMN notify {int} NOT NULL DEFAULT 0;
   ALTER TABLE batches ADD COLUMN notify {int} NOT NULL DEFAULT 0;
   CREATE INDEX jobs_to_announce ON jobs (finished_at) WHERE notify = 1 AND finished_at IS NOT NULL;
   CREATE INDEX batches_to_announce ON batches (finished_at) WHERE notify = 1 AND finished_at IS NOT NULL;`,
  // Sums of a batch, so that its state can be read without counting its requests. The id of a crawl's batch is that of
  // its job; it grows while the crawl runs.
  `ALTER TABLE batches ADD COLUMN succeeded {int} NOT NULL DEFAULT 0;
   ALTER TABLE batches ADD COLUMN failed {int} NOT NULL DEFAULT 0;
   ALTER TABLE batches ADD COLUMN credits {int} NOT NULL DEFAULT 0;
   ALTER TABLE batches ADD COLUMN is_growing {int} NOT NULL DEFAULT 0;
   UPDATE batches SET
     succeeded = (SELECT COUNT(*) FROM jobs WHERE batch_id = batches.id AND status = 'succeeded'),
     failed = (SELECT COUNT(*) FROM jobs WHERE batch_id = batches.id AND status = 'failed'),
     credits = (SELECT COALESCE(SUM(credits), 0) FROM jobs WHERE batch_id = batches.id);
   CREATE TABLE crawls (
     id TEXT PRIMARY KEY,
     attempt {int} NOT NULL,
     scope_url TEXT,
     has_sitemaps {int} NOT NULL DEFAULT 0,
     read_order {int} NOT NULL DEFAULT 0,
     taken {int} NOT NULL DEFAULT 0,
     disallowed {int} NOT NULL DEFAULT 0
   );
   CREATE TABLE crawl_urls (
     crawl_id TEXT NOT NULL,
     position {int} NOT NULL,
     url TEXT NOT NULL,
     depth {int},
     PRIMARY KEY (crawl_id, position)
   )`,
  // The finished pages of a job's result, which can be read before the rest.
  `CREATE TABLE job_pages (
     job_id TEXT NOT NULL,
     position {int} NOT NULL,
     page {int} NOT NULL,
     format TEXT NOT NULL,
     content TEXT NOT NULL,
     PRIMARY KEY (job_id, position)
   );
   CREATE UNIQUE INDEX job_pages_by_page ON job_pages (job_id, page)`,
  'ALTER TABLE accounts ADD COLUMN disabled_at {int}',
  // Changes by administrators. Values are JSON.
  `CREATE TABLE audit (
     id {id},
     created_at {int} NOT NULL,
     actor TEXT NOT NULL,
     action TEXT NOT NULL,
     target TEXT NOT NULL,
     before_values TEXT,
     after_values TEXT,
     request_id TEXT
   );
   CREATE INDEX audit_by_target ON audit (target, id);
   CREATE INDEX audit_by_time ON audit (created_at)`,
  // Files that are part of results. Other rows have no media type.
  `ALTER TABLE results ADD COLUMN file_name TEXT;
   ALTER TABLE results ADD COLUMN media_type TEXT`,
];
