import { integer, text, textOrNull } from './driver/columns.ts';
import type { Queryable, Row } from './driver/driver.ts';
import { inlineBodyMax } from './driver/stored-body.ts';
import { responsePrefix, responseSuffix } from './response-envelope.ts';
import type { ResultStore } from './result-store.ts';

/** Responses found by one scan of the table. */
const batchMax = 1000;

/**
 * Moves bodies that earlier versions kept in the database to the blob store. Each body is stored completely before
 * its row is removed, so the move can be interrupted, and several nodes can do it at the same time.
 */
export async function moveInlineResults(
  database: Queryable,
  results: ResultStore,
  now: number,
): Promise<void> {
  await database.query('DELETE FROM results_inline WHERE expires_at <= $1', [now]);
  for (;;) {
    const [row] = await database.query('SELECT * FROM results_inline LIMIT 1');
    if (row === undefined) break;
    const id = text(row, 'id');
    const owner = { accountId: text(row, 'account_id'), operation: text(row, 'operation') };
    const staged = await results.stage(toBody(text(row, 'body')));
    await results.save(staged, owner, integer(row, 'expires_at'), { id });
    await database.query('DELETE FROM results_inline WHERE id = $1', [id]);
  }
  for (;;) {
    // Selects the keys only: with their bodies, a batch could be gigabytes.
    const rows = await database.query(
      `SELECT account_id, operation, idempotency_key FROM idempotency WHERE LENGTH(response) > $1 LIMIT $2`,
      [inlineBodyMax, batchMax],
    );
    if (rows.length === 0) break;
    for (const row of rows) await moveResponse(database, results, row);
  }
}

async function moveResponse(database: Queryable, results: ResultStore, key: Row): Promise<void> {
  const where = 'account_id = $1 AND operation = $2 AND idempotency_key = $3';
  const accountId = text(key, 'account_id');
  const operation = text(key, 'operation');
  const parameters = [accountId, operation, text(key, 'idempotency_key')];
  const [row] = await database.query(
    `SELECT response, expires_at FROM idempotency WHERE ${where}`,
    parameters,
  );
  const response = row && textOrNull(row, 'response');
  // Another node may have moved it.
  if (row === undefined || typeof response !== 'string') return;
  const staged = await results.stage(toBody(response));
  await results.save(staged, { accountId, operation }, integer(row, 'expires_at'));
  await database.query(`UPDATE idempotency SET response = NULL, response_digest = $4 WHERE ${where}`, [
    ...parameters,
    staged.digest,
  ]);
}

const toBody = (dataJson: string): Buffer[] => [Buffer.from(`${responsePrefix}${dataJson}${responseSuffix}`)];
