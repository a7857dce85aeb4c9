import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { Semaphore } from '@quern/runtime/scheduling/semaphore';
import type { WorkCaller } from '@quern/runtime/scheduling/work-observer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AuditLog, bootstrapOrigin } from '../audit/audit-log.ts';
import { WorkerPool } from '../cluster/worker-pool.ts';
import type { Engines } from '../engines/engines.ts';
import { ServiceError } from '../errors/service-error.ts';
import { KeyService } from '../keys/key-service.ts';
import { KeyVerifier } from '../keys/key-verifier.ts';
import { BodyMemoryBudget } from '../limits/body-memory-budget.ts';
import { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import { DurationModel } from '../limits/duration-model.ts';
import { FailureDebt } from '../limits/failure-debt.ts';
import { LoadShedder } from '../limits/load-shedder.ts';
import { OpenResponses } from '../limits/open-responses.ts';
import { InMemoryRateCounter } from '../limits/rate-limiter.ts';
import { defineOperation, type Operation, type OperationContext } from '../operations/define-operation.ts';
import { ResultFile } from '../operations/result-file.ts';
import type { OpenBlob } from '../storage/blobs/blob-store.ts';
import { StorageUnavailableError } from '../storage/driver/storage-unavailable-error.ts';
import { openStore } from '../storage/open-store.ts';
import type { Store } from '../storage/store.ts';
import type { OperationRequest, PipelineContext, RequestOutcome, RequestRecord } from './pipeline-context.ts';
import { readStoredResult } from './read-stored-result.ts';
import { runOperation } from './run-operation.ts';

const hourMs = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'quern-pipeline-'));
let store: Store;
let keys: KeyService;
let accountId: string;
let apiKey: string;
let records: RequestRecord[];
let context: PipelineContext;
let unreadable: unknown[];
let runs: number;
let work: (input: { text: string }, context: OperationContext) => Promise<object>;

