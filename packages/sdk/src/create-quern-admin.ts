import { type ClientOptions, resolveClientConfig } from './client-config.ts';
import { type AdminMethods, createAdminMethods } from './generated/admin.ts';

/** Options of `createQuernAdmin`. */
export interface QuernAdminOptions extends ClientOptions {
  readonly adminToken: string;
}

/** A client of the admin API: accounts, credits and API keys of a service. */
export type QuernAdmin = AdminMethods;

/**
 * Creates a client of the admin API. Its methods throw QuernError. Reads and revocations are retried like
 * operations; requests that create or grant something are retried only after a 429, since they might run twice.
 *
 * @throws TypeError if an option is invalid, such as a base URL without a scheme.
 */
export function createQuernAdmin(options: QuernAdminOptions): QuernAdmin {
  return createAdminMethods(resolveClientConfig(options, options.adminToken));
}
