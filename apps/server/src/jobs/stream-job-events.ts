import { setTimeout as sleep } from 'node:timers/promises';
import { describeJob } from '../pipeline/jobs/encode-job.ts';
import type { Job } from '../storage/jobs/job.ts';
import type { JobStore } from '../storage/jobs/job-store.ts';

/** A job whose events are streamed. */
export interface JobEventSource {
  readonly jobs: Pick<JobStore, 'find' | 'listEvents'>;
  readonly job: Pick<Job, 'id' | 'accountId'>;
  /** Number of the last event that the client has received; 0 for none. */
  readonly after: number;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether the stream must end, so that the client connects to another node. */
  readonly isDraining: () => boolean;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

/** Time between two looks at the job, ms. */
const intervalMs = 250;
/** A comment is sent after this time without an event, so that proxies keep the connection open, ms. */
const heartbeatMs = 15_000;
const pageLength = 100;

/** Whether a job has ended, and no event follows the given one. */
export const isLastEvent = (job: Job, after: number): boolean =>
  job.finishedAt !== null && after > job.eventCount;

/**
 * Streams the events of a job as server-sent events (HTML, section 9.2): `progress` for each stored progress, then
 * `succeeded`, `failed` or `canceled` with the job, without its result. An event's id is its number, so that a client
 * can resume after the last one that it has received.
 */
export async function* streamJobEvents({
  jobs,
  job: { id, accountId },
  after,
  now,
  isDraining,
  signal,
}: JobEventSource): AsyncGenerator<string> {
  let last = after;
  let sentAtMs = performance.now();
  // Before the first event: clients then know that the stream is open.
  yield ': connected\n\n';
  while (!signal.aborted && !isDraining()) {
    // The job first: events that follow its end do not exist.
    const job = await jobs.find(id, accountId, now());
    if (job === undefined) return;
    const events = await jobs.listEvents(id, last, pageLength);
    for (const { number, fraction, message } of events) {
      yield formatEvent(number, 'progress', { fraction, message });
      last = number;
    }
    if (job.finishedAt !== null && events.length < pageLength) {
      yield formatEvent(job.eventCount + 1, job.status, describeJob(job));
      return;
    }
    if (events.length > 0) sentAtMs = performance.now();
    else if (performance.now() - sentAtMs >= heartbeatMs) {
      yield ': heartbeat\n\n';
      sentAtMs = performance.now();
    }
    if (events.length < pageLength) await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}

const formatEvent = (id: number, event: string, data: object): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
