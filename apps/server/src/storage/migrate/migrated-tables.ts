/** A table whose rows are migrated. */
export interface MigratedTable {
  readonly name: string;
  /** A column whose values the database generates. */
  readonly identity?: 'id';
  /** Sums that must be equal after the migration, as SQL expressions by their names. */
  readonly sums?: Readonly<Record<string, string>>;
}

/**
 * The tables that outlive the process that wrote them, those that others refer to first. Nodes, rate windows and released
 * reservations belong to processes, and parts of blobs to PostgreSQL.
 */
export const migratedTables: readonly MigratedTable[] = [
  { name: 'accounts', sums: { available: 'SUM(available)', held: 'SUM(held)' } },
  { name: 'keys', sums: { spent: 'SUM(spent)' } },
  {
    name: 'entries',
    identity: 'id',
    sums: Object.fromEntries(
      ['grant', 'reserve', 'settle', 'refund', 'revoke'].map((kind) => [
        kind,
        `SUM(CASE kind WHEN '${kind}' THEN amount ELSE 0 END)`,
      ]),
    ),
  },
  { name: 'idempotency' },
  { name: 'results' },
  { name: 'blobs', sums: { bytes: 'SUM(stored_size)' } },
  { name: 'jobs', sums: { credits: 'SUM(credits)' } },
  { name: 'job_events' },
  { name: 'job_metadata' },
  { name: 'job_pages' },
  { name: 'batches', sums: { credits: 'SUM(credits)' } },
  { name: 'crawls' },
  { name: 'crawl_urls' },
  { name: 'webhooks' },
  { name: 'deliveries' },
  { name: 'audit', identity: 'id' },
];
