/** Times are milliseconds since 1970 (UTC); amounts are whole credits. */
export interface Account {
  readonly id: string;
  readonly name: string;
  /** Credits that can be spent. */
  readonly available: number;
  /** Credits that running requests have reserved. */
  readonly held: number;
  readonly createdAt: number;
}

/** A movement of credits from one bucket (`debit`) to another (`credit`). */
export interface LedgerEntry {
  readonly id: number;
  readonly kind: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: number;
  readonly keyId: string | null;
  readonly operation: string | null;
  readonly requestId: string | null;
  readonly note: string | null;
  readonly createdAt: number;
}

export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** The key's first and last characters, to recognise it by. */
  readonly hint: string;
  readonly name: string;
  /** Names of operations, or `*`. */
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
  /** When it was, or after a rotation will be, revoked. */
  readonly revokedAt: number | null;
  readonly ratePerMinute: number | null;
  /** The most credits the key may ever spend; null: as many as its account has. */
  readonly budget: number | null;
  readonly spent: number;
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
}

/** A key that was just made: `key` is told this once and kept nowhere. */
export interface IssuedApiKey extends ApiKey {
  readonly key: string;
}

export interface CreateKeyInput {
  readonly accountId: string;
  readonly name: string;
  /** Names of operations; default: all. */
  readonly scopes?: readonly string[] | undefined;
  readonly expiresAt?: Date | undefined;
  readonly ratePerMinute?: number | undefined;
  readonly budget?: number | undefined;
}

export interface PageOptions {
  /** The id of the last one already seen. */
  readonly after?: string | undefined;
  /** 1 to 1000; default 100. */
  readonly limit?: number | undefined;
}

export interface EntryPageOptions {
  /** The id of the last entry already seen: the newest come first. */
  readonly before?: number | undefined;
  /** 1 to 1000; default 100. */
  readonly limit?: number | undefined;
}

export interface AdminCallOptions {
  readonly signal?: AbortSignal | undefined;
}
