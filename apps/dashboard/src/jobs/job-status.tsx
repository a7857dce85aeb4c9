import type { Job } from '@quern/sdk';
import type { JSX } from 'preact';
import { t } from '../messages/translate-message.ts';

const classes = { queued: '', running: '', succeeded: 'good', failed: 'bad', canceled: '' } as const;

/** The state of a job. */
export function JobStatus({ status }: Pick<Job, 'status'>): JSX.Element {
  return <span class={`badge ${classes[status]}`}>{t(`jobs.${status}`)}</span>;
}
