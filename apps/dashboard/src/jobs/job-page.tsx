import { useSignal } from '@preact/signals';
import { type Quern, QuernError, type TypedJob } from '@quern/sdk';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ErrorNotice } from '../components/error-notice.tsx';
import { formatTime } from '../components/format.ts';
import { t } from '../messages/translate-message.ts';
import { toHash } from '../navigation/route.ts';
import { operationTitle } from '../operations/operation-title.ts';
import { ResultPane } from '../results/result-pane.tsx';
import { isActive } from './follow-jobs.ts';
import { JobStatus } from './job-status.tsx';

type StoredJob = TypedJob<Readonly<Record<string, unknown>>>;

interface JobPageProps {
  readonly quern: Quern;
  readonly id: string;
}

/** A job with its progress and, until it expires, its result. */
export function JobPage({ quern, id }: JobPageProps): JSX.Element {
  const job = useSignal<StoredJob | undefined>(undefined);
  const problem = useSignal<unknown>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const follow = async (): Promise<void> => {
      const read = async (): Promise<void> => {
        job.value = (await quern.jobs.get<Readonly<Record<string, unknown>>>(id, { signal })).data;
      };
      await read();
      if (job.value === undefined || !isActive(job.value)) return;
      for await (const event of quern.jobs.events(id, { signal })) {
        const known: StoredJob | undefined = job.peek();
        if (event.type === 'progress' && known !== undefined) {
          job.value = { ...known, status: 'running', progress: event.progress };
        }
      }
      await read();
    };
    follow().catch((error: unknown) => {
      if (!signal.aborted) problem.value = error;
    });
    return () => controller.abort();
  }, [quern, id]);
  const { value } = job;
  return (
    <>
      <p>
        <a href="#/jobs">{t('nav.jobs')}</a>
      </p>
      {problem.value !== undefined && <ErrorNotice error={problem.value} />}
      {value === undefined ? (
        problem.value === undefined && <p class="hint">{t('app.loading')}</p>
      ) : (
        <JobDetails job={value} />
      )}
    </>
  );
}

function JobDetails({ job }: { readonly job: StoredJob }): JSX.Element {
  const { id, operation, status, progress, createdAt, expiresAt, usage, data, error } = job;
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{operationTitle(operation)}</h1>
          <p class="hint">
            {formatTime(createdAt)}
            {expiresAt !== null && ` · ${t('jobs.expires', { time: formatTime(expiresAt) })}`}
          </p>
        </div>
        <div class="row">
          <JobStatus status={status} />
          <a class="button" href={toHash({ view: 'playground', detail: operation })}>
            {t('jobs.openPlayground')}
          </a>
        </div>
      </div>
      {status === 'running' && <progress aria-label={t('playground.progress')} value={progress.fraction} />}
      {error !== undefined && (
        <ErrorNotice
          error={
            new QuernError(error.error, {
              status: error.status,
              code: error.code,
              requestId: error.requestId,
            })
          }
        />
      )}
      {data !== undefined && (
        <section class="card">
          <h2 class="hidden-visually">{t('playground.result')}</h2>
          <ResultPane
            result={{ operation, data, text: '', file: undefined, input: {}, credits: usage, jobId: id }}
          />
        </section>
      )}
    </>
  );
}
