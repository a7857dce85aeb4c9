import { expect, it } from 'vitest';
import { decodeCommands, decodeResults, encodeCommands, encodeResults } from './command-messages.ts';
import type { Command, CommandResult } from './commands.ts';

const reservation = {
  reservationId: 'res_1',
  accountId: 'acc_1',
  keyId: 'key_1',
  nodeId: 'node_1',
  amount: 3,
  operation: 'noop',
  requestId: 'req_1',
  now: 1000,
};
const idempotency = { key: 'a', fingerprint: 'f', expiresAt: 2000 };
const settlement = { reservationId: 'res_1', now: 1001 };
const response = { kind: 'inline', body: '{}' } as const;
const job = { id: 'job_1', attempt: 1, result: response, expiresAt: 2000 };

const commands: readonly Command[] = [
  { kind: 'query', sql: 'SELECT $1', parameters: [null] },
  { kind: 'reserve', request: reservation },
  { kind: 'settle', request: settlement },
  { kind: 'reserve', request: { ...reservation, idempotency } },
  { kind: 'settle', request: { ...settlement, response } },
  { kind: 'settle', request: { ...settlement, job } },
  { kind: 'refund', reservationId: 'res_1', now: 1002 },
  { kind: 'transaction', statements: [{ sql: 'SELECT 1', parameters: [] }], mayBeLost: true },
  { kind: 'grant', request: { accountId: 'acc_1', amount: -1, note: '', now: 1003 } },
  { kind: 'close' },
];

it('decodes the commands that were encoded and cloned, in any order', () => {
  for (const order of [commands, commands.toReversed(), []]) {
    expect(decodeCommands(structuredClone(encodeCommands(order)))).toEqual(order);
  }
});

it('encodes the movements of a request without an idempotency key as plain values', () => {
  const message = encodeCommands(commands.slice(1, 3));
  expect(message).toEqual([1, ...Object.values(reservation), 2, ...Object.values(settlement)]);
});

it('decodes the results that were encoded and cloned', () => {
  const results: readonly CommandResult[] = [
    { ok: true, value: { kind: 'reserved', available: 0 } },
    { ok: true, value: { kind: 'done', available: 9_000_000_000_000_000 } },
    { ok: true, value: { kind: 'insufficient', available: 1 } },
    { ok: true, value: { kind: 'replay', response, available: 1 } },
    { ok: true, value: { kind: 'gone' } },
    { ok: true, value: [{ kind: 'done', available: 1 }] },
    { ok: true, value: undefined },
    { ok: true, value: 7 },
    { ok: false, message: 'failed', unavailable: true },
  ];
  const decoded: CommandResult[] = [];
  const message = structuredClone(encodeResults(results));
  decodeResults(message, (result) => decoded.push(result));
  expect(decoded).toEqual(results);
});
