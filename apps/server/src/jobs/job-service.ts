import { quoteValue } from '../errors/quote-value.ts';
import { invalidParameters, ServiceError } from '../errors/service-error.ts';
import { isResourceId } from '../ids/resource-id.ts';
import { requireScope } from '../keys/require-scope.ts';
import { describeJob, encodeJobWithResult, type JobDescription } from '../pipeline/jobs/encode-job.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { ResponseBody } from '../pipeline/response/response-body.ts';
import type { Job, JobStatus } from '../storage/jobs/job.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { readPage } from './cursor.ts';
import type { JobDispatcher } from './job-dispatcher.ts';
import { isLastEvent, streamJobEvents } from './stream-job-events.ts';
import { streamJsonLines } from './stream-json-lines.ts';

/** Which jobs to list. */
export interface ListJobsInput {
  readonly status?: JobStatus | undefined;
  readonly operation?: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Which failed jobs to run again. */
export interface ReplayJobsInput {
  readonly operation?: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  /** Time of the submission, ms since the epoch: the first one, and the first one after the period. */
  readonly from?: number | undefined;
  /** By default now. */
  readonly to?: number | undefined;
}

/** Which pages to stream. */
export interface StreamPagesInput {
  /** The `cursor` of the last page that the client has received; 0 for none. */
  readonly cursor: number;
  /** Maximum number of pages; by default all. */
  readonly limit?: number | undefined;
  /** Whether to wait for pages until the job has ended. */
  readonly follow: boolean;
  readonly signal: AbortSignal;
}

const replayedAtOnce = 1000;

/** A page of jobs, the newest first. */
export interface JobPage {
  readonly jobs: readonly JobDescription[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** The jobs of an account, for the holders of its keys. */
export class JobService {
  readonly #context: PipelineContext;
  readonly #dispatcher: Pick<JobDispatcher, 'cancel'>;

  constructor(context: PipelineContext, dispatcher: Pick<JobDispatcher, 'cancel'>) {
    this.#context = context;
    this.#dispatcher = dispatcher;
  }

  /** Returns a job. @throws ServiceError `not_found` or `scope_denied` */
  async find(id: string, key: KeyRecord): Promise<Job> {
    const { store, now } = this.#context;
    const job = isResourceId(id) ? await store.jobs.find(id, key.accountId, now()) : undefined;
    if (job === undefined) {
      throw new ServiceError('not_found', `there is no job ${quoteValue(id)}, or it has expired`);
    }
    requireScope(key, job.operation);
    return job;
  }

  /** Returns a job with its result or error. @throws ServiceError `not_found` or `scope_denied` */
  async read(id: string, key: KeyRecord): Promise<ResponseBody> {
    const { store, openResponses } = this.#context;
    const job = await this.find(id, key);
    return encodeJobWithResult(job, store.results, () => openResponses.acquire(key.id));
  }

  /**
   * Lists the jobs of the operations that the key may call.
   *
   * @throws ServiceError `invalid_parameters` if the cursor is malformed, `scope_denied`
   */
  async list({ cursor, limit, operation, ...filter }: ListJobsInput, key: KeyRecord): Promise<JobPage> {
    const { store, now } = this.#context;
    if (operation !== undefined) requireScope(key, operation);
    const operations = operation === undefined ? listScopes(key) : [operation];
    const common = { ...filter, accountId: key.accountId, operations };
    const { items, nextCursor } = await readPage({ cursor, limit }, (after, count) =>
      store.jobs.list({ ...common, after, limit: count }, now()),
    );
    return { jobs: items.map(describeJob), nextCursor };
  }

  /**
   * Streams the events of a job, those after `lastEventId` if it is given.
   *
   * @throws ServiceError `not_found`, `scope_denied`, or `invalid_parameters` if the id of the event is malformed
   */
  async streamEvents(
    id: string,
    key: KeyRecord,
    { lastEventId, signal }: { readonly lastEventId: string | undefined; readonly signal: AbortSignal },
  ): Promise<ResponseBody> {
    const { store, now, openResponses, concurrencyLimiter } = this.#context;
    const after = parseEventId(lastEventId);
    const job = await this.find(id, key);
    if (isLastEvent(job, after)) return { kind: 'none' };
    const isDraining = (): boolean => concurrencyLimiter.isDraining;
    const chunks = streamJobEvents({ jobs: store.jobs, job, after, now, isDraining, signal });
    return { kind: 'text', contentType: 'text/event-stream', chunks, onClose: openResponses.acquire(key.id) };
  }

  /** Streams the finished pages of a job's result. @throws ServiceError `not_found` or `scope_denied` */
  async streamPages(
    id: string,
    key: KeyRecord,
    { cursor, limit = Number.MAX_SAFE_INTEGER, follow, signal }: StreamPagesInput,
  ): Promise<ResponseBody> {
    const { store, openResponses, concurrencyLimiter } = this.#context;
    await this.find(id, key);
    const chunks = streamJsonLines({
      list: (after, count) => store.jobs.listPages(id, after, count),
      positionOf: ({ position }) => position,
      encode: ({ position, page, format, content }) =>
        `${JSON.stringify({ cursor: position, page, [format]: content })}\n`,
      after: cursor,
      limit,
      mustWait: async () => follow && !concurrencyLimiter.isDraining && !isEnded(await this.find(id, key)),
      signal,
    });
    const onClose = openResponses.acquire(key.id);
    return { kind: 'text', contentType: 'application/x-ndjson', chunks, onClose };
  }

  /** Cancels a job that has not ended, and stops its computation. @throws ServiceError `not_found`, `scope_denied` or `job_ended` */
  async cancel(id: string, key: KeyRecord): Promise<JobDescription> {
    const { store, now, retentionMs } = this.#context;
    const job = await this.find(id, key);
    if (isEnded(job)) throw jobEnded(job);
    const end = { now: now(), expiresAt: now() + retentionMs };
    await store.jobs.cancel(id, key.accountId, end);
    this.#dispatcher.cancel(id);
    // The pages of a crawl.
    for (const jobId of await store.crawls.endAbandoned(end)) this.#dispatcher.cancel(jobId);
    const canceled = await this.find(id, key);
    // It may have ended in the meantime.
    if (canceled.status !== 'canceled') throw jobEnded(canceled);
    return describeJob(canceled);
  }

  /**
   * Runs failed jobs again, of the operations that the key may call, and charges them to the key.
   *
   * @returns their number
   * @throws ServiceError `scope_denied`
   */
  async replay({ operation, ...filter }: ReplayJobsInput, key: KeyRecord): Promise<number> {
    const { store, now } = this.#context;
    if (operation !== undefined) requireScope(key, operation);
    const operations = operation === undefined ? listScopes(key) : [operation];
    const { accountId } = key;
    // Jobs that fail again during the call are not run once more.
    const failedUntil = now();
    let count = 0;
    for (;;) {
      const page = { ...filter, accountId, operations, limit: replayedAtOnce, failedUntil };
      const failed = await store.jobs.listFailed(page, now());
      if (failed.length === 0) return count;
      const digests = failed.flatMap(({ input }) => (input.kind === 'blob' ? [input.digest] : []));
      await store.results.pinAgain(digests, now());
      count += await store.jobs.enqueue(
        failed.map((job) => ({ ...job, keyId: key.id })),
        'failed',
      );
    }
  }
}

function parseEventId(lastEventId = '0'): number {
  if (!/^\d{1,15}$/.test(lastEventId)) {
    throw invalidParameters(`Last-Event-ID: ${quoteValue(lastEventId)} is not the id of an event`);
  }
  return Number(lastEventId);
}

/** Returns the operations that a key may call; undefined if it may call all. */
const listScopes = ({ scopes }: KeyRecord): readonly string[] | undefined =>
  scopes.includes('*') ? undefined : scopes;

const isEnded = ({ status }: Job): boolean => status !== 'queued' && status !== 'running';

const jobEnded = ({ id, status }: Job): ServiceError =>
  new ServiceError('job_ended', `the job ${quoteValue(id)} has ${endVerbs[status]}`);

const endVerbs: Readonly<Record<JobStatus, string>> = {
  queued: 'not started',
  running: 'not ended',
  succeeded: 'already succeeded',
  failed: 'already failed',
  canceled: 'already been canceled',
};
