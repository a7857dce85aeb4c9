import { integer, text } from '../driver/columns.ts';
import type { Row, SqlValue } from '../driver/driver.ts';
import type { FinishOutcome, JobSuccess } from '../driver/ledger.ts';

/** How a job ends. */
export interface JobEnd {
  readonly credits: number;
  /** The batch that it belongs to; null if there is none. */
  readonly batchId: SqlValue;
  readonly now: number;
}

/** Returns why a job cannot end with a charge; undefined if it can. */
export function findJobRefusal({ attempt }: JobSuccess, row: Row | undefined): FinishOutcome | undefined {
  if (row === undefined || integer(row, 'attempt') !== attempt) return { kind: 'job_lost' };
  const status = text(row, 'status');
  if (status === 'running') return undefined;
  return { kind: status === 'succeeded' ? 'gone' : 'job_lost' };
}
