import { useSignal } from '@preact/signals';
import type { Job, Quern } from '@quern/sdk';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { DataTable } from '../components/data-table.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { formatShare } from '../components/format.ts';
import { RelativeTime } from '../components/relative-time.tsx';
import { t } from '../messages/translate-message.ts';
import { route, toHash } from '../navigation/route.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { client } from '../session/session.ts';
import { NeedsKey } from '../session/sign-in.tsx';
import { BatchList } from './batch-list.tsx';
import { BatchPage } from './batch-page.tsx';
import { followJobs, isActive } from './follow-jobs.ts';
import { JobPage } from './job-page.tsx';
import { JobStatus } from './job-status.tsx';

const pageLength = 50;

/** Ids of batches begin with it. */
const batchPrefix = 'bat_';

/** The jobs and batches of the account, or the one that the URL names. */
export function JobsView(): JSX.Element {
  const quern = client.value;
  const id = route.value.detail;
  if (quern === undefined) return <NeedsKey />;
  if (id.startsWith(batchPrefix)) return <BatchPage key={id} quern={quern} id={id} />;
  return id === '' ? <JobList quern={quern} /> : <JobPage key={id} quern={quern} id={id} />;
}

function JobList({ quern }: { readonly quern: Quern }): JSX.Element {
  const jobs = useSignal<readonly Job[] | undefined>(undefined);
  const cursor = useSignal<string | null>(null);
  const problem = useSignal<unknown>(undefined);
  const version = useSignal(0);
  const fail = (error: unknown): void => {
    problem.value = error;
  };
  const reload = (): void => {
    version.value += 1;
  };
  const change = (changed: Job): void => {
    jobs.value = jobs.peek()?.map((job) => (job.id === changed.id ? { ...job, ...changed } : job));
  };
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    quern.jobs.list({ limit: pageLength }, { signal }).then(
      ({ data }) => {
        problem.value = undefined;
        jobs.value = data.jobs;
        cursor.value = data.nextCursor;
        followJobs(quern, data.jobs, { signal, onChange: change, onReload: reload });
      },
      (error: unknown) => {
        if (!signal.aborted) fail(error);
      },
    );
    return () => controller.abort();
  }, [quern, version.value]);

  const more = async (): Promise<void> => {
    const { data } = await quern.jobs.list({ limit: pageLength, cursor: cursor.value ?? undefined });
    jobs.value = [...(jobs.value ?? []), ...data.jobs];
    cursor.value = data.nextCursor;
  };
  const cancel = (id: string): void => void quern.jobs.cancel(id).then(reload, fail);
  /** Selects one job by the time of its submission. */
  const replay = ({ operation, createdAt }: Job): void =>
    void quern.jobs.replay({ operation, from: createdAt, to: createdAt + 1 }).then(reload, fail);

  return (
    <>
      <div class="page-head">
        <div>
          <h1>{t('nav.jobs')}</h1>
          <p class="hint">{t('jobs.hint')}</p>
        </div>
      </div>
      {problem.value !== undefined && <ErrorNotice error={problem.value} onRetry={reload} />}
      <BatchList quern={quern} />
      {jobs.value === undefined && problem.value === undefined && <p class="hint">{t('app.loading')}</p>}
      {jobs.value?.length === 0 && (
        <section class="card empty">
          <p>{t('jobs.empty')}</p>
          <a class="button" href={toHash({ view: 'playground', detail: 'convert' })}>
            {t('operation.convert')}
          </a>
        </section>
      )}
      {jobs.value !== undefined && jobs.value.length > 0 && (
        <section class="card">
          <DataTable
            columns={[
              { label: t('usage.operation') },
              { label: t('jobs.status') },
              { label: t('jobs.submitted') },
              { label: t('usage.credits'), isNumber: true },
              { label: t('jobs.actions'), isHidden: true },
            ]}
          >
            {jobs.value.map((job) => (
              <JobRow key={job.id} job={job} onCancel={() => cancel(job.id)} onReplay={() => replay(job)} />
            ))}
          </DataTable>
          {cursor.value !== null && (
            <button type="button" onClick={() => void more().catch(fail)}>
              {t('jobs.more')}
            </button>
          )}
        </section>
      )}
    </>
  );
}

interface JobRowProps {
  readonly job: Job;
  readonly onCancel: () => void;
  readonly onReplay: () => void;
}

function JobRow({ job, onCancel, onReplay }: JobRowProps): JSX.Element {
  const { id, operation, status, progress, createdAt, usage } = job;
  return (
    <tr>
      <td>
        <a href={toHash({ view: 'jobs', detail: id })}>{operationTitle(operation)}</a>
      </td>
      <td>
        <JobStatus status={status} />
        {status === 'running' && <span class="hint"> {formatShare(progress.fraction)}</span>}
      </td>
      <td>
        <RelativeTime ms={createdAt} nowMs={Date.now()} />
      </td>
      <td class="number">{usage}</td>
      <td class="number">
        {isActive(job) && (
          <button type="button" onClick={onCancel}>
            {t('app.cancel')}
          </button>
        )}
        {status === 'failed' && (
          <button type="button" onClick={onReplay}>
            {t('jobs.replay')}
          </button>
        )}
      </td>
    </tr>
  );
}
