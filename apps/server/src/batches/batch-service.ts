import { z } from 'zod';
import { quoteValue } from '../errors/quote-value.ts';
import { invalidParameters, ServiceError } from '../errors/service-error.ts';
import { createId } from '../ids/create-id.ts';
import { isResourceId } from '../ids/resource-id.ts';
import { readPage } from '../jobs/cursor.ts';
import type { JobDispatcher } from '../jobs/job-dispatcher.ts';
import { hasScope, requireScope } from '../keys/require-scope.ts';
import type { Operation } from '../operations/define-operation.ts';
import { queueFullRetrySeconds, storeJobInput } from '../pipeline/jobs/store-job-input.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { ResponseBody } from '../pipeline/response/response-body.ts';
import type { Batch, BatchRequest } from '../storage/batches/batch.ts';
import type { KeyRecord } from '../storage/repositories/keys.ts';
import { printableText } from '../validation/printable-text.ts';
import { validateInput } from '../validation/validate-input.ts';
import { streamBatchResults } from './stream-batch-results.ts';

/** Maximum number of requests of a batch. */
export const batchRequestsMax = 100_000;
/** Maximum number of unfinished batches of an account, and of their requests. */
const batchesMax = 100;
const pendingMax = 200_000;
/** Requests that are stored with one transaction. */
const storedAtOnce = 200;

/** A request of a batch, as clients send it. Its input is validated when it runs. */
export const batchRequestSchema = z.strictObject({
  customId: printableText(1, 64).optional().describe('Your id of the request, which its result has'),
  input: z.record(z.string(), z.unknown()).describe('The JSON body of the operation'),
});

/** A batch to create. */
export interface BatchSubmission {
  /** Name of the operation. */
  readonly operation: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The requests, as they are received. */
  readonly requests: AsyncIterable<unknown> | Iterable<unknown>;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** Which results of a batch to stream. */
export interface BatchResultOptions {
  /** The `cursor` of the last result that the client has received; 0 for none. */
  readonly cursor: number;
  /** Maximum number of results; by default all. */
  readonly limit?: number | undefined;
  /** Whether to wait for results until the batch has ended. */
  readonly follow: boolean;
  readonly signal: AbortSignal;
}

/** Dependencies of batches. */
export interface BatchServiceOptions {
  readonly context: PipelineContext;
  readonly operations: readonly Operation[];
  readonly dispatcher: Pick<JobDispatcher, 'cancel'>;
}

/** The batches of an account, for the holders of its keys. */
export class BatchService {
  readonly #context: PipelineContext;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #dispatcher: Pick<JobDispatcher, 'cancel'>;

  constructor({ context, operations, dispatcher }: BatchServiceOptions) {
    this.#context = context;
    this.#operations = new Map(operations.map((operation) => [operation.name, operation]));
    this.#dispatcher = dispatcher;
  }

  /**
   * Creates a batch as its requests are received. If anything fails, nothing of it is left.
   *
   * @throws ServiceError `invalid_parameters` for an unknown operation, an invalid request, none or too many;
   *   `scope_denied`; `too_many_jobs`; and the errors of the iterable
   */
  async create(submission: BatchSubmission, key: KeyRecord): Promise<Batch> {
    const { store, now, nodeId } = this.#context;
    const operation = this.#findOperation(submission.operation);
    requireScope(key, operation.name);
    const id = createId('bat');
    const { metadata, requestId } = submission;
    const { accountId } = key;
    await this.#requireCapacity(accountId);
    await store.batches.create(
      { id, accountId, keyId: key.id, operation: operation.name, requestId, metadata, createdAt: now() },
      nodeId,
    );
    try {
      const total = await this.#receive(id, submission, key);
      submission.signal.throwIfAborted();
      await store.batches.start(id, total);
    } catch (error) {
      // Otherwise the next sweep deletes it, once this node has stopped.
      await store.batches.discard(id).catch(() => undefined);
      throw error;
    }
    return this.find(id, key);
  }

  /** @throws ServiceError `not_found` or `scope_denied` */
  async find(id: string, key: KeyRecord): Promise<Batch> {
    const { store, now, retentionMs } = this.#context;
    const batch = await this.#read(id, key);
    if (!mustEnd(batch)) return batch;
    await store.batches.endCompleted({ now: now(), expiresAt: now() + retentionMs });
    return this.#read(id, key);
  }

