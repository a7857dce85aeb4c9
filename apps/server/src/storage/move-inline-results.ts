import type { Driver, Row } from './driver.ts';
import type { ResultStore } from './result-store.ts';
import { inlineResponseMax, responsePrefix, responseSuffix } from './stored-response.ts';

/** Responses that one look at the table finds. */
const batchMax = 1000;

/**
 * Moves bodies that earlier versions kept in the database into the blob store: a few at a time, each whole before its
 * row goes, so that it can be interrupted and that several nodes can do it at once.
 */
export async function moveInlineResults({ query }: Driver, results: ResultStore, now: number): Promise<void> {
  await query('DELETE FROM results_inline WHERE expires_at <= $1', [now]);
  for (;;) {
    const [row] = await query('SELECT * FROM results_inline LIMIT 1');
    if (row === undefined) break;
    const id = String(row['id']);
    const owner = { accountId: String(row['account_id']), operation: String(row['operation']) };
    const staged = await results.stage(toBody(String(row['body'])));
    await results.save(staged, owner, Number(row['expires_at']), id);
    await query('DELETE FROM results_inline WHERE id = $1', [id]);
  }
  for (;;) {
    // Without their bodies: each batch reads the whole table once.
    const rows = await query(
      `SELECT account_id, operation, idempotency_key FROM idempotency WHERE LENGTH(response) > $1 LIMIT $2`,
      [inlineResponseMax, batchMax],
    );
    if (rows.length === 0) break;
    for (const row of rows) await moveResponse(query, results, row);
  }
}

async function moveResponse(query: Driver['query'], results: ResultStore, key: Row): Promise<void> {
  const where = 'account_id = $1 AND operation = $2 AND idempotency_key = $3';
  const parameters = ['account_id', 'operation', 'idempotency_key'].map((column) => String(key[column]));
  const [row] = await query(`SELECT response, expires_at FROM idempotency WHERE ${where}`, parameters);
  // Another node may have moved it.
  if (typeof row?.['response'] !== 'string') return;
  const [accountId = '', operation = ''] = parameters;
  const staged = await results.stage(toBody(row['response']));
  await results.save(staged, { accountId, operation }, Number(row['expires_at']));
  await query(`UPDATE idempotency SET response = NULL, response_digest = $4 WHERE ${where}`, [
    ...parameters,
    staged.digest,
  ]);
}

const toBody = (dataJson: string): Buffer[] => [Buffer.from(`${responsePrefix}${dataJson}${responseSuffix}`)];
