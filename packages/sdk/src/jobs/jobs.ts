import { type QuernResponse, type StoredResultOptions, sendForData } from '../call-operation.ts';
import type { ClientConfig } from '../client-config.ts';
import { delay } from '../deadline.ts';
import { encodePathSegment } from '../encode-path-segment.ts';
import type { Job } from '../generated/operation-types.ts';
import { type OperationTypes, operations } from '../generated/operations.ts';
import type { OperationDescriptor } from '../operation-descriptor.ts';
import { QuernError } from '../quern-error.ts';
import { toQueryString } from '../query-string.ts';
import { type SubmitOptions, submitJob, type TypedJob } from '../submit-job.ts';
import { streamLines } from './stream-lines.ts';
import { type ResultStreamOptions, streamResults } from './stream-results.ts';

/** Which jobs to list. */
export interface JobFilter {
  readonly status?: Job['status'] | undefined;
  /** Name of the operation, such as `extract-entities`. */
  readonly operation?: string | undefined;
  /** Only jobs that have all of these strings. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** 1 to 1000; default 100. */
  readonly limit?: number | undefined;
}

/** Which failed jobs to run again. */
export interface ReplayFilter extends Pick<JobFilter, 'operation' | 'metadata'> {
  /** Only jobs that were submitted at this time (milliseconds since the epoch) or later. */
  readonly from?: number | undefined;
  /** Only jobs that were submitted before this time. */
  readonly to?: number | undefined;
}