  /**
   * Lists the batches of the operations that the key may call, the newest first.
   *
   * @throws ServiceError `invalid_parameters` if the cursor is malformed
   */
  async list(
    { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
    key: KeyRecord,
  ): Promise<{ readonly batches: readonly Batch[]; readonly nextCursor: string | null }> {
    const { store, now } = this.#context;
    const { items, nextCursor } = await readPage({ cursor, limit }, (after, count) =>
      store.batches.list(key.accountId, after, count, now()),
    );
    const batches = items.filter(({ operation }) => hasScope(key, operation));
    return { batches, nextCursor };
  }

  /** Streams the results of a batch. @throws ServiceError `not_found` or `scope_denied` */
  async streamResults(
    id: string,
    key: KeyRecord,
    { cursor, limit = batchRequestsMax, follow, signal }: BatchResultOptions,
  ): Promise<ResponseBody> {
    const { store, openResponses, concurrencyLimiter } = this.#context;
    await this.find(id, key);
    const chunks = streamBatchResults({
      batches: store.batches,
      results: store.results,
      batchId: id,
      after: cursor,
      limit,
      mustWait: async () =>
        follow && !concurrencyLimiter.isDraining && (await this.find(id, key)).status === 'running',
      identify: ({ index, customId }) => ({ index, customId }),
      signal,
    });
    return {
      kind: 'text',
      contentType: 'application/x-ndjson',
      chunks,
      onClose: openResponses.acquire(key.id),
    };
  }

  /** Cancels the requests of a batch that have not ended. @throws ServiceError `not_found`, `scope_denied`, `job_ended` */
  async cancel(id: string, key: KeyRecord): Promise<Batch> {
    const { store, now, retentionMs } = this.#context;
    const { status } = await this.find(id, key);
    const end = { now: now(), expiresAt: now() + retentionMs };
    const running = status === 'running' ? await store.batches.cancel(id, key.accountId, end) : undefined;
    if (running === undefined) {
      throw new ServiceError('job_ended', `the batch ${quoteValue(id)} has already ended`);
    }
    for (const jobId of running) this.#dispatcher.cancel(jobId);
    return this.find(id, key);
  }

  async #read(id: string, key: KeyRecord): Promise<Batch> {
    const { store, now } = this.#context;
    // A crawl has a batch too, with the id of its job.
    const isBatchId = isResourceId(id) && id.startsWith('bat_');
    const batch = isBatchId ? await store.batches.find(id, key.accountId, now()) : undefined;
    if (batch === undefined) {
      throw new ServiceError('not_found', `there is no batch ${quoteValue(id)}, or it has expired`);
    }
    requireScope(key, batch.operation);
    return batch;
  }

  async #requireCapacity(accountId: string): Promise<void> {
    const { batches, requests } = await this.#context.store.batches.countPending(accountId);
    if (batches < batchesMax && requests < pendingMax) return;
    throw new ServiceError(
      'too_many_jobs',
      `the account has ${batches} unfinished batches with ${requests} requests; the maximum is ${batchesMax} and ${pendingMax}`,
      { retryAfterSeconds: queueFullRetrySeconds },
    );
  }

  #findOperation(name: string): Operation {
    const operation = this.#operations.get(name);
    if (operation !== undefined) return operation;
    const names = [...this.#operations.keys()].join(', ');
    throw invalidParameters(`operation: ${quoteValue(name)} is not one of ${names}`);
  }

  /** Stores the requests. @returns their number */
  async #receive(
    batchId: string,
    { requests, signal }: BatchSubmission,
    { accountId }: KeyRecord,
  ): Promise<number> {
    const { store } = this.#context;
    let total = 0;
    let received: BatchRequest[] = [];
    for await (const raw of requests) {
      if (total === batchRequestsMax) {
        throw invalidParameters(`requests: a batch has at most ${batchRequestsMax} requests`);
      }
      const { customId = null, input } = readRequest(raw, total);
      const stored = await storeJobInput(input, accountId, this.#context, signal);
      received.push({ jobId: createId('job'), index: total, customId, input: stored });
      total += 1;
      if (received.length === storedAtOnce) {
        await store.batches.addRequests(batchId, received);
        received = [];
      }
    }
    if (total === 0) throw invalidParameters('requests: a batch has at least one request');
    if (received.length > 0) await store.batches.addRequests(batchId, received);
    return total;
  }
}

/** Whether all requests of a running batch have ended. */
const mustEnd = ({ status, counts: { queued, running } }: Batch): boolean =>
  status === 'running' && queued + running === 0;

/** @throws ServiceError `invalid_parameters` with the position of the request */
function readRequest(raw: unknown, index: number): z.infer<typeof batchRequestSchema> {
  try {
    return validateInput(batchRequestSchema, raw);
  } catch (error) {
    if (error instanceof ServiceError)
      throw new ServiceError(error.code, `request ${index}: ${error.message}`);
    throw error;
  }
}
