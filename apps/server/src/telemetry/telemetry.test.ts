import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/service-error.ts';
import type { RequestRecord } from '../pipeline/pipeline-context.ts';
import { StorageUnavailableError } from '../storage/driver/storage-unavailable-error.ts';
import { Telemetry } from './telemetry.ts';

function createTelemetry(
  countWaiting = async () => [{ operation: 'ocr', priority: 'batch', count: 7 } as const],
  level = 'info',
) {
  const lines: string[] = [];
  const log = pino({ base: null, level }, { write: (line: string) => void lines.push(line) });
  const telemetry = new Telemetry(log, {
    concurrencyLimiter: { running: 2, waiting: 3 },
    openResponses: { count: 1 },
    loadShedder: { pendingMs: () => 1500 },
    engines: { waiting: () => ({ ocr: 4 }) },
    results: { bytes: 10 },
    jobs: { countWaiting: async () => [...(await countWaiting())] },
    build: { version: '1.2.3', nodeVersion: '24.0.0', commit: 'abc' },
  });
  return { telemetry, lines };
}

const nextTick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

const request = (overrides: Partial<RequestRecord>): RequestRecord => ({
  requestId: 'req_1',
  client: '127.0.0.1',
  operation: 'scrape',
  status: 200,
  code: undefined,
  keyId: 'key_1',
  jobId: undefined,
  accountId: 'acc_1',
  creditsUsed: 1,
  creditsRemaining: 9,
  replayed: false,
  isDryRun: false,
  rate: undefined,
  durationMs: 20,
  timing: 'auth;dur=1, total;dur=20',
  waitedMs: 2,
  workedMs: 10,
  cause: undefined,
  ...overrides,
});

describe('Telemetry', () => {
  it('logs a 404 of the target in one line, without a stack trace and without the query of the URL', () => {
    const { telemetry, lines } = createTelemetry();
    const cause = new ServiceError('target_status', 'https://a.example/page?token=secret responded with 404');
    telemetry.recordRequest(request({ status: 502, code: 'target_status', cause }));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 40,
      code: 'target_status',
      reason: 'https://a.example/page responded with 404',
    });
    expect(lines[0]).not.toMatch(/secret|stack|\.ts:\d/);
  });
  it('logs a request as pino would, at the level info', async () => {
    const { telemetry, lines } = createTelemetry();
    const expected: string[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line) => void expected.push(line) });
    const records = [
      request({}),
      request({ status: 402, code: 'insufficient_credits', creditsUsed: 0, replayed: true }),
      request({ status: 401, code: 'missing_key', keyId: undefined, accountId: undefined }),
      request({ status: 202, jobId: 'job_1', requestId: 'a"b\\c\n', client: '::1%"' }),
    ];
    for (const record of records) {
      telemetry.recordRequest(record);
      const { requestId, client, operation, status, code, keyId, accountId, jobId } = record;
      const { creditsUsed, replayed, timing } = record;
      const fields = { requestId, client, operation, status, code, keyId, accountId, jobId };
      log.info({ ...fields, creditsUsed, replayed, timing }, 'request');
    }
    await nextTick();
    const logged = lines.join('').match(/.*\n/g) ?? [];
    expect(logged.map((line) => line.replace(/"time":\d{13},/, ''))).toEqual(expected);
  });
  it('logs requests that end at the same time at once, and in order with failures', async () => {
    const { telemetry, lines } = createTelemetry();
    for (const requestId of ['req_1', 'req_2']) telemetry.recordRequest(request({ requestId }));
    expect(lines).toHaveLength(0);
    telemetry.recordRequest(request({ requestId: 'req_3', status: 503, code: 'overloaded' }));
    telemetry.recordRequest(request({ requestId: 'req_4' }));
    telemetry.recordFailure(new Error('a bug'), 'req_5');
    await nextTick();
    const ids = lines.join('').match(/(?<="requestId":")\w+/g);
    expect(ids).toEqual(['req_1', 'req_2', 'req_3', 'req_4', 'req_5']);
    expect(lines).toHaveLength(4);
  });
  it('logs no request below the level', () => {
    const { telemetry, lines } = createTelemetry(undefined, 'warn');
    telemetry.recordRequest(request({}));
    telemetry.recordRequest(request({ status: 503, code: 'overloaded' }));
    expect(lines.map((line) => JSON.parse(line).status)).toEqual([503]);
  });
  it('logs a 4xx without its message, which may quote the input', async () => {
    const { telemetry, lines } = createTelemetry();
    telemetry.recordRequest(request({ status: 400, code: 'invalid_parameters' }));
    await nextTick();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, code: 'invalid_parameters' });
    expect(lines[0]).not.toMatch(/reason|stack/);
  });
  it('has a metric of what runs', async () => {
    const metrics = await createTelemetry().telemetry.registry.metrics();
    expect(metrics).toContain('quern_build_info{version="1.2.3",node_version="24.0.0",commit="abc"} 1');
  });
  it('returns the other metrics if waiting jobs cannot be counted', async () => {
    const { telemetry, lines } = createTelemetry(() => Promise.reject(new Error('no connection')));
    const metrics = await telemetry.registry.metrics();
    expect(metrics).toContain('quern_requests_running 2');
    expect(metrics).not.toContain('quern_jobs_waiting{');
    expect(lines[0]).toContain('waiting jobs cannot be counted');
  });
  it('logs an internal error with its stack trace', () => {
    const { telemetry, lines } = createTelemetry();
    telemetry.recordRequest(request({ status: 500, code: 'internal_error', cause: new Error('a bug') }));
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, err: { message: 'a bug' } });
    expect(lines[0]).toContain('telemetry.test.ts');
  });
  it('logs a database outage outside of the pipeline without, and a bug with its stack trace', () => {
    const { telemetry, lines } = createTelemetry();
    telemetry.recordFailure(new StorageUnavailableError('no connection', { cause: undefined }), 'req_1');
    telemetry.recordFailure(new Error('a bug'), 'req_2');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, requestId: 'req_1' });
    expect(lines[0]).not.toContain('stack');
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 50, requestId: 'req_2' });
    expect(lines[1]).toContain('stack');
  });
  it('counts requests, credits, rejections, and timeouts by operation, and reads gauges when collected', async () => {
    const { telemetry } = createTelemetry();
    telemetry.recordRequest(request({}));
    telemetry.recordRequest(request({ status: 429, code: 'rate_limited', creditsUsed: 0 }));
    telemetry.recordRequest(request({ status: 504, code: 'time_limit', creditsUsed: 0 }));
    telemetry.adjustWorkCount('scrape', 'waiting', 1);
    telemetry.adjustWorkCount('scrape', 'running', 1);
    const metrics = await telemetry.registry.metrics();
    for (const line of [
      'quern_requests_total{operation="scrape",status="200",code=""} 1',
      'quern_credits_charged_total{operation="scrape"} 1',
      'quern_requests_refused_total{operation="scrape",code="rate_limited"} 1',
      'quern_requests_timed_out_total{operation="scrape"} 1',
      'quern_work_waiting{operation="scrape"} 1',
      'quern_work_running{operation="scrape"} 1',
      'quern_engine_queue_length{engine="ocr"} 4',
      'quern_jobs_waiting{operation="ocr",priority="batch"} 7',
      'quern_admitted_work_seconds 1.5',
      'quern_requests_running 2',
    ]) {
      expect(metrics).toContain(line);
    }
  });
});
