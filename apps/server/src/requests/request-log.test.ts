import { expect, it } from 'vitest';
import type { RequestRecord } from '../pipeline/pipeline-context.ts';
import { RequestLog } from './request-log.ts';

const createLog = (requestsMax?: number): RequestLog =>
  new RequestLog({
    operations: ['sentiment', 'ocr'],
    now: () => 1000,
    ...(requestsMax === undefined ? {} : { requestsMax }),
  });

const request = (change: Partial<RequestRecord>): RequestRecord => ({
  requestId: 'req_1',
  client: '192.0.2.1',
  operation: 'sentiment',
  status: 200,
  code: undefined,
  keyId: 'key_1',
  accountId: 'acc_1',
  jobId: undefined,
  creditsUsed: 1,
  creditsRemaining: 9,
  replayed: false,
  isDryRun: false,
  rate: undefined,
  timing: '',
  durationMs: 12.3,
  waitedMs: 0,
  workedMs: 10,
  cause: undefined,
  ...change,
});

it('has what a request was for and how it ended, and not who sent it', () => {
  const log = createLog();
  log.record(request({}));
  expect(log.list({}, 10)).toEqual([
    {
      createdAt: 1000,
      requestId: 'req_1',
      operation: 'sentiment',
      status: 200,
      code: null,
      keyId: 'key_1',
      accountId: 'acc_1',
      jobId: null,
      creditsUsed: 1,
      durationMs: 12,
    },
  ]);
});

it('leaves out reads, questions for a price, and requests without a key', () => {
  const log = createLog();
  log.record(request({ operation: 'usage' }));
  log.record(request({ isDryRun: true }));
  log.record(request({ keyId: undefined, accountId: undefined, status: 401, code: 'missing_key' }));
  expect(log.list({}, 10)).toEqual([]);
});

it('keeps the last requests, the newest first', () => {
  const log = createLog(3);
  const idsAfter = (id: string): string[] => {
    log.record(request({ requestId: id }));
    return log.list({}, 2).map(({ requestId }) => requestId);
  };
  expect(['a', 'b', 'c', 'd', 'e'].map(idsAfter)).toEqual([
    ['a'],
    ['b', 'a'],
    ['c', 'b'],
    ['d', 'c'],
    ['e', 'd'],
  ]);
  expect(log.list({}, 10).map(({ requestId }) => requestId)).toEqual(['e', 'd', 'c']);
  log.record(request({ requestId: 'f', keyId: 'key_2' }));
  expect(log.list({ keyId: 'key_1' }, 1).map(({ requestId }) => requestId)).toEqual(['e']);
});

it('selects by account, key, operation and error', () => {
  const log = createLog();
  log.record(request({ requestId: 'a', keyId: 'key_2' }));
  log.record(request({ requestId: 'b', accountId: 'acc_2', operation: 'ocr' }));
  log.record(request({ requestId: 'c', status: 402, code: 'insufficient_credits' }));
  const select = (filter: object): string =>
    log
      .list(filter, 10)
      .map(({ requestId }) => requestId)
      .join('');
  expect(
    [
      { keyId: 'key_2' },
      { accountId: 'acc_2' },
      { operation: 'ocr' },
      { code: 'insufficient_credits' },
      {},
    ].map(select),
  ).toEqual(['a', 'b', 'b', 'c', 'cba']);
});

it('has the percentiles of the successful requests by nearest rank, and the errors by code', () => {
  const log = createLog();
  for (let ms = 1; ms <= 100; ms++) log.record(request({ durationMs: ms }));
  log.record(request({ operation: 'ocr', durationMs: 7 }));
  for (const code of ['rate_limited', 'invalid_parameters', 'rate_limited']) {
    log.record(request({ status: 429, code, durationMs: 9000 }));
  }
  expect(log.summarize({})).toEqual({
    latency: [
      { operation: 'sentiment', count: 100, p50Ms: 50, p95Ms: 95, p99Ms: 99 },
      { operation: 'ocr', count: 1, p50Ms: 7, p95Ms: 7, p99Ms: 7 },
    ],
    errors: [
      { code: 'rate_limited', count: 2 },
      { code: 'invalid_parameters', count: 1 },
    ],
  });
  expect(log.summarize({ keyId: 'key_9' })).toEqual({ latency: [], errors: [] });
});
