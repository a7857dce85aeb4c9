import type { Command, CommandResult } from './commands.ts';

/**
 * The messages between the event loop and the thread of the database. The movements of a request, and their results, are
 * flat lists of values, each after a code: cloning an object costs several times as much as cloning its values. All
 * other commands and results are cloned as they are, after `whole`.
 */
const whole = 0;
const reserveCode = 1;
const settleCode = 2;

/** Encoded commands. */
export type CommandMessage = readonly unknown[];

/** Encodes commands for `decodeCommands`. */
export function encodeCommands(commands: readonly Command[]): CommandMessage {
  const message: unknown[] = [];
  for (const command of commands) {
    if (command.kind === 'reserve' && command.request.idempotency === undefined) {
      const { reservationId, accountId, keyId, nodeId, amount, operation, requestId, now } = command.request;
      message.push(reserveCode, reservationId, accountId, keyId, nodeId, amount, operation, requestId, now);
    } else if (
      command.kind === 'settle' &&
      command.request.response === undefined &&
      command.request.job === undefined
    ) {
      message.push(settleCode, command.request.reservationId, command.request.now);
    } else {
      message.push(whole, command);
    }
  }
  return message;
}

/** Decodes a message of `encodeCommands`. @returns its commands, in order */
export function decodeCommands(message: CommandMessage): Command[] {
  const commands: Command[] = [];
  for (let at = 0; at < message.length; ) {
    switch (message[at]) {
      case reserveCode:
        commands.push({
          kind: 'reserve',
          request: {
            reservationId: message[at + 1] as string,
            accountId: message[at + 2] as string,
            keyId: message[at + 3] as string,
            nodeId: message[at + 4] as string,
            amount: message[at + 5] as number,
            operation: message[at + 6] as string,
            requestId: message[at + 7] as string,
            now: message[at + 8] as number,
          },
        });
        at += 9;
        break;
      case settleCode:
        commands.push({
          kind: 'settle',
          request: { reservationId: message[at + 1] as string, now: message[at + 2] as number },
        });
        at += 3;
        break;
      default:
        commands.push(message[at + 1] as Command);
        at += 2;
    }
  }
  return commands;
}

const outcomeKinds = ['reserved', 'done'];

/** The encoded results of one commit, in the order of the commands. */
export type ResultMessage = readonly unknown[];

/** Encodes the results of commands for `decodeResults`. */
export function encodeResults(results: readonly CommandResult[]): ResultMessage {
  const message: unknown[] = [];
  for (const result of results) {
    const { kind, available } = ((result.ok ? result.value : undefined) ?? {}) as {
      kind?: string;
      available?: number;
    };
    const code = kind === undefined ? 0 : outcomeKinds.indexOf(kind) + 1;
    if (code === whole) message.push(whole, result);
    else message.push(code, available);
  }
  return message;
}

/** Decodes a message of `encodeResults`, and passes each result and the index of its command to `receive`, in order. */
export function decodeResults(
  results: ResultMessage,
  receive: (result: CommandResult, index: number) => void,
): void {
  for (let at = 0; at < results.length; at += 2) {
    const code = results[at] as number;
    const value = results[at + 1];
    const result =
      code === whole
        ? (value as CommandResult)
        : ({ ok: true, value: { kind: outcomeKinds[code - 1], available: value } } as const);
    receive(result, at / 2);
  }
}
