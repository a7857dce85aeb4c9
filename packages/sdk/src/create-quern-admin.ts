import type {
  Account,
  AdminCallOptions,
  ApiKey,
  CreateKeyInput,
  EntryPageOptions,
  IssuedApiKey,
  LedgerEntry,
  PageOptions,
} from './admin-types.ts';
import { type ClientOptions, resolveClientConfig } from './client-config.ts';
import { encodePathSegment } from './encode-path-segment.ts';
import { unexpectedResponse } from './parse-response.ts';
import { type RequestOptions, sendRequest } from './send-request.ts';

export interface QuernAdminOptions extends ClientOptions {
  readonly adminToken: string;
}

/** Accounts, credits and keys of a service (`/admin/v0`). */
export interface QuernAdmin {
  readonly accounts: {
    readonly create: (
      account: { readonly name: string; readonly credits?: number | undefined },
      options?: AdminCallOptions,
    ) => Promise<Account>;
    readonly list: (page?: PageOptions, options?: AdminCallOptions) => Promise<Account[]>;
    readonly get: (id: string, options?: AdminCallOptions) => Promise<Account>;
  };
  readonly credits: {
    /** Adds credits, or takes available ones back when `amount` is negative. Answers what is available then. */
    readonly grant: (
      grant: { readonly accountId: string; readonly amount: number; readonly note?: string | undefined },
      options?: AdminCallOptions,
    ) => Promise<number>;
    /** Movements of an account's credits, the newest first. */
    readonly entries: (
      accountId: string,
      page?: EntryPageOptions,
      options?: AdminCallOptions,
    ) => Promise<LedgerEntry[]>;
  };
  readonly keys: {
    readonly create: (key: CreateKeyInput, options?: AdminCallOptions) => Promise<IssuedApiKey>;
    readonly list: (
      page?: PageOptions & { readonly accountId?: string | undefined },
      options?: AdminCallOptions,
    ) => Promise<ApiKey[]>;
    readonly get: (id: string, options?: AdminCallOptions) => Promise<ApiKey>;
    /** Ends a key now; a second time changes nothing. */
    readonly revoke: (id: string, options?: AdminCallOptions) => Promise<ApiKey>;
    /** Issues another key like this one, which ends after `overlapSeconds` (default: a day). */
    readonly rotate: (
      id: string,
      rotation?: { readonly overlapSeconds?: number | undefined },
      options?: AdminCallOptions,
    ) => Promise<IssuedApiKey>;
  };
}

/**
 * A client of the admin API. Reading and revoking are tried again like operations are; what makes or grants
 * something is sent again only after a 429, since it might be done twice. Throws TypeError for options that
 * cannot work.
 */
export function createQuernAdmin(options: QuernAdminOptions): QuernAdmin {
  const connection = resolveClientConfig(options, options.adminToken);
  const send = async <Value>(
    field: string,
    order: Omit<RequestOptions, 'retrySafety' | 'signal'>,
    callOptions: AdminCallOptions = {},
  ): Promise<Value> => {
    const retrySafety = order.method === 'POST' ? 'unsafe' : 'safe';
    const path = `/admin/v0${order.path}`;
    const { body } = await sendRequest(connection, {
      ...order,
      path,
      retrySafety,
      signal: callOptions.signal,
    });
    if (body[field] === undefined) throw unexpectedResponse(200, JSON.stringify(body), undefined);
    // That the field has the shape of its document is the service's promise.
    return body[field] as Value;
  };
  const get = (path: string, query: object = {}) => ({
    method: 'GET' as const,
    path: `${path}${queryOf(query)}`,
  });
  const post = (path: string, body: object) => ({
    method: 'POST' as const,
    path,
    body: JSON.stringify(body),
  });
  return {
    accounts: {
      create: (account, call) => send('account', post('/accounts', account), call),
      list: (page, call) => send('accounts', get('/accounts', page), call),
      get: async (id, call) => send('account', get(`/accounts/${encodePathSegment(id)}`), call),
    },
    credits: {
      grant: async ({ accountId, amount, note }, call) =>
        send('available', post(`/accounts/${encodePathSegment(accountId)}/credits`, { amount, note }), call),
      entries: async (accountId, page, call) =>
        send('entries', get(`/accounts/${encodePathSegment(accountId)}/entries`, page), call),
    },
    keys: {
      create: (key, call) => send('key', post('/keys', key), call),
      list: (page, call) => send('keys', get('/keys', page), call),
      get: async (id, call) => send('key', get(`/keys/${encodePathSegment(id)}`), call),
      revoke: async (id, call) =>
        send('key', { method: 'DELETE', path: `/keys/${encodePathSegment(id)}` }, call),
      rotate: async (id, rotation = {}, call) =>
        send('key', post(`/keys/${encodePathSegment(id)}/rotate`, rotation), call),
    },
  };
}

function queryOf(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
