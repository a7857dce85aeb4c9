import type { Job, Quern } from '@quern/sdk';

/** Called with the changes of jobs until the signal is aborted. */
export interface JobListener {
  readonly signal: AbortSignal;
  readonly onChange: (job: Job) => void;
  /** Called when the list should be read again. */
  readonly onReload: () => void;
}

/** Each is a connection, of which browsers allow six. */
const streamsMax = 3;
const pollMs = 4000;

/** Whether a job has not ended. */
export const isActive = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** Follows the jobs that have not ended: some by their events, the others by reading the list again. */
export function followJobs(quern: Quern, jobs: readonly Job[], listener: JobListener): void {
  const { signal, onReload } = listener;
  const active = jobs.filter(isActive);
  for (const job of active.slice(0, streamsMax)) void followJob(quern, job, listener);
  if (active.length <= streamsMax) return;
  const timer = setTimeout(onReload, pollMs);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

async function followJob(quern: Quern, job: Job, { signal, onChange, onReload }: JobListener): Promise<void> {
  try {
    for await (const event of quern.jobs.events(job.id, { signal })) {
      if (event.type === 'progress') onChange({ ...job, status: 'running', progress: event.progress });
      else onReload();
    }
  } catch {
    // The page was left, or the list shows the error when it is read again.
  }
}
