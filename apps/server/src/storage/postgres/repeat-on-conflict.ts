import { isConflictError, isStaleStatementError } from './is-unavailable-error.ts';

const attemptsMax = 5;

/**
 * Runs a transaction, and repeats it after a deadlock or a serialization failure, which roll it back because of others, and
 * after a newer node has changed the columns of a prepared statement.
 *
 * @throws The error of the work; that of the last attempt if all of them conflict.
 */
export async function repeatOnConflict<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attemptsMax || !(isConflictError(error) || isStaleStatementError(error))) throw error;
    }
  }
}
