import {
  type CallOptions,
  callOperation,
  getStoredResult,
  type QuernResponse,
  type StoredResultOptions,
} from './call-operation.ts';
import { type ClientOptions, resolveClientConfig } from './client-config.ts';
import { createFiles, type Files } from './files/result-files.ts';
import type { DryRun, LanguageList, RecentRequests, Usage } from './generated/operation-types.ts';
import { createOperationMethods, type OperationMethods } from './generated/operations.ts';
import { type Batches, createBatches } from './jobs/batches.ts';
import { type CrawlResult, streamCrawlResults } from './jobs/crawl-results.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { ResultStreamOptions } from './jobs/stream-results.ts';
import { getLanguages } from './languages.ts';
import type { OperationDescriptor } from './operation-descriptor.ts';
import { invalidInput } from './quern-error.ts';
import { getRecentRequests, type RecentRequestsFilter } from './recent-requests.ts';
import { getUsage, type UsagePeriod } from './usage.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

/** Options of `createQuern`. */
export interface QuernOptions extends ClientOptions {
  readonly apiKey: string;
}

/** A result whose fields are known only at run time. */
export type UntypedData = Readonly<Record<string, unknown>>;

/** A client of a service: a method per operation, and two that take the operation as data. */
export interface Quern extends OperationMethods {
  /** Calls an operation by its descriptor. The input is validated by the service alone. */
  readonly call: (
    operation: OperationDescriptor,
    input: object,
    options?: CallOptions,
  ) => Promise<QuernResponse<UntypedData | DryRun>>;
  /** Returns a stored result of an operation by its id. */
  readonly getResult: (operation: OperationDescriptor, id: string) => Promise<QuernResponse<UntypedData>>;
  /** Requests that run in the background. */
  readonly jobs: Jobs;
  /** Many requests for one operation that run in the background. */
  readonly batches: Batches;
  /**
   * Iterates over the pages of a crawl, which `crawl` starts, in the order in which they end. A lost connection is opened
   * again, and continues after the last page.
   *
   * @param id of the job of the crawl
   */
  readonly crawlResults: (id: string, options?: ResultStreamOptions) => AsyncIterable<CrawlResult>;
  /** Files that are parts of results. */
  readonly files: Files;
  /** Addresses that receive the ends of jobs and batches. */
  readonly webhooks: Webhooks;
  /** Returns the last requests of the key, how long they took, and their errors, as the node remembers them. */
  readonly requests: (
    filter?: RecentRequestsFilter,
    options?: StoredResultOptions,
  ) => Promise<QuernResponse<RecentRequests>>;
  /** Returns the balance of the account, and what the key has been charged. */
  readonly usage: (period?: UsagePeriod, options?: StoredResultOptions) => Promise<QuernResponse<Usage>>;
  /** Returns the languages, and how well each operation works in them. */
  readonly languages: (options?: StoredResultOptions) => Promise<QuernResponse<LanguageList>>;
}

/**
 * Creates a client of the operations. Its methods throw QuernError. Network errors, 429 and 503 are retried;
 * every call has an idempotency key, so that a retry never charges twice.
 *
 * @throws TypeError if an option is invalid, such as a base URL without a scheme.
 */
export function createQuern(options: QuernOptions): Quern {
  const config = resolveClientConfig(options, options.apiKey);
  const jobs = createJobs(config);
  return {
    ...createOperationMethods(config),
    call: (operation, input, callOptions) => callOperation(config, operation, input, callOptions),
    getResult: async (operation, id) => {
      if (operation.storedResults === undefined) {
        throw invalidInput(`results of ${operation.name} are not stored`);
      }
      return getStoredResult(config, operation.storedResults, id);
    },
    jobs,
    batches: createBatches(config),
    crawlResults: (id, streamOptions) => streamCrawlResults(config, jobs, id, streamOptions),
    files: createFiles(config),
    webhooks: createWebhooks(config),
    requests: (filter, requestOptions) => getRecentRequests(config, filter, requestOptions),
    usage: (period, usageOptions) => getUsage(config, period, usageOptions),
    languages: (languageOptions) => getLanguages(config, languageOptions),
  };
}
