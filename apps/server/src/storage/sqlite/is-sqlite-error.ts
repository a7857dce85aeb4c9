/** Primary result codes of SQLite, https://www.sqlite.org/rescode.html. */
const resultCodes = {
  busy: 5,
  readOnly: 8,
  ioError: 10,
  full: 13,
  cannotOpen: 14,
  constraint: 19,
  notADatabase: 26,
} as const;

/** A primary result code by name. */
export type SqliteCondition = keyof typeof resultCodes;

/** Returns whether an error thrown by `node:sqlite` has one of these primary result codes. */
export function isSqliteError(error: unknown, ...conditions: readonly SqliteCondition[]): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  return conditions.some((condition) => resultCodes[condition] === code);
}
