import type { ChangeOptions, Statement } from '../driver/driver.ts';
import type { Movement } from '../driver/movement.ts';

/** Work for the thread that owns the database. To the caller, each command is its own transaction. */
export type Command =
  | ({ readonly kind: 'query' } & Statement & ChangeOptions)
  | ({ readonly kind: 'transaction'; readonly statements: readonly Statement[] } & ChangeOptions)
  | Movement
  | { readonly kind: 'close' };

/** Reserves credits. */
export type ReserveCommand = Extract<Command, { readonly kind: 'reserve' }>;

/**
 * The value or the error message of a command. `unavailable`: the database could not be written, which is not the
 * command's fault.
 */
export type CommandResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly unavailable: boolean };

/** Whether a command has no effect without one that follows. The database must decide on an invalid amount. */
export const mayWait = (command: Command): command is ReserveCommand =>
  command.kind === 'reserve' && command.request.idempotency === undefined && command.request.amount >= 0;

/** Whether a command changes nothing. */
export const isRead = (command: Command): boolean =>
  command.kind === 'query' && command.sql.startsWith('SELECT');

/**
 * Whether a command must be on disk before its result is used. A reservation need not: its charge, which is, follows it in
 * the log, and without a charge nothing has happened.
 */
export function mustSync(command: Command): boolean {
  switch (command.kind) {
    case 'reserve':
    case 'close':
      return false;
    case 'query':
      return command.mayBeLost !== true && !isRead(command);
    case 'transaction':
      return command.mayBeLost !== true;
    default:
      return true;
  }
}
