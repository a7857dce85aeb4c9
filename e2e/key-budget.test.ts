import { startPostgres, type TestPostgres } from '@quern/testing/postgres/start-postgres';
import { isMissing } from '@quern/testing/requirements';
import { instantOperation } from '@quern/testing/service/instant-operation';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '../apps/server/src/operations/define-operation.ts';
import { operations } from '../apps/server/src/operations/registry.ts';

interface Issued {
  readonly id: string;
  readonly key: string;
}

let service: TestService;
afterEach(async () => {
  await service.stop();
  vi.useRealTimers();
});

async function makeKey(budget: number): Promise<Issued> {
  const { keys } = (await (await service.adminRequest('GET', '/keys')).json()) as {
    keys: { accountId: string }[];
  };
  const accountId = keys[0]?.accountId;
  const response = await service.adminRequest('POST', '/keys', { accountId, name: 'budgeted', budget });
  return ((await response.json()) as { key: Issued }).key;
}

async function rotate(id: string): Promise<Issued> {
  const response = await service.adminRequest('POST', `/keys/${id}/rotate`, { overlapSeconds: 3600 });
  expect(response.status).toBe(201);
  return ((await response.json()) as { key: Issued }).key;
}

async function view(id: string): Promise<object> {
  return ((await (await service.adminRequest('GET', `/keys/${id}`)).json()) as { key: object }).key;
}

const spend = async ({ key }: Issued): Promise<number> =>
  (await service.post('instant', { text: 'a' }, { authorization: `Bearer ${key}` })).status;

/** Spends with all keys, sequentially and concurrently: together they may spend 10 credits. */
async function spendTheBudgetOnce(settings: Record<string, string>): Promise<void> {
  service = await startTestService(settings, { operations: [...operations, instantOperation] });
  const first = await makeKey(10);
  expect([await spend(first), await spend(first)]).toEqual([200, 200]);
  const second = await rotate(first.id);
  const third = await rotate(second.id);
  expect([await spend(first), await spend(second), await spend(third)]).toEqual([200, 200, 200]);
  const keys = [first, second, third];
  const statuses = await Promise.all(keys.flatMap((key) => Array.from({ length: 12 }, () => spend(key))));
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 402)).toHaveLength(31);
  for (const key of keys) expect(await view(key.id)).toMatchObject({ budget: 10, spent: 10 });
}

describe('the budget of a key', () => {
  it('is shared by all keys created by rotation, on SQLite', () => spendTheBudgetOnce({}));

  it('cannot be extended by rotating a revoked key, which returns 409 conflict', async () => {
    service = await startTestService();
    const { id } = await makeKey(10);
    await service.adminRequest('DELETE', `/keys/${id}`);
    const response = await service.adminRequest('POST', `/keys/${id}/rotate`, {});
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      code: 'conflict',
      error: `the key ${id} is revoked and cannot be rotated; create a new one`,
    });
    expect(await (await fetch(`${service.url}/docs/errors/conflict`)).text()).toMatch(
      /revoked or has expired/,
    );
  });

  it('includes credits that were refunded less than two seconds ago', async () => {
    let begun = (): void => undefined;
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const careful = defineOperation({
      name: 'careful',
      title: 'Careful',
      description: 'Prepares, then works, or fails when it is asked to.',
      consumes: ['application/json'],
      input: z.strictObject({ work: z.enum(['wait', 'end']) }),
      output: z.object({}),
      examples: [{ input: { work: 'end' }, output: {} }],
      timeLimitMs: 3_600_000,
      price: { minimum: 1, label: '1 credit', compute: () => 1 },
      prepare: async () => ({}),
      run: async ({ input: { work }, signal }) => {
        if (work === 'end') return {};
        begun();
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
        return {};
      },
    });
    // Only dates are faked: they stand still, so that the cached key stays valid.
    vi.useFakeTimers({ toFake: ['Date'] });
    service = await startTestService({}, { operations: [...operations, careful] });
    const { id, key } = await makeKey(1);
    const call = (work: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${service.url}/v0/careful`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ work }),
        ...init,
      });
    const gone = new AbortController();
    const waiting = call('wait', { signal: gone.signal }).catch(() => 'gone');
    await running;
    // The rotation invalidates the cached key; the whole budget is held when it is read again.
    await rotate(id);
    expect((await call('end')).status).toBe(402);
    gone.abort();
    expect(await waiting).toBe('gone');
    await service.untilLogged('client_gone');
    expect((await call('end')).status).toBe(200);
  });
});

describe.skipIf(isMissing('postgres'))(
  'the budget of a key, on PostgreSQL (needs postgres and initdb)',
  () => {
    let server: TestPostgres;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.stop());

    it('is shared by all keys created by rotation, on PostgreSQL', async () =>
      spendTheBudgetOnce({ DATABASE_URL: await server.createDatabase() }));
  },
);