beforeAll(async () => {
  store = await openStore({ dataDir: folder, onIdleError: console.error });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

let serial = 0;
beforeEach(async () => {
  serial += 1;
  accountId = `acc_${serial}`;
  // clock: the service's own, on which no expectation depends.
  const verifier = new KeyVerifier(store.keys, Date.now);
  // clock: the service's own, on which no expectation depends.
  const audit = new AuditLog({ store, now: Date.now, onChange: () => undefined }); // clock: the same
  keys = new KeyService({ store, audit, now: Date.now, onChange: (key) => verifier.invalidate(key) });
  await store.ledger.openAccount({ id: accountId, name: 'test', credits: 10, note: '', now: 1 });
  await store.nodes.recordHeartbeat('node_a', 1);
  apiKey = await createKey();
  records = [];
  unreadable = [];
  runs = 0;
  work = async ({ text }) => ({ echo: text });
  context = {
    store,
    verifier,
    concurrencyLimiter: new ConcurrencyLimiter({
      waitingPerKeyMax: 10,
      waitingMax: 10,
      waitMaxMs: hourMs,
      runningMax: 10,
    }),
    openResponses: new OpenResponses(),
    bodyMemoryBudget: new BodyMemoryBudget(),
    failureDebt: new FailureDebt(),
    loadShedder: new LoadShedder({ slots: { threads: 1, ocr: 1, translation: 1 }, waitMaxMs: hourMs }),
    rateCounter: new InMemoryRateCounter(),
    ratePolicy: { perMinute: null, runningMax: null },
    engines: { forCaller: () => ({}) as Engines },
    reuseSlots: new Semaphore(1),
    reportUnreadableResult: (error) => void unreadable.push(error),
    nodeId: 'node_a',
    retentionMs: 60_000,
    // clock: the service's own, on which no expectation depends.
    now: Date.now,
    scheduleRefund: () => undefined,
    adjustWorkCount: () => undefined,
    recordRequest: (record) => void records.push(record),
  };
});
afterEach(() => {
  vi.useRealTimers();
});

async function createKey(scopes = ['*'], budget: number | null = null, owner = accountId): Promise<string> {
  const settings = { expiresAt: null, ratePerMinute: null, budget };
  return (await keys.create({ accountId: owner, name: 'test', scopes, ...settings }, bootstrapOrigin)).key;
}

const define = (more: object = {}): Operation =>
  defineOperation({
    name: 'echo',
    title: 'Echo',
    description: 'Returns its input.',
    consumes: ['application/json'],
    input: z.strictObject({ text: z.string().min(1) }),
    output: z.object({}),
    examples: [{ input: { text: 'hi' }, output: {} }],
    timeLimitMs: hourMs,
    price: { minimum: 3, label: '3 credits', compute: () => 3 },
    run: async ({ input, ...operationContext }) => {
      runs += 1;
      return work(input as { text: string }, operationContext);
    },
    ...more,
  });

interface TestRequest {
  readonly key?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly dryRun?: boolean;
  readonly job?: { readonly metadata: Readonly<Record<string, string>> };
  readonly controller?: AbortController;
  readonly readInput?: OperationRequest['readInput'];
}

function send(operation: Operation, options: TestRequest = {}): Promise<RequestOutcome> {
  const { key = apiKey, body = { text: 'hi' }, idempotencyKey, dryRun = false } = options;
  const request: OperationRequest = {
    requestId: 'req_test',
    authorization: `Bearer ${key}`,
    client: '127.0.0.1',
    controller: options.controller ?? new AbortController(),
    bodyBytes: 10,
    readOptions: () => ({ idempotencyKey, dryRun, job: options.job }),
    readInput: options.readInput ?? (async () => body),
  };
  return runOperation(operation, request, context);
}

const balance = async (): Promise<{ available: number; held: number }> => {
  const { available = -1, held = -1 } = (await store.accounts.find(accountId)) ?? {};
  return { available, held };
};

const bodyOf = (outcome: RequestOutcome): unknown =>
  outcome.ok && outcome.body.kind === 'bytes' ? JSON.parse(outcome.body.bytes.toString()) : undefined;

describe('a successful request', () => {
  it('is charged its price once and recorded once', async () => {
    const outcome = await send(define());
    expect(bodyOf(outcome)).toEqual({ success: true, data: { echo: 'hi', usage: 3 } });
    expect(await balance()).toEqual({ available: 7, held: 0 });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ status: 200, creditsUsed: 3, creditsRemaining: 7, operation: 'echo' });
    const steps = [...(records[0]?.timing ?? '').matchAll(/([a-z]+);dur=[\d.]+/g)].map(([, name]) => name);
    expect(steps).toEqual(['auth', 'queue', 'parse', 'price', 'reserve', 'run', 'store', 'settle', 'total']);
  });

  it('is replayed for the same Idempotency-Key without running or charging again', async () => {
    const first = await send(define(), { idempotencyKey: 'once' });
    const second = await send(define(), { idempotencyKey: 'once' });
    expect(bodyOf(second)).toEqual(bodyOf(first));
    expect(runs).toBe(1);
    expect(second.record).toMatchObject({ replayed: true, creditsUsed: 0, creditsRemaining: 7 });
    expect(await balance()).toEqual({ available: 7, held: 0 });
    const other = await send(define(), { idempotencyKey: 'once', body: { text: 'other' } });
    expect(other).toMatchObject({ ok: false, error: { code: 'idempotency_mismatch' } });
  });
});

describe('a dry run', () => {
  it('returns the price and the balance without running or charging', async () => {
    const outcome = await send(define(), { dryRun: true });
    expect(bodyOf(outcome)).toEqual({ success: true, data: { dryRun: true, price: 3, balance: 10 } });
    expect(runs).toBe(0);
    expect(await balance()).toEqual({ available: 10, held: 0 });
  });
});

