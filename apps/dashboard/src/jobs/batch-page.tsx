import { useSignal } from '@preact/signals';
import type { Batch, BatchResult, Quern } from '@quern/sdk';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { DataTable } from '../components/data-table.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { formatTime } from '../components/format.ts';
import { t } from '../messages/translate-message.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { ResultPane } from '../results/result-pane.tsx';
import { BatchStatus } from './batch-status.tsx';
import { type BatchRow, FollowedBatch } from './follow-batch.ts';
import { JobStatus } from './job-status.tsx';

interface BatchPageProps {
  readonly quern: Quern;
  readonly id: string;
}

/** A batch with its progress, and the results of its requests as they end. */
export function BatchPage({ quern, id }: BatchPageProps): JSX.Element {
  const followed = useMemo(() => new FollowedBatch(quern, id), [quern, id]);
  const opened = useSignal<BatchResult | undefined>(undefined);
  const problem = useSignal<unknown>(undefined);
  const fail = (error: unknown): void => {
    problem.value = error;
  };
  useEffect(() => {
    const controller = new AbortController();
    followed.follow(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) fail(error);
    });
    return () => controller.abort();
  }, [followed]);
  const open = (row: BatchRow): void =>
    void followed.read(row).then((result) => {
      opened.value = result;
    }, fail);
  const batch = followed.batch.value;
  const data = opened.value?.data;
  return (
    <>
      <p>
        <a href="#/jobs">{t('nav.jobs')}</a>
      </p>
      {problem.value !== undefined && <ErrorNotice error={problem.value} />}
      {batch === undefined ? (
        problem.value === undefined && <p class="hint">{t('app.loading')}</p>
      ) : (
        <>
          <BatchHead batch={batch} onCancel={() => void followed.cancel().catch(fail)} />
          <Rows rows={followed.rows.value} total={batch.counts.total} onOpen={open} />
          {data !== undefined && (
            <section class="card" aria-label={t('playground.result')}>
              <h2 dir="auto">{opened.value?.customId}</h2>
              <ResultPane
                key={opened.value?.cursor}
                result={{
                  operation: batch.operation,
                  data,
                  text: '',
                  file: undefined,
                  input: {},
                  credits: opened.value?.usage ?? 0,
                  jobId: undefined,
                }}
              />
            </section>
          )}
        </>
      )}
    </>
  );
}

interface BatchHeadProps {
  readonly batch: Batch;
  readonly onCancel: () => void;
}

function BatchHead({ batch, onCancel }: BatchHeadProps): JSX.Element {
  const { operation, status, counts, createdAt, expiresAt, usage } = batch;
  const ended = counts.succeeded + counts.failed + counts.canceled;
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{t('batch.heading', { operation: operationTitle(operation) })}</h1>
          <p class="hint">
            {formatTime(createdAt)}
            {expiresAt !== null && ` · ${t('jobs.expires', { time: formatTime(expiresAt) })}`}
          </p>
        </div>
        <BatchStatus status={status} />
      </div>
      <p class="row">
        <span class="badge good">{t('batch.succeeded', { count: counts.succeeded })}</span>
        {counts.failed > 0 && <span class="badge bad">{t('batch.failed', { count: counts.failed })}</span>}
        {counts.canceled > 0 && <span class="badge">{t('batch.canceled', { count: counts.canceled })}</span>}
        <span class="badge">{t('balance.credits', { count: usage })}</span>
        <span class="hint">{t('batch.progress', { ended, total: counts.total })}</span>
        {status === 'running' && (
          <button type="button" onClick={onCancel}>
            {t('app.cancel')}
          </button>
        )}
      </p>
      {status === 'running' && (
        <progress aria-label={t('playground.progress')} value={ended} max={counts.total} />
      )}
    </>
  );
}

interface RowsProps {
  readonly rows: readonly BatchRow[];
  readonly total: number;
  readonly onOpen: (row: BatchRow) => void;
}

function Rows({ rows, total, onOpen }: RowsProps): JSX.Element {
  return (
    <section class="card">
      <h2>{t('batch.results')}</h2>
      {rows.length === 0 && <p class="hint">{t('batch.waiting')}</p>}
      {rows.length > 0 && (
        <DataTable
          columns={[
            { label: t('batch.request') },
            { label: t('jobs.status') },
            { label: t('batch.outcome') },
            { label: t('usage.credits'), isNumber: true },
            { label: t('jobs.actions'), isHidden: true },
          ]}
        >
          {rows.map((row) => (
            <tr key={row.cursor}>
              <td dir="auto">{row.label}</td>
              <td>
                <JobStatus status={row.status} />
              </td>
              <td dir="auto">{row.title || row.error}</td>
              <td class="number">{row.credits}</td>
              <td class="number">
                {row.status === 'succeeded' && (
                  <button type="button" onClick={() => onOpen(row)}>
                    {t('batch.open')}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {rows.length < total && rows.length > 0 && (
        <p class="hint">{t('batch.shown', { shown: rows.length, total })}</p>
      )}
    </section>
  );
}
