import { type BatchResultOptions, batchRequestsMax } from '../batches/batch-service.ts';
import { streamBatchResults } from '../batches/stream-batch-results.ts';
import { quoteValue } from '../errors/quote-value.ts';
import { ServiceError } from '../errors/service-error.ts';
import { isResourceId } from '../ids/resource-id.ts';
import { requireScope } from '../keys/require-scope.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { ResponseBody } from '../pipeline/response/response-body.ts';
import type { Job } from '../storage/jobs/job.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';

const operation = 'crawl';

/** The parts of the service that crawls need. */
export type CrawlContext = Pick<PipelineContext, 'openResponses' | 'now'> & {
  readonly store: Pick<PipelineContext['store'], 'jobs' | 'results'> & {
    readonly batches: Pick<PipelineContext['store']['batches'], 'find' | 'listResults'>;
  };
  readonly concurrencyLimiter: Pick<PipelineContext['concurrencyLimiter'], 'isDraining'>;
};

/** The pages of the crawls of an account, for the holders of its keys. The crawls themselves are jobs. */
export class CrawlService {
  readonly #context: CrawlContext;

  constructor(context: CrawlContext) {
    this.#context = context;
  }

  /** Streams the pages of a crawl. @throws ServiceError `not_found` or `scope_denied` */
  async streamResults(
    id: string,
    key: KeyRecord,
    { cursor, limit = batchRequestsMax, follow, signal }: BatchResultOptions,
  ): Promise<ResponseBody> {
    const { store, openResponses, concurrencyLimiter } = this.#context;
    await this.#find(id, key);
    const chunks = streamBatchResults({
      batches: store.batches,
      results: store.results,
      batchId: id,
      after: cursor,
      limit,
      mustWait: async () =>
        follow && !concurrencyLimiter.isDraining && (await this.#hasRunningPages(id, key)),
      identify: ({ index, customId }) => ({ index, url: customId }),
      signal,
    });
    return {
      kind: 'text',
      contentType: 'application/x-ndjson',
      chunks,
      onClose: openResponses.acquire(key.id),
    };
  }

  /** The pages of a canceled crawl are canceled after its job. */
  async #hasRunningPages(id: string, key: KeyRecord): Promise<boolean> {
    const { status } = await this.#find(id, key);
    if (status !== 'canceled') return isRunning(status);
    const { store, now } = this.#context;
    return (await store.batches.find(id, key.accountId, now()))?.status === 'running';
  }

  async #find(id: string, key: KeyRecord): Promise<Job> {
    const { store, now } = this.#context;
    requireScope(key, operation);
    const job = isResourceId(id) ? await store.jobs.find(id, key.accountId, now()) : undefined;
    if (job === undefined || job.operation !== operation) {
      throw new ServiceError('not_found', `there is no crawl ${quoteValue(id)}, or it has expired`);
    }
    return job;
  }
}

const isRunning = (status: Job['status']): boolean => status === 'queued' || status === 'running';
