import type { SqlValue, Statement } from './statement.ts';

/** The kinds of changes that are audited. */
export type AuditAction =
  | 'account.create'
  | 'account.update'
  | 'credits.grant'
  | 'key.create'
  | 'key.update'
  | 'key.revoke'
  | 'key.rotate'
  | 'model.pull'
  | 'model.verify'
  | 'model.remove';

/** A change by an administrator. It contains no secret. */
export interface AuditChange {
  /** Name of the token that was used, or `bootstrap` for the start of the service. */
  readonly actor: string;
  readonly action: AuditAction;
  /** Id of the account, key or model. */
  readonly target: string;
  /** The values that have changed; null if there were none. */
  readonly before: object | null;
  readonly after: object | null;
  /** Null for changes without a request. */
  readonly requestId: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** The columns of `audit` in the order of `auditParameters`. */
export const auditColumns = 'created_at, actor, action, target, before_values, after_values, request_id';

/** Returns the values of a row of `audit`. */
export const auditParameters = (change: AuditChange): SqlValue[] => [
  change.createdAt,
  change.actor,
  change.action,
  change.target,
  change.before === null ? null : JSON.stringify(change.before),
  change.after === null ? null : JSON.stringify(change.after),
  change.requestId,
];

/** The values of a row of `audit` as expressions with the parameters from `$first` on. */
export const auditValues = (first: number): string =>
  ['BIGINT', ...Array.from({ length: 6 }, () => 'TEXT')]
    .map((type, index) => `CAST($${first + index} AS ${type})`)
    .join(', ');

/** The condition under which a change is made, with parameters from `$8` on. */
export interface AuditCondition {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/**
 * Returns the statement that stores a change, to be run in its transaction.
 *
 * @param change without one there is nothing to store
 * @param condition evaluated after the statements before it
 */
export function auditStatements(change: AuditChange | undefined, condition?: AuditCondition): Statement[] {
  if (change === undefined) return [];
  return [
    {
      sql: `INSERT INTO audit (${auditColumns}) SELECT ${auditValues(1)} WHERE ${condition?.sql ?? '1 = 1'}`,
      parameters: [...auditParameters(change), ...(condition?.parameters ?? [])],
    },
  ];
}
