/** Values that both SQLite and PostgreSQL take and return. Numbers are integers (milliseconds, credits); JSON is text. */
export type SqlValue = string | number | null;

/** One SQL statement with the parameters `$1`, `$2` … */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}
