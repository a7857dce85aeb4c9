import type { AuditAction, AuditChange } from '../storage/driver/audit-change.ts';
import type { AuditEntry, AuditFilter, AuditRepository } from '../storage/repositories/audit.ts';

/** Who makes a change. */
export interface AuditOrigin {
  /** Name of the admin token, or `bootstrap`. */
  readonly actor: string;
  /** Null for changes without a request. */
  readonly requestId: string | null;
}

/** The start of the service as the origin of changes. */
export const bootstrapOrigin: AuditOrigin = { actor: 'bootstrap', requestId: null };

/** A change without its origin and time. */
export interface AuditedChange {
  readonly action: AuditAction;
  readonly target: string;
  readonly before: object | null;
  readonly after: object | null;
}

/** Dependencies of an audit log. */
export interface AuditLogOptions {
  readonly store: { readonly audit: AuditRepository };
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with each change that was made. */
  readonly onChange: (change: AuditChange) => void;
}

/** Records changes by administrators: a row, in the transaction of the change, and a log line. */
export class AuditLog {
  readonly #audit: AuditRepository;
  readonly #now: () => number;
  readonly #onChange: (change: AuditChange) => void;

  constructor({ store, now, onChange }: AuditLogOptions) {
    this.#audit = store.audit;
    this.#now = now;
    this.#onChange = onChange;
  }

  /**
   * Makes a change in the database.
   *
   * @param write Makes the change and stores it as one transaction. It returns undefined or false if nothing has changed.
   * @returns The result of `write`.
   */
  async apply<Value>(
    origin: AuditOrigin,
    change: AuditedChange,
    write: (change: AuditChange) => Promise<Value>,
  ): Promise<Value> {
    const complete = { ...origin, ...change, createdAt: this.#now() };
    const value = await write(complete);
    if (value !== undefined && value !== false) this.#onChange(complete);
    return value;
  }

  /** Records a change outside of the database that has been made. */
  async record(origin: AuditOrigin, change: AuditedChange): Promise<void> {
    await this.apply(origin, change, async (complete) => {
      await this.#audit.insert(complete);
      return true;
    });
  }

  /** Returns recorded changes, the newest first. */
  list(filter: AuditFilter): Promise<AuditEntry[]> {
    return this.#audit.list(filter);
  }
}
