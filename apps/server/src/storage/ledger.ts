/**
 * The credit ledger, double-entry: every movement takes an amount out of one bucket of an account and puts
 * it into another. `issued → available` (grant), `available → held` (reserve), `held → spent` (settle),
 * `held → available` (refund), `available → issued` (revoke). An account's buckets are sums of its entries,
 * and neither `available` nor `held` can go below zero. All amounts are whole credits.
 */
export interface Ledger {
  reserve(order: ReserveRequest): Promise<ReserveOutcome>;
  /** Turns a reservation into a charge; with `idempotent`, the answer to give again is stored with it. */
  settle(order: SettleRequest): Promise<FinishOutcome>;
  /** Gives a reservation back; unknown ids are `gone`, so it can be repeated. */
  refund(reservationId: string, now: number): Promise<FinishOutcome>;
  /** Refunds the reservation of a node that is taken for dead; from then on its outcome is `released`. */
  release(reservationId: string, now: number): Promise<FinishOutcome>;
  /**
   * Opens an account together with its opening credits. Can be repeated, also by several nodes at once: an
   * account that is there stays as it is, except that one without any entry gets its opening credits.
   */
  openAccount(order: OpenAccountRequest): Promise<void>;
  /** Adds credits (a negative amount takes back what is available). `undefined`: no such account or too few. */
  grant(order: GrantRequest): Promise<number | undefined>;
}

export interface ReserveRequest {
  readonly reservationId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly nodeId: string;
  readonly amount: number;
  readonly operation: string;
  readonly requestId: string;
  readonly now: number;
  readonly idempotency?: IdempotencyClaim;
}

export interface IdempotencyClaim {
  readonly key: string;
  /** SHA-256 of the request, so that a key reused for another request is noticed. */
  readonly fingerprint: string;
  readonly expiresAt: number;
}

export type ReserveOutcome =
  | { readonly kind: 'reserved'; readonly available: number }
  | { readonly kind: 'insufficient'; readonly available: number }
  | { readonly kind: 'over_budget'; readonly budget: number; readonly spent: number }
  | { readonly kind: 'idempotency_mismatch' }
  | { readonly kind: 'idempotency_running' }
  | { readonly kind: 'replay'; readonly response: StoredResponse; readonly available: number };

/** The response stored for an idempotency key: its text, or the SHA-256 (hex) of a blob that holds it. */
export type StoredResponse =
  | { readonly kind: 'inline'; readonly body: string }
  | { readonly kind: 'blob'; readonly digest: string };

export interface SettleRequest {
  readonly reservationId: string;
  readonly now: number;
  /** The response to store for the reservation's idempotency key, when it has one. */
  readonly response?: StoredResponse;
}

/** `gone`: settled or refunded before, or never made; `released`: taken from its node, so it was not charged. */
export type FinishOutcome =
  | { readonly kind: 'done'; readonly available: number }
  | { readonly kind: 'gone' }
  | { readonly kind: 'released' };

export interface OpenAccountRequest {
  readonly id: string;
  readonly name: string;
  /** Opening credits; 0 makes no entry. */
  readonly credits: number;
  readonly note: string;
  readonly now: number;
}

export interface GrantRequest {
  readonly accountId: string;
  /** An opening grant comes at most once in an account's life: a second one throws. */
  readonly opening?: boolean;
  readonly amount: number;
  readonly note: string;
  readonly now: number;
}
