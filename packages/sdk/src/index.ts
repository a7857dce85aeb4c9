/** Clients of a Quern service: `createQuern` for operations, `createQuernAdmin` for accounts, credits and keys. */

export type { AdminCallOptions } from './call-admin.ts';
export type {
  CallOptions,
  OperationMethod,
  OperationResponse,
  QuernResponse,
  StoredResultMethod,
  StoredResultOptions,
} from './call-operation.ts';
export type { ClientOptions } from './client-config.ts';
export { createQuern, type Quern, type QuernOptions, type UntypedData } from './create-quern.ts';
export { createQuernAdmin, type QuernAdmin, type QuernAdminOptions } from './create-quern-admin.ts';
export type { QuernFile } from './files/quern-file.ts';
export type { Files } from './files/result-files.ts';
export type * from './generated/admin.ts';
export type * from './generated/operation-types.ts';
export { type OperationMethods, type OperationTypes, operations } from './generated/operations.ts';
export type {
  Batches,
  BatchFilter,
  BatchPage,
  BatchRequest,
  BatchResult,
  CreateBatchOptions,
} from './jobs/batches.ts';
export type { CrawlResult } from './jobs/crawl-results.ts';
export type {
  FinishedPage,
  JobEvent,
  JobEventOptions,
  JobFilter,
  JobPage,
  Jobs,
  ReplayFilter,
  WaitOptions,
} from './jobs/jobs.ts';
export type { ResultStreamOptions } from './jobs/stream-results.ts';
export type { InputProperty, OperationDescriptor } from './operation-descriptor.ts';
export { QuernError, type QuernErrorCode } from './quern-error.ts';
export type { RecentRequestsFilter } from './recent-requests.ts';
export { restoreText } from './redaction/restore-text.ts';
export type { JobMethod, SubmitOptions, TypedJob } from './submit-job.ts';
export type { UsagePeriod } from './usage.ts';
export type { DeliveryFilter, DeliveryPage, Webhooks } from './webhooks.ts';
