import {
  createCallHeaders,
  type QuernResponse,
  type StoredResultOptions,
  sendForData,
} from '../call-operation.ts';
import type { ClientConfig } from '../client-config.ts';
import { encodePathSegment } from '../encode-path-segment.ts';
import type { Batch, Job } from '../generated/operation-types.ts';
import { type OperationTypes, operations } from '../generated/operations.ts';
import type { OperationDescriptor } from '../operation-descriptor.ts';
import { toQueryString } from '../query-string.ts';
import { type ResultStreamOptions, streamResults } from './stream-results.ts';

/** A request of a batch. */
export interface BatchRequest<Input = object> {
  /** Your id of the request, which its result has; at most 64 characters. */
  readonly customId?: string | undefined;
  readonly input: Input;
}

/** Options of the creation of a batch. */
export interface CreateBatchOptions extends StoredResultOptions {
  /** At most 16 strings that the batch is returned with. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** A request of a batch that has ended. */
export interface BatchResult<Data = Record<string, unknown>> {
  /** Position in the order in which the requests ended; `results` can continue after it. */
  readonly cursor: number;
  /** Position in the batch, from 0. */
  readonly index: number;
  readonly customId: string | null;
  readonly status: 'succeeded' | 'failed' | 'canceled';
  /** Credits charged. */
  readonly usage: number;
  /** The result of a request that has succeeded. */
  readonly data?: Data;
  /** Why the request failed. */
  readonly error?: NonNullable<Job['error']>;
}

/** Which batches to list. */
export interface BatchFilter {
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** 1 to 1000; default 100. */
  readonly limit?: number | undefined;
}

/** A page of batches, the newest first. */
export interface BatchPage {
  readonly batches: readonly Batch[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** Many requests for one operation that run in the background. */
export interface Batches {
  /**
   * Creates a batch of up to 100,000 requests: for an operation by the name of its method, or by its descriptor. Files
   * are not supported.
   *
   * @throws QuernError
   */
  readonly create: {
    <Name extends keyof OperationTypes>(
      operation: Name,
      requests: Iterable<BatchRequest> | AsyncIterable<BatchRequest>,
      options?: CreateBatchOptions,
    ): Promise<QuernResponse<Batch>>;
    (
      operation: OperationDescriptor,
      requests: Iterable<BatchRequest> | AsyncIterable<BatchRequest>,
      options?: CreateBatchOptions,
    ): Promise<QuernResponse<Batch>>;
  };
  /** Lists batches, the newest first. */
  readonly list: (filter?: BatchFilter, options?: StoredResultOptions) => Promise<QuernResponse<BatchPage>>;
  /** Returns a batch with the number of its requests in each state. */
  readonly get: (id: string, options?: StoredResultOptions) => Promise<QuernResponse<Batch>>;
  /**
   * Iterates over the results, in the order in which the requests end. A lost connection is opened again, and continues
   * after the last result.
   */
  readonly results: <Data = Record<string, unknown>>(
    id: string,
    options?: ResultStreamOptions,
  ) => AsyncIterable<BatchResult<Data>>;
  /** Cancels the requests that have not ended. @throws QuernError `job_ended` if all have */
  readonly cancel: (id: string, options?: StoredResultOptions) => Promise<QuernResponse<Batch>>;
}

/** Creates the methods for a service. */
export function createBatches(config: ClientConfig): Batches {
  const send = async (method: 'GET' | 'DELETE', id: string, options: StoredResultOptions = {}) =>
    sendForData<Batch>(config, {
      method,
      path: `/v0/batches/${encodePathSegment(id)}`,
      headers: createCallHeaders({ retries: 0 }, options),
      retrySafety: 'safe',
      signal: options.signal,
    });
  return {
    create: async (
      operation: keyof OperationTypes | OperationDescriptor,
      requests: Iterable<BatchRequest> | AsyncIterable<BatchRequest>,
      options: CreateBatchOptions = {},
    ) => {
      const { name } = typeof operation === 'string' ? operations[operation] : operation;
      const lines: string[] = [];
      for await (const request of requests) lines.push(JSON.stringify(request));
      return sendForData<Batch>(config, {
        method: 'POST',
        path: `/v0/batches${toQueryString({ operation: name, metadata: options.metadata })}`,
        headers: {
          ...createCallHeaders({ retries: 0 }, { requestId: options.requestId }),
          'content-type': 'application/x-ndjson',
        },
        body: lines.join('\n'),
        // A repetition would create another batch.
        retrySafety: 'unsafe',
        signal: options.signal,
      });
    },
    list: (filter = {}, options = {}) =>
      sendForData<BatchPage>(config, {
        method: 'GET',
        path: `/v0/batches${toQueryString({ ...filter })}`,
        headers: createCallHeaders({ retries: 0 }, options),
        retrySafety: 'safe',
        signal: options.signal,
      }),
    get: (id, options) => send('GET', id, options),
    results: (id, options = {}) =>
      streamResults(
        config,
        {
          path: `/v0/batches/${encodePathSegment(id)}/results`,
          isRunning: async () => {
            const { requestId, signal } = options;
            return (await send('GET', id, { requestId, signal })).data.status === 'running';
          },
        },
        options,
      ),
    cancel: (id, options) => send('DELETE', id, options),
  };
}
