/** Clients of a Quern service: `createQuern` for its operations, `createQuernAdmin` for accounts, credits and keys. */
export type {
  Account,
  AdminCallOptions,
  ApiKey,
  CreateKeyInput,
  EntryPageOptions,
  IssuedApiKey,
  LedgerEntry,
  PageOptions,
} from './admin-types.ts';
export type { CallOptions, OperationResponse, QuernResponse } from './call-operation.ts';
export type { ClientOptions } from './client-config.ts';
export { createQuern, type OperationMethod, type Quern, type QuernOptions } from './create-quern.ts';
export { createQuernAdmin, type QuernAdmin, type QuernAdminOptions } from './create-quern-admin.ts';
export type * from './operation-types.ts';
export { QuernError, type QuernErrorCode } from './quern-error.ts';
export type { QuernFile, SummarizeRequest } from './summarize-body.ts';
