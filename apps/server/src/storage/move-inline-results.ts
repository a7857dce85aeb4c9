import type { Driver } from './driver.ts';
import { inlineResponseMax, responsePrefix, responseSuffix } from './stored-response.ts';
import type { StoredResults } from './stored-results.ts';

/**
 * Moves bodies that earlier versions kept in the database into the blob store: a few at a time, each whole before its
 * row goes, so that it can be interrupted and that several nodes can do it at once.
 */
export async function moveInlineResults(
  { query }: Driver,
  results: StoredResults,
  now: number,
): Promise<void> {
  await query('DELETE FROM results_inline WHERE expires_at <= $1', [now]);
  for (;;) {
    const [row] = await query('SELECT * FROM results_inline LIMIT 1');
    if (row === undefined) break;
    const id = String(row['id']);
    const owner = { accountId: String(row['account_id']), operation: String(row['operation']) };
    const staged = await results.stage(toBody(String(row['body'])));
    await results.keep(staged, owner, Number(row['expires_at']), id);
    await query('DELETE FROM results_inline WHERE id = $1', [id]);
  }
  for (;;) {
    const [row] = await query(
      `SELECT account_id, operation, idempotency_key, response, expires_at FROM idempotency
       WHERE LENGTH(response) > $1 LIMIT 1`,
      [inlineResponseMax],
    );
    if (row === undefined) break;
    const owner = { accountId: String(row['account_id']), operation: String(row['operation']) };
    const staged = await results.stage(toBody(String(row['response'])));
    await results.keep(staged, owner, Number(row['expires_at']));
    await query(
      `UPDATE idempotency SET response = NULL, response_digest = $4
       WHERE account_id = $1 AND operation = $2 AND idempotency_key = $3`,
      [owner.accountId, owner.operation, String(row['idempotency_key']), staged.digest],
    );
  }
}

const toBody = (dataJson: string): Buffer[] => [Buffer.from(`${responsePrefix}${dataJson}${responseSuffix}`)];
