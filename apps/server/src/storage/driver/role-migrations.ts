/** Roles of nodes, and jobs that a request waits for on another node. */
export const roleMigrations: readonly string[] = [
  // Nodes of earlier versions do everything.
  "ALTER TABLE nodes ADD COLUMN role TEXT NOT NULL DEFAULT 'all'",
  // Jobs that a request waits for on another node.
  `ALTER TABLE jobs ADD COLUMN waiter_id TEXT;
   ALTER TABLE jobs ADD COLUMN idempotency_key TEXT;
   ALTER TABLE jobs ADD COLUMN is_replay {int} NOT NULL DEFAULT 0;
   CREATE INDEX jobs_by_waiter ON jobs (waiter_id) WHERE waiter_id IS NOT NULL AND finished_at IS NULL`,
];
