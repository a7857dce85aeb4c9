// Generated from openapi.json by packages/sdk/scripts/generate.ts. Do not edit.
// biome-ignore-all format: generated
import { type AdminCallOptions, callAdmin } from '../call-admin.ts';
import type { ClientConfig } from '../client-config.ts';
import type { Account, ApiKey, AuditEntry, IssuedApiKey, KeyUsage, LedgerEntry, LoggedRequest, System, TranslationModel } from './operation-types.ts';

/** Input of: create an account. */
export interface CreateAccountInput {
  /** Name of the account */
  name: string;
  /** Initial credits */
  credits?: number | undefined;
}

/** Input of: list accounts, ordered by id. */
export interface ListAccountsOptions {
  /** Id of the last item of the previous page */
  after?: string | undefined;
  /** Maximum number of items */
  limit?: number | undefined;
}

/** Input of: rename, disable or enable an account. */
export interface UpdateAccountInput {
  /** Name of the account */
  name?: string | undefined;
  /** Whether the keys of the account are refused */
  disabled?: boolean | undefined;
}

/** Input of: add credits to an account, or remove available credits. */
export interface GrantCreditsInput {
  /** Credits to add; a negative amount removes credits */
  amount: number;
  /** Comment, shown in the ledger entry */
  note?: string | undefined;
}

/** Input of: list the ledger entries of an account, the newest first. */
export interface ListEntriesOptions {
  /** Id of the last entry of the previous page */
  before?: number | undefined;
  /** Maximum number of items */
  limit?: number | undefined;
}

export type CreateKeyInputScope =
  | '*'
  | 'convert'
  | 'crawl'
  | 'extract-entities'
  | 'map'
  | 'ocr'
  | 'scrape'
  | 'sentiment'
  | 'summarize'
  | 'translate';

/** Input of: create an API key. */
export interface CreateKeyInput {
  /** Account that pays for requests with the key */
  accountId: string;
  /** Name of the key */
  name: string;
  /** Operations that the key may call; `*` for all */
  scopes?: readonly CreateKeyInputScope[] | undefined;
  /** Expiration time (ISO 8601); null for none */
  expiresAt?: Date | string | null | undefined;
  /** Maximum requests per minute; null for the default */
  ratePerMinute?: number | null | undefined;
  /** Maximum credits that the key may spend; null for no limit */
  budget?: number | null | undefined;
}

/** Input of: list API keys, ordered by id. */
export interface ListKeysOptions {
  /** Id of the last item of the previous page */
  after?: string | undefined;
  /** Maximum number of items */
  limit?: number | undefined;
  /** Returns only the keys of this account */
  accountId?: string | undefined;
}

/** Input of: change settings of an API key. */
export interface UpdateKeyInput {
  /** Name of the key */
  name?: string | undefined;
  /** Operations that the key may call; `*` for all */
  scopes?: readonly CreateKeyInputScope[] | undefined;
  /** Expiration time (ISO 8601); null for none */
  expiresAt?: Date | string | null | undefined;
  /** Maximum requests per minute; null for the default */
  ratePerMinute?: number | null | undefined;
  /** Maximum credits that the key may spend; null for no limit */
  budget?: number | null | undefined;
}

/** Input of: replace an API key by a new one. */
export interface RotateKeyInput {
  /** Seconds until the old key is revoked */
  overlapSeconds?: number | undefined;
}

/** Input of: list translation models, ordered by id. */
export interface ListModelsOptions {
  /** Whether published models that are not installed are listed too */
  available?: 'true' | 'false' | undefined;
}

/** Input of: start to download a translation model. */
export interface PullModelInput {
  /** The language pair, such as `en-pt` */
  id: string;
}

/** Input of: list changes by administrators, the newest first. */
export interface ListAuditEntriesOptions {
  /** First time (ISO 8601), such as 2026-05-01; default: the beginning */
  from?: string | undefined;
  /** Last time or day (ISO 8601), included; default: now */
  to?: string | undefined;
  /** Only this kind of change, such as `key.update` */
  action?: string | undefined;
  /** Only changes of this account, key or model, by its id */
  target?: string | undefined;
  /** Id of the last entry of the previous page */
  before?: number | undefined;
  /** Maximum number of items */
  limit?: number | undefined;
}

