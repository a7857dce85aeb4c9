import { createHash } from 'node:crypto';
import { describeJob } from '../pipeline/jobs/encode-job.ts';
import type { Job } from '../storage/jobs/job.ts';
import type { WebhookEvent } from '../storage/webhooks/webhook.ts';
import type { EndedBatch, WebhookStore } from '../storage/webhooks/webhook-store.ts';

/** Jobs and batches that are announced by one look. */
const announcedAtOnce = 200;

/**
 * Creates the deliveries of jobs and batches that have ended. The end is stored first, and announced from what is
 * stored: an event is neither lost nor created twice if a node dies in between.
 *
 * @param now milliseconds since the epoch
 * @returns whether there may be more
 */
export async function announceEnds(store: WebhookStore, now: number): Promise<boolean> {
  const jobs = await store.listEndedJobs(announcedAtOnce);
  for (const job of jobs) await store.announce('jobs', job.id, describeJobEnd(job, now));
  const batches = await store.listEndedBatches(announcedAtOnce);
  for (const batch of batches) await store.announce('batches', batch.id, describeBatchEnd(batch, now));
  return jobs.length === announcedAtOnce || batches.length === announcedAtOnce;
}

function describeJobEnd(job: Job, now: number) {
  const { id, accountId, finishedAt } = job;
  const event = jobEvents[job.status] ?? 'job.failed';
  // A job that is run again after it has failed ends once more.
  const eventId = createEventId(`${id}.${finishedAt}`);
  return {
    id: eventId,
    accountId,
    event,
    body: encodeEvent(event, finishedAt ?? now, describeJob(job)),
    now,
  };
}

const jobEvents: Readonly<Partial<Record<Job['status'], WebhookEvent>>> = {
  succeeded: 'job.succeeded',
  failed: 'job.failed',
  canceled: 'job.canceled',
};

function describeBatchEnd({ id, accountId, status, finishedAt }: EndedBatch, now: number) {
  const event = status === 'canceled' ? 'batch.canceled' : 'batch.ended';
  return {
    id: createEventId(id),
    accountId,
    event,
    body: encodeEvent(event, finishedAt, { id, status }),
    now,
  } as const;
}

/** Returns an id that is always the same for the same event. */
const createEventId = (subject: string): string =>
  `msg_${createHash('sha256').update(subject).digest('hex').slice(0, 32)}`;

/**
 * Encodes an event as it is sent (Standard Webhooks, "Payload structure").
 *
 * @param timeMs milliseconds since the epoch
 */
export const encodeEvent = (type: string, timeMs: number, data: object): string =>
  JSON.stringify({ type, timestamp: new Date(timeMs).toISOString(), data });
