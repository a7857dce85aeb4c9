import { instantOperation } from '@quern/testing/service/instant-operation';
import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { serveSite, type TestSite } from '@quern/testing/web/serve-site';
import { expect } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '../../apps/server/src/operations/define-operation.ts';
import { operations } from '../../apps/server/src/operations/registry.ts';

/** A service with operations that fail in ways that input cannot provoke, and a site that responds with errors. */
export interface ErrorTestService {
  readonly service: TestService;
  readonly site: TestSite;
  /** Holds the requests of the operation `waiting`. */
  readonly gate: Gate;
  stop(): Promise<void>;
}

/** Lets waiting requests finish. */
export class Gate {
  #opened = Promise.withResolvers<void>();

  /** Resolves when the gate is open. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** Opens the gate until a promise is settled, also for requests that arrive later. */
  async openUntil(settled: Promise<unknown>): Promise<void> {
    this.#opened.resolve();
    await settled.finally(() => {
      this.#opened = Promise.withResolvers();
    });
  }
}

const hourMs = 3_600_000;

const untilAborted = (signal: AbortSignal): Promise<object> =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );

const testOperation = (name: string, timeLimitMs: number, run: (signal: AbortSignal) => Promise<object>) =>
  defineOperation({
    name,
    title: name,
    description: name,
    consumes: ['application/json'],
    input: z.object({}),
    output: z.object({}),
    examples: [{ input: {}, output: {} }],
    timeLimitMs,
    price: { minimum: 1, label: '1', compute: () => 1 },
    run: ({ signal }) => run(signal),
  });

/**
 * Starts the service with the operations `instant`, `faulty` (throws), `endless` (exceeds its time limit) and `waiting`
 * (runs until the gate is opened). Of one key, two requests may run and two may wait.
 */
export async function startErrorTestService(
  settings: Readonly<Record<string, string>> = {},
): Promise<ErrorTestService> {
  const gate = new Gate();
  const faulty = testOperation('faulty', hourMs, async () => {
    throw new Error('the secret inside');
  });
  const endless = testOperation('endless', 80, untilAborted);
  const waiting = testOperation('waiting', hourMs, async (signal) => {
    await Promise.race([gate.opened, untilAborted(signal)]);
    return {};
  });
  const service = await startTestService(
    { QUERN_RATE_LIMIT: 'running=2', ...settings },
    {
      operations: [...operations, faulty, endless, waiting, instantOperation],
      concurrencyLimits: { waitingPerKeyMax: 2, waitingMax: 3, waitMaxMs: hourMs, runningMax: 1000 },
    },
  );
  const site = await serveSite({
    '/gone': { status: 410 },
    '/missing': { status: 404 },
    '/broken': { status: 500 },
    '/forbidden': { status: 403 },
    '/private': { status: 302, headers: { location: 'http://10.0.0.1/' } },
    '/slow': () => undefined,
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /closed' },
    '/closed': '<p>closed</p>',
    '/challenge':
      '<html><head><title>Just a moment...</title></head><body><script>window._cf_chl_opt={}</script></body></html>',
    '/text.png': { headers: { 'content-type': 'image/png' }, body: 'this is not an image' },
  });
  return {
    service,
    site,
    gate,
    stop: async () => {
      await service.stop();
      await site.close();
    },
  };
}

interface ErrorBody {
  readonly error: string;
  readonly code: string;
  readonly requestId: string;
}

/** Checks status, code, message and all fields of an error response. */
export async function expectError(
  request: Promise<Response>,
  status: number,
  code: string,
  message = /./,
): Promise<Response> {
  const response = await request;
  const body = (await response.json()) as ErrorBody;
  expect([response.status, body.code, body.error]).toEqual([status, code, body.error]);
  expect(body.error).toMatch(message);
  expect(Object.keys(body).sort()).toEqual(['code', 'error', 'requestId']);
  expect(body.requestId).toMatch(/^[\w.:/+=-]+$/);
  expect(response.headers.get('x-request-id')).toBe(body.requestId);
  expect(response.headers.get('content-type')).toContain('application/json');
  return response;
}

/** Checks that requests do not change the balance. */
export async function expectNoCharge(service: TestService, send: () => Promise<unknown>): Promise<void> {
  const before = await service.balance();
  await send();
  expect(await service.balance()).toBe(before);
}

/** Creates a key of a new account. */
export async function createKey(
  service: TestService,
  input: object = {},
  credits = 10,
): Promise<{ id: string; key: string; accountId: string }> {
  const created = await service.adminRequest('POST', '/accounts', { name: 'test', credits });
  const { account } = (await created.json()) as { account: { id: string } };
  const issued = await service.adminRequest('POST', '/keys', {
    accountId: account.id,
    name: 'test',
    ...input,
  });
  const { key } = (await issued.json()) as { key: { id: string; key: string } };
  return { ...key, accountId: account.id };
}
