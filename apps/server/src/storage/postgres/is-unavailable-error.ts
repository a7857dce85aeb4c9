/**
 * SQLSTATE classes and codes of a server that is currently unable to work: connection exceptions, insufficient
 * resources (a full disk among them), shutdown, system errors, a read-only standby, a statement timeout.
 * Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const unavailableStates = /^(?:08...|53...|57P0[123]|58...|25006|57014)$/;
/** Those of a connection that is refused or was lost. */
const connectionStates = /^(?:08...|57P0[123])$/;
const conflictStates = /^(?:40001|40P01)$/;
const systemErrors = /^E(?:CONN|HOST|NET|TIMEDOUT|PIPE|AI_AGAIN|NOTFOUND|NOENT)/;
/** Messages of errors of the driver `pg`, which have no code. */
const lostMessages = /^Connection terminated/;
const timeoutMessages = /^(?:timeout exceeded when trying to connect|Query read timeout)/;

/** Returns whether a query failed because the server could not be reached or could not work, whatever the query. */
export function isUnavailableError(error: unknown): boolean {
  if (isConnectionError(error)) return true;
  if (!(error instanceof Error)) return false;
  return unavailableStates.test(codeOf(error) ?? '') || timeoutMessages.test(error.message);
}

/** Returns whether a connection was refused or lost: whether the change was made is unknown then. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code === undefined) return lostMessages.test(error.message);
  return connectionStates.test(code) || systemErrors.test(code);
}

/** Returns whether a transaction was rolled back because of others, and can be repeated. */
export function isConflictError(error: unknown): boolean {
  return error instanceof Error && conflictStates.test(codeOf(error) ?? '');
}

/**
 * Returns whether a prepared statement returns other columns than before, since a newer node has changed a table: it was not
 * executed, and has to be prepared again.
 */
export function isStaleStatementError(error: unknown): boolean {
  return (
    error instanceof Error &&
    codeOf(error) === '0A000' &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  );
}

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;
