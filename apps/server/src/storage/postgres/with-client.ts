import type pg from 'pg';

/**
 * Runs work on one connection, which returns to the pool afterward.
 *
 * @throws The error of the work, or of connecting. The connection is closed then, which rolls back its transaction.
 */
export async function withClient<Value>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  // A lost connection rejects the query that is running, if there is one, and emits an event, which would end the
  // process without a listener. The pool listens to idle connections only.
  client.on('error', ignore);
  try {
    const value = await work(client);
    client.off('error', ignore);
    client.release();
    return value;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const ignore = (): void => undefined;