/** Input of: get the charged requests and credits of all keys by day. */
export interface GetKeyUsageOptions {
  /** Only keys of this account */
  accountId?: string | undefined;
  /** First day (UTC), such as 2026-05-01; default: 29 days before the last */
  from?: string | undefined;
  /** Last day (UTC), included; default: today */
  to?: string | undefined;
}

/** Input of: list the last requests for operations, the last one first. */
export interface ListRequestsOptions {
  /** Only requests of this account */
  accountId?: string | undefined;
  /** Only requests with this key */
  keyId?: string | undefined;
  /** Only requests for this operation */
  operation?: string | undefined;
  /** Only requests with this error */
  code?: string | undefined;
  /** Maximum number of items */
  limit?: number | undefined;
}

/** The methods of the admin API. */
export interface AdminMethods {
  readonly accounts: {
    /** Create an account. */
    readonly create: (input: CreateAccountInput, options?: AdminCallOptions) => Promise<Account>;
    /** List accounts, ordered by id. */
    readonly list: (input?: ListAccountsOptions, options?: AdminCallOptions) => Promise<Account[]>;
    /** Get an account. */
    readonly get: (accountId: string, options?: AdminCallOptions) => Promise<Account>;
    /** Rename, disable or enable an account. */
    readonly update: (accountId: string, input?: UpdateAccountInput, options?: AdminCallOptions) => Promise<Account>;
  };
  readonly credits: {
    /** Add credits to an account, or remove available credits. */
    readonly grant: (input: GrantCreditsInput & { readonly accountId: string }, options?: AdminCallOptions) => Promise<number>;
    /** List the ledger entries of an account, the newest first. */
    readonly entries: (accountId: string, input?: ListEntriesOptions, options?: AdminCallOptions) => Promise<LedgerEntry[]>;
  };
  readonly keys: {
    /** Create an API key. */
    readonly create: (input: CreateKeyInput, options?: AdminCallOptions) => Promise<IssuedApiKey>;
    /** List API keys, ordered by id. */
    readonly list: (input?: ListKeysOptions, options?: AdminCallOptions) => Promise<ApiKey[]>;
    /** Change settings of an API key. */
    readonly update: (keyId: string, input?: UpdateKeyInput, options?: AdminCallOptions) => Promise<ApiKey>;
    /** Get an API key. */
    readonly get: (keyId: string, options?: AdminCallOptions) => Promise<ApiKey>;
    /** Revoke an API key. */
    readonly revoke: (keyId: string, options?: AdminCallOptions) => Promise<ApiKey>;
    /** Replace an API key by a new one. */
    readonly rotate: (keyId: string, input?: RotateKeyInput, options?: AdminCallOptions) => Promise<IssuedApiKey>;
  };
  readonly models: {
    /** List translation models, ordered by id. */
    readonly list: (input?: ListModelsOptions, options?: AdminCallOptions) => Promise<TranslationModel[]>;
    /** Start to download a translation model. */
    readonly pull: (input: PullModelInput, options?: AdminCallOptions) => Promise<TranslationModel>;
    /** Get a translation model that is installed or downloading. */
    readonly get: (modelId: string, options?: AdminCallOptions) => Promise<TranslationModel>;
    /** Remove a translation model, and stop its download. */
    readonly remove: (modelId: string, options?: AdminCallOptions) => Promise<boolean>;
    /** Compare the files of an installed translation model with their checksums. */
    readonly verify: (modelId: string, options?: AdminCallOptions) => Promise<TranslationModel>;
  };
  readonly audit: {
    /** List changes by administrators, the newest first. */
    readonly list: (input?: ListAuditEntriesOptions, options?: AdminCallOptions) => Promise<AuditEntry[]>;
  };
  readonly usage: {
    /** Get the charged requests and credits of all keys by day. */
    readonly byKey: (input?: GetKeyUsageOptions, options?: AdminCallOptions) => Promise<KeyUsage>;
  };
  readonly requests: {
    /** List the last requests for operations, the last one first. */
    readonly list: (input?: ListRequestsOptions, options?: AdminCallOptions) => Promise<LoggedRequest[]>;
  };
  readonly system: {
    /** Get the state of the node: engines, models, queues, storage, and checks with their fixes. */
    readonly get: (options?: AdminCallOptions) => Promise<System>;
  };
}

