import { useSignal } from '@preact/signals';
import type { Batch, Quern } from '@quern/sdk';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { DataTable } from '../components/data-table.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { t } from '../messages/translate-message.ts';
import { toHash } from '../navigation/route.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { BatchStatus } from './batch-status.tsx';

const batchesMax = 20;
const pollMs = 4000;

/** The last batches of the account; nothing if there are none. */
export function BatchList({ quern }: { readonly quern: Quern }): JSX.Element | null {
  const batches = useSignal<readonly Batch[]>([]);
  const problem = useSignal<unknown>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      const { data } = await quern.batches.list({ limit: batchesMax }, { signal });
      batches.value = data.batches;
      if (data.batches.some(({ status }) => status === 'running')) timer = setTimeout(follow, pollMs);
    };
    const follow = (): void => {
      read().catch((error: unknown) => {
        if (!signal.aborted) problem.value = error;
      });
    };
    follow();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [quern]);
  if (problem.value !== undefined) return <ErrorNotice error={problem.value} />;
  if (batches.value.length === 0) return null;
  return (
    <section class="card" aria-label={t('batch.title')}>
      <h2>{t('batch.title')}</h2>
      <DataTable
        columns={[
          { label: t('usage.operation') },
          { label: t('jobs.status') },
          { label: t('batch.ended'), isNumber: true },
          { label: t('jobs.submitted') },
          { label: t('usage.credits'), isNumber: true },
        ]}
      >
        {batches.value.map(({ id, operation, status, counts, createdAt, usage }) => (
          <tr key={id}>
            <td>
              <a href={toHash({ view: 'jobs', detail: id })}>{operationTitle(operation)}</a>
            </td>
            <td>
              <BatchStatus status={status} />
            </td>
            <td class="number">
              {t('batch.progress', {
                ended: counts.succeeded + counts.failed + counts.canceled,
                total: counts.total,
              })}
            </td>
            <td>
              <RelativeTime ms={createdAt} nowMs={Date.now()} />
            </td>
            <td class="number">{usage}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
