/** Clients of a Quern service: `createQuern` for its operations, `createQuernAdmin` for accounts, credits and keys. */
export type {
  Account,
  AdminCallOptions,
  Entry,
  EntryPage,
  IssuedKey,
  Key,
  NewKey,
  Page,
} from './admin-types.ts';
export type { Answer, CallOptions, Outcome } from './call-operation.ts';
export type { ConnectionOptions } from './connection.ts';
export { type Call, createQuern, type Quern, type QuernOptions } from './create-quern.ts';
export { createQuernAdmin, type QuernAdmin, type QuernAdminOptions } from './create-quern-admin.ts';
export type * from './operation-types.ts';
export { QuernError, type QuernErrorCode } from './quern-error.ts';
export type { QuernFile, SummarizeOrder } from './summarize-body.ts';
