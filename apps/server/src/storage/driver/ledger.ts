import type { AuditChange } from './audit-change.ts';
import type { StoredBody } from './stored-body.ts';

/**
 * The credit ledger, double-entry: every movement takes an amount out of one bucket of an account and puts it into
 * another. `issued → available` (grant), `available → held` (reserve), `held → spent` (settle),
 * `held → available` (refund), `available → issued` (revoke). An account's buckets are the sums of its entries, and
 * neither `available` nor `held` can become negative. All amounts are whole credits, all times are milliseconds
 * since the epoch. Each movement is one transaction.
 */
export interface Ledger {
  /** Reserves credits for a request, and its idempotency key if it has one. */
  reserve(request: ReserveRequest): Promise<ReserveOutcome>;
  /**
   * Turns a reservation into a charge, stores `response` for the reservation's idempotency key, and ends the job that
   * it pays for, all or nothing.
   */
  settle(request: SettleRequest): Promise<FinishOutcome>;
  /** Releases a reservation to the account. Unknown ids are `gone`, so this can be repeated. */
  refund(reservationId: string, now: number): Promise<FinishOutcome>;
  /** Refunds the reservation of a node that is considered dead; from then on its outcome is `released`. */
  release(reservationId: string, now: number): Promise<FinishOutcome>;
  /**
   * Creates an account together with its opening credits. Can be repeated, also by several nodes at once: an
   * existing account is left unchanged, except that one without any entry receives its opening credits.
   *
   * @returns Whether it was created.
   */
  openAccount(request: OpenAccountRequest): Promise<boolean>;
  /**
   * Adds credits to an account; a negative amount takes available credits back.
   *
   * @returns The available credits, or undefined if the account does not exist or has too few of them.
   */
  grant(request: GrantRequest): Promise<number | undefined>;
}

/** A request for credits that are held until it is settled or refunded. */
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

/** The idempotency key of a request. */
export interface IdempotencyClaim {
  readonly key: string;
  /** SHA-256 of the request; detects a key that is reused for another request. */
  readonly fingerprint: string;
  readonly expiresAt: number;
}

/** Outcome of `reserve`; only `reserved` has changed anything. */
export type ReserveOutcome =
  | { readonly kind: 'reserved'; readonly available: number }
  | { readonly kind: 'insufficient'; readonly available: number }
  | { readonly kind: 'over_budget'; readonly budget: number; readonly spent: number }
  | { readonly kind: 'idempotency_mismatch' }
  | { readonly kind: 'idempotency_running' }
  | { readonly kind: 'replay'; readonly response: StoredBody; readonly available: number };

/** A reservation to charge. */
export interface SettleRequest {
  readonly reservationId: string;
  readonly now: number;
  /** Stored for the reservation's idempotency key, if it has one. */
  readonly response?: StoredBody | undefined;
  /** The job that succeeds with this charge. */
  readonly job?: JobSuccess | undefined;
}

/** The successful end of a job. */
export interface JobSuccess {
  readonly id: string;
  /** The attempt that has run; only the latest one of a job can end it. */
  readonly attempt: number;
  readonly result: StoredBody;
  /** When the job and its result are deleted. */
  readonly expiresAt: number;
}

/**
 * Outcome of ending a reservation. `gone`: it was settled or refunded before, or never existed. `released`: its node
 * was considered dead, so it was refunded and not charged. `job_lost`: its job was canceled or is run by a later attempt;
 * nothing has changed, and the reservation must be refunded.
 */
export type FinishOutcome =
  | { readonly kind: 'done'; readonly available: number }
  | { readonly kind: 'gone' }
  | { readonly kind: 'released' }
  | { readonly kind: 'job_lost' };

/** An account to create. */
export interface OpenAccountRequest {
  readonly id: string;
  readonly name: string;
  /** Opening credits; 0 creates no entry. */
  readonly credits: number;
  readonly note: string;
  readonly now: number;
  /** Stored with the creation. */
  readonly audit?: AuditChange;
}

/** Credits to add, or to take back if negative. */
export interface GrantRequest {
  readonly accountId: string;
  readonly amount: number;
  readonly note: string;
  readonly now: number;
  /** Stored with the grant. */
  readonly audit?: AuditChange;
}

/** Upper limit of an account's available credits: sums stay exact in JavaScript numbers (below 2^53). */
export const availableMax = 9_000_000_000_000_000;