describe('a failing request', () => {
  it('is refunded, and its error is an outcome', async () => {
    work = async () => {
      throw new Error('defect');
    };
    const outcome = await send(define());
    expect(outcome).toMatchObject({ ok: false, error: { code: 'internal_error' } });
    expect(outcome.record).toMatchObject({ status: 500, creditsUsed: 0, creditsRemaining: 10 });
    expect(outcome.record.cause).toMatchObject({ message: 'defect' });
    expect(await balance()).toEqual({ available: 10, held: 0 });
  });

  it('frees its Idempotency-Key', async () => {
    work = async () => {
      throw new Error('defect');
    };
    await send(define(), { idempotencyKey: 'again' });
    work = async () => ({ echo: 'fixed' });
    expect(bodyOf(await send(define(), { idempotencyKey: 'again' }))).toMatchObject({
      data: { echo: 'fixed' },
    });
  });

  it('reads no body if the key may not use the operation', async () => {
    const readInput = vi.fn(async () => ({ text: 'hi' }));
    const outcome = await send(define(), { key: await createKey(['other']), readInput });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'scope_denied' } });
    expect(readInput).not.toHaveBeenCalled();
  });

  it('reports the balance if the credits or the budget do not suffice', async () => {
    const expensive = define({ price: { minimum: 1, label: '', compute: () => 11 } });
    const poor = await send(expensive);
    expect(poor).toMatchObject({ ok: false, error: { code: 'insufficient_credits' } });
    expect(poor.record.creditsRemaining).toBe(10);
    const limited = await send(define(), { key: await createKey(['*'], 2) });
    expect(limited).toMatchObject({ ok: false, error: { code: 'key_budget_exceeded' } });
    expect(runs).toBe(0);
  });

  it('is not prepared if it cannot pay the minimum price', async () => {
    const prepare = vi.fn(async () => ({}));
    const outcome = await send(define({ prepare, price: { minimum: 11, label: '', compute: () => 11 } }));
    expect(outcome).toMatchObject({ ok: false, error: { code: 'insufficient_credits' } });
    expect(outcome.record.creditsRemaining).toBe(10);
    expect(prepare).not.toHaveBeenCalled();
  });

  it('reports the state of its rate if the rate is exceeded', async () => {
    // Both requests are in the same minute.
    context = { ...context, now: () => hourMs, ratePolicy: { perMinute: 1, runningMax: null } };
    await send(define());
    const outcome = await send(define());
    expect(outcome).toMatchObject({ ok: false, error: { code: 'rate_limited' } });
    expect(outcome.record.rate).toMatchObject({ limit: 1, remaining: 0 });
  });

  it('is aborted at its time limit, refunded and reported as time_limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    work = (_input, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        start();
      });
    const pending = send(define({ timeLimitMs: 5000 }));
    await started;
    await vi.advanceTimersByTimeAsync(5000);
    expect(await pending).toMatchObject({
      ok: false,
      error: { code: 'time_limit', message: 'echo was stopped after its time limit of 5 s' },
    });
    expect(await balance()).toEqual({ available: 10, held: 0 });
  });

  it('releases its slot and its body memory', async () => {
    const operation = define();
    const mebibyte = 1024 * 1024;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const outcome = await send(operation, {
        readInput: async (_operation, countBytes) => {
          countBytes(100 * mebibyte);
          throw new Error('connection reset');
        },
      });
      expect(outcome).toMatchObject({ ok: false, error: { code: 'internal_error' } });
    }
    expect(context.concurrencyLimiter.running).toBe(0);
  });
});

describe('a key whose failed requests took more than their allowance', () => {
  it.each([
    [true, true],
    [false, false],
  ])('is served, with limits per key %j after all others: %j', async (isLimitedPerKey, isLast) => {
    let caller: WorkCaller | undefined;
    const forCaller = (given: WorkCaller): Engines => {
      caller = given;
      return {} as Engines;
    };
    context = { ...context, failureDebt: new FailureDebt(isLimitedPerKey), engines: { forCaller } };
    expect((await send(define())).ok).toBe(true);
    expect(caller?.isDeferred?.()).toBe(false);
    context.failureDebt.add(caller?.flow ?? '', 60_000);
    expect((await send(define())).ok).toBe(true);
    expect(caller?.isDeferred?.()).toBe(isLast);
  });
});

describe('work that is admitted', () => {
  const cost = {
    resource: 'threads',
    baseMs: 1000,
    perUnitMs: 1000,
    units: ({ text }: { text: string }) => text.length,
  };

  it('is counted by what was received, once it was received, until it ends', async () => {
    const pending: number[] = [];
    const readInput = async () => {
      pending.push(context.loadShedder.pendingMs('threads'));
      return { text: 'four' };
    };
    work = async () => {
      pending.push(context.loadShedder.pendingMs('threads'));
      return {};
    };
    expect((await send(define({ cost }), { readInput })).ok).toBe(true);
    pending.push(context.loadShedder.pendingMs('threads'));
    expect(pending).toEqual([0, 5000, 0]);
  });
});