/** A page of jobs, the newest first. */
export interface JobPage {
  readonly jobs: readonly Job[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** An event of a job. */
export type JobEvent =
  | { readonly id: string; readonly type: 'progress'; readonly progress: Job['progress'] }
  | { readonly id: string; readonly type: 'succeeded' | 'failed' | 'canceled'; readonly job: Job };

/** Options of reading the events of a job. */
export interface JobEventOptions extends StoredResultOptions {
  /** The `id` of the last event that you have; default: from the first. */
  readonly lastEventId?: string | undefined;
}

/** A finished page of the result of a job, as it was read without the others. */
export interface FinishedPage {
  /** Position in the order in which the pages were finished; `pages` can continue after it. */
  readonly cursor: number;
  /** Number of the page in the document, from 1. */
  readonly page: number;
  /** Content of a page that `convert` has recognized. */
  readonly markdown?: string;
  /** Content of a page that `ocr` has recognized. */
  readonly text?: string;
}

/** Options of waiting for a job. */
export interface WaitOptions extends StoredResultOptions {
  /** Called with each progress, as the events of the job report it, and at the end. */
  readonly onProgress?: ((progress: Job['progress']) => void) | undefined;
}

/** Work that runs in the background: for long documents, and for clients that do not want to wait. */
export interface Jobs {
  /**
   * Submits a request as a job: by the name of an operation's method, or by its descriptor.
   *
   * @throws QuernError
   */
  readonly submit: {
    <Name extends keyof OperationTypes>(
      operation: Name,
      input: OperationTypes[Name]['input'],
      options?: SubmitOptions,
    ): Promise<QuernResponse<TypedJob<OperationTypes[Name]['data']>>>;
    (operation: OperationDescriptor, input: object, options?: SubmitOptions): Promise<QuernResponse<Job>>;
  };
  /** Returns a job, with its result if it has succeeded. */
  readonly get: <Data = unknown>(
    id: string,
    options?: StoredResultOptions,
  ) => Promise<QuernResponse<TypedJob<Data>>>;
  /** Lists jobs, the newest first, without their results. */
  readonly list: (filter?: JobFilter, options?: StoredResultOptions) => Promise<QuernResponse<JobPage>>;
  /** Runs failed jobs again, and returns their number. */
  readonly replay: (
    filter?: ReplayFilter,
    options?: StoredResultOptions,
  ) => Promise<QuernResponse<{ readonly count: number }>>;
  /**
   * Cancels a job; nothing is charged.
   *
   * @throws QuernError `job_ended` if it has succeeded, failed, or been canceled.
   */
  readonly cancel: (id: string, options?: StoredResultOptions) => Promise<QuernResponse<Job>>;
  /**
   * Iterates over the events of a job until its end, which is the last one. A lost connection is opened again, and
   * continues after the last event.
   */
  readonly events: (id: string, options?: JobEventOptions) => AsyncIterable<JobEvent>;
  /**
   * Iterates over the pages that `convert` and `ocr` have recognized, while others are read. A lost connection is opened
   * again, and continues after the last page.
   */
  readonly pages: (id: string, options?: ResultStreamOptions) => AsyncIterable<FinishedPage>;
  /**
   * Waits until a job has succeeded, and returns it with its result. Aborting the signal ends the waiting, not the job.
   *
   * @throws QuernError the job's own error if it fails, `job_canceled` if it is canceled; the reason of the signal if it
   *   was aborted.
   */
  readonly wait: <Data = unknown>(id: string, options?: WaitOptions) => Promise<TypedJob<Data>>;
}

/** Creates the methods for a service. */
export function createJobs(config: ClientConfig): Jobs {
  const get: Jobs['get'] = async (id, options = {}) =>
    sendForData(config, toRequest('GET', `/${encodePathSegment(id)}`, options));
  return {
    submit: async (
      operation: keyof OperationTypes | OperationDescriptor,
      input: object,
      options?: SubmitOptions,
    ): Promise<QuernResponse<never>> =>
      submitJob(config, typeof operation === 'string' ? operations[operation] : operation, input, options),
    get,
    list: (filter = {}, options = {}) =>
      sendForData(config, toRequest('GET', toQueryString({ ...filter }), options)),
    replay: (filter = {}, { requestId, signal } = {}) =>
      sendForData(config, {
        method: 'POST',
        path: '/v0/jobs/replay',
        headers: requestId === undefined ? {} : { 'x-request-id': requestId },
        body: JSON.stringify({ status: 'failed', ...filter }),
        retrySafety: 'safe',
        signal,
      }),
    cancel: async (id, options = {}) =>
      sendForData(config, toRequest('DELETE', `/${encodePathSegment(id)}`, options)),
    events: (id, options) => readEvents(config, id, options),
    pages: (id, options) =>
      streamResults<FinishedPage>(
        config,
        { path: `/v0/jobs/${encodePathSegment(id)}/pages`, isRunning: () => isJobRunning(get, id, options) },
        options,
      ),
    wait: <Data>(id: string, options?: WaitOptions) => waitForJob<Data>(config, get, id, options),
  };
}

/** Returns whether a job has not ended. */
export async function isJobRunning(
  get: Jobs['get'],
  id: string,
  { requestId, signal }: StoredResultOptions = {},
): Promise<boolean> {
  const { status } = (await get(id, { requestId, signal })).data;
  return status === 'queued' || status === 'running';
}

const toRequest = (method: 'GET' | 'DELETE', path: string, { requestId, signal }: StoredResultOptions) => ({
  method,
  path: `/v0/jobs${path}`,
  headers: requestId === undefined ? {} : { 'x-request-id': requestId },
  retrySafety: 'safe' as const,
  signal,
});

/** Pause before a stream that ended with its node, not with the job, is opened again. */
const reopenMs = 500;

async function* readEvents(
  config: ClientConfig,
  id: string,
  { lastEventId, signal, requestId }: JobEventOptions = {},
): AsyncGenerator<JobEvent> {
  let last = lastEventId;
  for (;;) {
    const lines = streamLines(config, {
      path: () => `/v0/jobs/${encodePathSegment(id)}/events`,
      headers: () => (last === undefined ? {} : { 'last-event-id': last }),
      requestId,
      signal,
    });
    let isEmpty = true;
    let [eventId, type] = ['', ''];
    for await (const line of lines) {
      isEmpty = false;
      const [, field = '', value = ''] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
      if (field === 'id') eventId = value;
      else if (field === 'event') type = value;
      else if (field === 'data') {
        last = eventId;
        const event = toEvent(eventId, type, JSON.parse(value));
        yield event;
        if (event.type !== 'progress') return;
      }
    }
    // The service sends nothing after the last event.
    if (isEmpty) return;
    await delay(reopenMs, signal ?? new AbortController().signal);
  }
}

/** The service's OpenAPI document guarantees the fields of an event's data. */
function toEvent(id: string, type: string, data: unknown): JobEvent {
  if (type === 'progress') return { id, type, progress: data as Job['progress'] };
  return { id, type: type as 'succeeded' | 'failed' | 'canceled', job: data as Job };
}

async function waitForJob<Data>(
  config: ClientConfig,
  get: Jobs['get'],
  id: string,
  { onProgress, signal, requestId }: WaitOptions = {},
): Promise<TypedJob<Data>> {
  for (;;) {
    for await (const event of readEvents(config, id, { signal, requestId })) {
      if (event.type === 'progress') onProgress?.(event.progress);
    }
    const { data: job } = await get<Data>(id, { signal, requestId });
    if (job.status === 'succeeded') {
      onProgress?.(job.progress);
      return job;
    }
    if (job.status === 'failed') throw toError(job);
    if (job.status === 'canceled') throw canceled(id);
    // It had failed, and was replayed since.
    await delay(reopenMs, signal ?? new AbortController().signal);
  }
}

function toError({ id, error }: Pick<Job, 'id' | 'error'>): QuernError {
  const { error: message = `the job ${id} failed`, code = 'unexpected_response', status = 0 } = error ?? {};
  return new QuernError(message, { status, code, requestId: error?.requestId });
}

const canceled = (id: string): QuernError =>
  new QuernError(`the job ${id} was canceled`, { status: 0, code: 'job_canceled', requestId: undefined });
