/**
 * SQLSTATE classes and codes of a server that is currently unable to work: connection exceptions, insufficient
 * resources (a full disk among them), shutdown, system errors, a read-only standby, a statement timeout.
 * Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const sqlStates = /^(?:08...|53...|57P0[123]|58...|25006|57014)$/;
const systemErrors = /^E(?:CONN|HOST|NET|TIMEDOUT|PIPE|AI_AGAIN|NOTFOUND|NOENT)/;
/** Messages of errors of the driver `pg`, which have no code. */
const driverErrors = /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/** Returns whether a query failed because the server could not be reached or could not work, whatever the query. */
export function isUnavailableError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    return sqlStates.test(error.code) || systemErrors.test(error.code);
  }
  return driverErrors.test(error.message);
}
