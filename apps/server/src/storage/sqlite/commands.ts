import type { Statement } from '../driver.ts';
import type { GrantRequest, ReserveRequest, SettleRequest } from '../ledger.ts';

/** What the ledger's worker is asked to do; each is one transaction of its own to whoever asks. */
export type Command =
  | ({ readonly kind: 'query' } & Statement)
  | { readonly kind: 'transaction'; readonly statements: readonly Statement[] }
  | { readonly kind: 'reserve'; readonly order: ReserveRequest }
  | { readonly kind: 'settle'; readonly order: SettleRequest }
  | { readonly kind: 'refund' | 'release'; readonly reservationId: string; readonly now: number }
  | { readonly kind: 'grant'; readonly order: GrantRequest }
  | { readonly kind: 'close' };

/**
 * A command's answer: its value, or the message of what went wrong. `unavailable`: the database could not be
 * written, whatever the command was.
 */
export type CommandResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly unavailable: boolean };

/** The answers to so many messages, in the order of their commands: all of one commit. */
export interface GroupResult {
  readonly batchCount: number;
  readonly results: readonly CommandResult[];
}