/** Creates the methods for a service. */
export function createAdminMethods(config: ClientConfig): AdminMethods {
  return {
    accounts: {
      create: (input, options) => callAdmin(config, { method: 'POST', path: '/admin/v0/accounts', input, resultField: 'account' }, options),
      list: (input, options) => callAdmin(config, { method: 'GET', path: '/admin/v0/accounts', input, resultField: 'accounts' }, options),
      get: (accountId, options) => callAdmin(config, { method: 'GET', path: '/admin/v0/accounts/{id}', id: accountId, resultField: 'account' }, options),
      update: (accountId, input, options) => callAdmin(config, { method: 'PATCH', path: '/admin/v0/accounts/{id}', id: accountId, input, resultField: 'account' }, options),
    },
    credits: {
      grant: ({ accountId, ...input }, options) => callAdmin(config, { method: 'POST', path: '/admin/v0/accounts/{id}/credits', id: accountId, input, resultField: 'available' }, options),
      entries: (accountId, input, options) => callAdmin(config, { method: 'GET', path: '/admin/v0/accounts/{id}/entries', id: accountId, input, resultField: 'entries' }, options),
    },
    keys: {
      create: (input, options) => callAdmin(config, { method: 'POST', path: '/admin/v0/keys', input, resultField: 'key' }, options),
      list: (input, options) => callAdmin(config, { method: 'GET', path: '/admin/v0/keys', input, resultField: 'keys' }, options),
      update: (keyId, input, options) => callAdmin(config, { method: 'PATCH', path: '/admin/v0/keys/{id}', id: keyId, input, resultField: 'key' }, options),
      get: (keyId, options) => callAdmin(config, { method: 'GET', path: '/admin/v0/keys/{id}', id: keyId, resultField: 'key' }, options),
      revoke: (keyId, options) => callAdmin(config, { method: 'DELETE', path: '/admin/v0/keys/{id}', id: keyId, resultField: 'key' }, options),
      rotate: (keyId, input, options) => callAdmin(config, { method: 'POST', path: '/admin/v0/keys/{id}/rotate', id: keyId, input, resultField: 'key' }, options),
    },
    models: {
      list: (input, options) => callAdmin(config, { method: 'GET', path: '/admin/v0/models', input, resultField: 'models' }, options),
      pull: (input, options) => callAdmin(config, { method: 'POST', path: '/admin/v0/models', input, resultField: 'model' }, options),
      get: (modelId, options) => callAdmin(config, { method: 'GET', path: '/admin/v0/models/{id}', id: modelId, resultField: 'model' }, options),
      remove: (modelId, options) => callAdmin(config, { method: 'DELETE', path: '/admin/v0/models/{id}', id: modelId, resultField: 'removed' }, options),
      verify: (modelId, options) => callAdmin(config, { method: 'POST', path: '/admin/v0/models/{id}/verification', id: modelId, resultField: 'model' }, options),
    },
    audit: {
      list: (input, options) => callAdmin(config, { method: 'GET', path: '/admin/v0/audit', input, resultField: 'entries' }, options),
    },
    usage: {
      byKey: (input, options) => callAdmin(config, { method: 'GET', path: '/admin/v0/usage', input, resultField: 'usage' }, options),
    },
    requests: {
      list: (input, options) => callAdmin(config, { method: 'GET', path: '/admin/v0/requests', input, resultField: 'requests' }, options),
    },
    system: {
      get: (options) => callAdmin(config, { method: 'GET', path: '/admin/v0/system', resultField: 'system' }, options),
    },
  };
}
