import type { Batch } from '@quern/sdk';
import type { JSX } from 'preact';
import { t } from '../messages/translate-message.ts';

const classes = { running: '', ended: 'good', canceled: '' } as const;

/** The state of a batch. */
export function BatchStatus({ status }: Pick<Batch, 'status'>): JSX.Element {
  const label = status === 'ended' ? t('batch.statusEnded') : t(`jobs.${status}`);
  return <span class={`badge ${classes[status]}`}>{label}</span>;
}
