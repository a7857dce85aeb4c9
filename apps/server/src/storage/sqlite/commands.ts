import type { ChangeOptions, Statement } from '../driver/driver.ts';
import type { Movement } from '../driver/movement.ts';

/** Work for the thread that owns the database. To the caller, each command is its own transaction. */
export type Command =
  | ({ readonly kind: 'query' } & Statement & ChangeOptions)
  | ({ readonly kind: 'transaction'; readonly statements: readonly Statement[] } & ChangeOptions)
  | Movement
  | { readonly kind: 'close' };

/**
 * The value or the error message of a command. `unavailable`: the database could not be written, which is not the
 * command's fault.
 */
export type CommandResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly unavailable: boolean };
