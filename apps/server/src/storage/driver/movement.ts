import type { GrantRequest, ReserveRequest, SettleRequest } from './ledger.ts';

/** A movement of the ledger as a value, so that it can wait for others and be committed with them. */
export type Movement =
  | { readonly kind: 'reserve'; readonly request: ReserveRequest }
  | { readonly kind: 'settle'; readonly request: SettleRequest }
  | { readonly kind: 'refund' | 'release'; readonly reservationId: string; readonly now: number }
  | { readonly kind: 'grant'; readonly request: GrantRequest };
