import type { ApiKey } from '@quern/sdk';
import { expect, it } from 'vitest';
import { toTimelines } from './rotation-timeline.ts';

const key = (id: string, budgetKeyId: string, times: Partial<ApiKey>): ApiKey => ({
  id,
  budgetKeyId,
  accountId: 'acc_1',
  hint: '',
  name: id,
  scopes: ['*'],
  expiresAt: null,
  revokedAt: null,
  ratePerMinute: null,
  budget: null,
  spent: 0,
  lastUsedAt: null,
  createdAt: 0,
  ...times,
});
const shares = (keys: readonly ApiKey[], now: number) =>
  toTimelines(keys, now).map(({ bars, now: at }) => [
    at,
    ...bars.map(({ key: { id }, start, end }) => `${id} ${start}-${end}`),
  ]);

it('shows the overlap of a rotated key with its successor, also if it ends in the future', () => {
  const keys = [
    key('new', 'old', { createdAt: 150 }),
    key('old', 'old', { createdAt: 100, revokedAt: 200 }),
    key('single', 'single', { createdAt: 1 }),
  ];
  expect(shares(keys, 160)).toEqual([[0.6, 'old 0-1', 'new 0.5-1']]);
  expect(shares(keys, 300)).toEqual([[1, 'old 0-0.5', 'new 0.25-1']]);
});

it('has the chain with the last rotation first, and ends a key at its revocation or expiry', () => {
  const keys = [
    key('a1', 'a1', { createdAt: 0, revokedAt: 50, expiresAt: 80 }),
    key('a2', 'a1', { createdAt: 50, expiresAt: 80 }),
    key('b1', 'b1', { createdAt: 0, revokedAt: 60 }),
    key('b2', 'b1', { createdAt: 60 }),
  ];
  expect(shares(keys, 100)).toEqual([
    [1, 'b1 0-0.6', 'b2 0.6-1'],
    [1, 'a1 0-0.5', 'a2 0.5-0.8'],
  ]);
});

it('does not divide by zero', () => {
  expect(shares([key('a', 'a', {}), key('b', 'a', {})], 0)).toEqual([[0, 'a 0-1', 'b 0-1']]);
});
