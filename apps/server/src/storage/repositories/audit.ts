import { type AuditChange, auditStatements } from '../driver/audit-change.ts';
import { integer, text, textOrNull } from '../driver/columns.ts';
import type { Driver, Row } from '../driver/driver.ts';

/** A stored change by an administrator. */
export interface AuditEntry extends Omit<AuditChange, 'action' | 'before' | 'after'> {
  readonly id: number;
  /** Of this or a later version of the service. */
  readonly action: string;
  readonly before: AuditValues | null;
  readonly after: AuditValues | null;
}

/** Values that were changed, by name. */
export type AuditValues = Readonly<Record<string, unknown>>;

/** Which entries to list. */
export interface AuditFilter {
  /** First time, ms since the epoch. */
  readonly from?: number | undefined;
  /** First time after the period, ms since the epoch. */
  readonly to?: number | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  /** Only entries whose id is below. */
  readonly before: number;
  readonly limit: number;
}

/** Stores and lists changes by administrators. Entries are never changed or deleted. */
export interface AuditRepository {
  /** Stores a change that is not part of the database, such as that of a file. */
  insert(change: AuditChange): Promise<void>;
  /** Returns entries, the newest first. */
  list(filter: AuditFilter): Promise<AuditEntry[]>;
}

/** Audited changes in either database. */
export class SqlAuditRepository implements AuditRepository {
  readonly #database: Pick<Driver, 'query' | 'transaction'>;

  constructor(database: Pick<Driver, 'query' | 'transaction'>) {
    this.#database = database;
  }

  async insert(change: AuditChange): Promise<void> {
    await this.#database.transaction(auditStatements(change));
  }

  async list({ from, to, action, target, before, limit }: AuditFilter): Promise<AuditEntry[]> {
    const rows = await this.#database.query(
      `SELECT * FROM audit
       WHERE id < $1 AND created_at >= $2 AND created_at < $3
         AND (CAST($4 AS TEXT) IS NULL OR action = $4) AND (CAST($5 AS TEXT) IS NULL OR target = $5)
       ORDER BY id DESC LIMIT $6`,
      [before, from ?? 0, to ?? Number.MAX_SAFE_INTEGER, action ?? null, target ?? null, limit],
    );
    return rows.map(toEntry);
  }
}

const toEntry = (row: Row): AuditEntry => ({
  id: integer(row, 'id'),
  createdAt: integer(row, 'created_at'),
  actor: text(row, 'actor'),
  action: text(row, 'action'),
  target: text(row, 'target'),
  before: toObject(textOrNull(row, 'before_values')),
  after: toObject(textOrNull(row, 'after_values')),
  requestId: textOrNull(row, 'request_id'),
});

/** Written by `auditParameters`. */
const toObject = (json: string | null): AuditValues | null =>
  json === null ? null : (JSON.parse(json) as AuditValues);