describe('a stored result', () => {
  const storedResult = { path: 'echoes', field: 'echo_id', idPrefix: 'ech_' };

  async function read(id: string, key: string): Promise<RequestOutcome> {
    const origin = { requestId: 'req_read', client: '127.0.0.1', controller: new AbortController() };
    return readStoredResult(
      define({ storedResult }),
      id,
      { ...origin, authorization: `Bearer ${key}` },
      context,
    );
  }

  it('can be read by its own account and by no other', async () => {
    const outcome = await send(define({ storedResult }));
    const { data } = bodyOf(outcome) as { data: { echo_id: string } };
    expect(data.echo_id).toMatch(/^ech_[0-9A-Za-z]{22}$/);
    const own = await read(data.echo_id, apiKey);
    expect(own.ok && own.body.kind).toBe('blob');
    if (own.ok && own.body.kind === 'blob') await own.body.blob.close();
    const other = `acc_other${serial}`;
    await store.ledger.openAccount({ id: other, name: 'other', credits: 10, note: '', now: 1 });
    const foreign = await read(data.echo_id, await createKey(['*'], null, other));
    expect(foreign).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('is deleted if the request fails after it was stored', async () => {
    const { ledger } = store;
    const failingStore = Object.create(store, {
      ledger: {
        value: {
          reserve: ledger.reserve.bind(ledger),
          refund: ledger.refund.bind(ledger),
          settle: async () => ({ kind: 'released' }),
        },
      },
    }) as Store;
    const saved = vi.spyOn(store.results, 'save');
    const deleted = vi.spyOn(store.results, 'deleteId');
    context = { ...context, store: failingStore };
    expect(await send(define({ storedResult }))).toMatchObject({ ok: false, error: { code: 'overloaded' } });
    const resultId = saved.mock.calls[0]?.[3]?.id;
    expect(resultId).toMatch(/^ech_/);
    expect(deleted).toHaveBeenCalledWith(resultId);
    // The client learns why the request failed, not that cleaning up failed too.
    deleted.mockRejectedValueOnce(new Error('the database is locked'));
    expect(await send(define({ storedResult }))).toMatchObject({ ok: false, error: { code: 'overloaded' } });
  });
});

describe('a file of a result', () => {
  it('is deleted if the request fails after it was stored', async () => {
    const saved = vi.spyOn(store.results, 'save');
    const deleted = vi.spyOn(store.results, 'deleteId');
    const controller = new AbortController();
    work = async () => ({ first: new ResultFile('a.txt', 'text/plain', Buffer.from('a')), last: {} });
    saved.mockImplementationOnce(async (staged, owner, expiresAt, row) => {
      await store.results.save(staged, owner, expiresAt, row);
      controller.abort(new ServiceError('client_gone', 'the client has disconnected'));
    });
    expect(await send(define(), { controller })).toMatchObject({ ok: false, error: { code: 'client_gone' } });
    const id = saved.mock.calls[0]?.[3]?.id ?? '';
    expect(id).toMatch(/^file_/);
    expect(deleted).toHaveBeenCalledWith(id);
    expect(await store.results.findFile(id, accountId, 0)).toBeUndefined();
    expect(await balance()).toEqual({ available: 10, held: 0 });
  });
});

describe('an earlier result that a request accepts', () => {
  const reusable = (more: object = {}): Operation =>
    define({
      storedResult: { path: 'echoes', field: 'echo_id', idPrefix: 'ech_' },
      reuseMaxAgeMs: () => 60_000,
      ...more,
    });
  const openBlob = (stream: () => Readable, close = async (): Promise<void> => undefined): OpenBlob => ({
    size: 100,
    storedSize: 100,
    stream,
    close,
  });
  const failing = (): Readable =>
    new Readable({
      read() {
        this.destroy(new Error('EIO'));
      },
    });

  it('teaches nothing about how long requests take', async () => {
    const learn = vi.spyOn(DurationModel.prototype, 'learn');
    const cost = { resource: 'threads', baseMs: 10, perUnitMs: 0, units: () => 0 };
    for (let at = 0; at < 3; at += 1) expect((await send(reusable({ cost }))).ok).toBe(true);
    expect(runs).toBe(1);
    expect(learn).toHaveBeenCalledTimes(1);
    learn.mockRestore();
  });

  it('is returned free of charge, and its slot is released', async () => {
    await send(reusable());
    expect((await send(reusable())).record).toMatchObject({ status: 200, creditsUsed: 0 });
    expect((await send(reusable())).record).toMatchObject({ status: 200, creditsUsed: 0 });
    expect({ runs, slots: context.reuseSlots.inUse }).toEqual({ runs: 1, slots: 0 });
  });

  it.each([
    ['is not gzip', () => Readable.from([Buffer.from('damaged')])],
    ['is truncated', () => Readable.from([gzipSync('{"success":true}').subarray(0, 15)])],
    ['cannot be read', failing],
  ])('is reported and replaced if it %s', async (_problem, stream) => {
    vi.spyOn(store.results, 'findRecent').mockResolvedValueOnce(openBlob(stream));
    expect((await send(reusable())).record).toMatchObject({ status: 200, creditsUsed: 3 });
    expect(runs).toBe(1);
    expect(unreadable).toHaveLength(1);
    expect(context.reuseSlots.inUse).toBe(0);
    expect((await send(reusable())).record.creditsUsed).toBe(0);
  });

  it('is neither looked up nor priced if the settings do not permit the request', async () => {
    const findRecent = vi.spyOn(store.results, 'findRecent');
    const requirePermitted = (): never => {
      throw new ServiceError('invalid_parameters', 'disabled');
    };
    for (const dryRun of [false, true]) {
      const outcome = await send(reusable({ requirePermitted }), { dryRun });
      expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid_parameters' } });
    }
    expect(findRecent).not.toHaveBeenCalled();
  });

  it('is not read by a dry run', async () => {
    const close = vi.fn(async () => undefined);
    const stream = vi.fn(failing);
    vi.spyOn(store.results, 'findRecent').mockResolvedValueOnce(openBlob(stream, close));
    expect(bodyOf(await send(reusable(), { dryRun: true }))).toMatchObject({ data: { price: 0 } });
    expect(stream).not.toHaveBeenCalled();
    expect(close).toHaveBeenCalledOnce();
  });

  it('is read only when a slot is free, and the wait ends when the request is aborted', async () => {
    await context.reuseSlots.acquire();
    const close = vi.fn(async () => undefined);
    const stream = vi.fn(failing);
    vi.spyOn(store.results, 'findRecent').mockResolvedValueOnce(openBlob(stream, close));
    const controller = new AbortController();
    const pending = send(reusable(), { controller });
    await expect.poll(() => context.reuseSlots.waiting).toBe(1);
    controller.abort(new ServiceError('client_gone', 'aborted'));
    expect((await pending).ok).toBe(false);
    expect(stream).not.toHaveBeenCalled();
    expect(close).toHaveBeenCalledOnce();
    expect({ runs, unreadable }).toEqual({ runs: 0, unreadable: [] });
  });
});

describe('a heavy request that is handed over', () => {
  const heavy = define({ cost: { resource: 'threads', baseMs: 1000, perUnitMs: 0, units: () => 0 } });
  let canceledLater: string[][];
  beforeEach(() => {
    canceledLater = [];
    const workers = new WorkerPool({
      jobs: store.jobs,
      nodes: { countWorkers: async () => 1 },
      nodeId: 'node_a',
      queueTimeMs: hourMs,
      scheduleCancellation: (...job) => void canceledLater.push(job),
    });
    context = { ...context, workers };
  });

  it('is canceled later if its job may exist although the connection was lost while it was added', async () => {
    const add = store.jobs.add.bind(store.jobs);
    let jobs: string[] = [];
    vi.spyOn(store.jobs, 'add').mockImplementationOnce(async (added) => {
      await add(added);
      jobs = added.map(({ id }) => id);
      throw new StorageUnavailableError('the connection was lost');
    });
    expect(await send(heavy)).toMatchObject({ ok: false, error: { code: 'overloaded' } });
    expect(canceledLater).toEqual([[jobs[0], accountId]]);
  });

  it('is canceled at once when its client disconnects, or later if the database is unavailable then', async () => {
    const add = vi.spyOn(store.jobs, 'add');
    for (const isAvailable of [true, false]) {
      add.mockClear();
      const controller = new AbortController();
      const pending = send(heavy, { controller });
      await expect.poll(() => add.mock.settledResults.length).toBe(1);
      if (!isAvailable) {
        const error = new StorageUnavailableError('the connection was lost');
        vi.spyOn(store.jobs, 'cancel').mockRejectedValueOnce(error);
      }
      controller.abort(new ServiceError('client_gone', 'aborted'));
      expect(await pending).toMatchObject({ ok: false, error: { code: 'client_gone' } });
      const id = add.mock.calls[0]?.[0][0]?.id ?? '';
      const status = (await store.jobs.findAwaited(id, 'node_a'))?.status;
      expect(status).toBe(isAvailable ? 'canceled' : 'queued');
      expect(canceledLater).toEqual(isAvailable ? [] : [[id, accountId]]);
    }
    add.mockRestore();
  });
});
