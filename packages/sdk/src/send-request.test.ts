import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQuern, createQuernAdmin, QuernError } from './index.ts';

/** A server that responds as each test demands, like the service under load or a proxy in front of it. */
let server: Server | undefined;
let requests: IncomingMessage[] = [];

async function startServer(respond: (response: ServerResponse, count: number) => void): Promise<string> {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    request.resume();
    request.on('end', () => respond(response, requests.length));
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

const reject = (
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers });
  response.end(JSON.stringify({ error: `rejected: ${code}`, code, requestId: 'req_1' }));
};
const succeed = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req_2' });
  response.end('{"success":true,"data":{"sentiment":"neutral"}}');
};
const thrownBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no error was thrown',
    (error: unknown) => error,
  );
const input = { text: 'A text.' };
const apiKey = 'key';

describe('retries', () => {
  it.each([
    [429, 'rate_limited'],
    [503, 'overloaded'],
    [409, 'idempotency_running'],
  ])('retries after %i %s with the same idempotency key', async (status, code) => {
    const baseUrl = await startServer((response, count) =>
      count < 3 ? reject(response, status, code, { 'retry-after': '0' }) : succeed(response),
    );
    const response = await createQuern({ baseUrl, apiKey }).sentiment(input);
    expect(response.data.sentiment).toBe('neutral');
    const keys = new Set(requests.map((request) => request.headers['idempotency-key']));
    expect(requests.length).toBe(3);
    expect(keys.size).toBe(1);
  });

  it('waits for the first request with its idempotency key, however long that runs', async () => {
    const baseUrl = await startServer((response, count) =>
      count < 8 ? reject(response, 409, 'idempotency_running', { 'retry-after': '0' }) : succeed(response),
    );
    const quern = createQuern({ baseUrl, apiKey, retries: 1 });
    expect((await quern.sentiment(input, { idempotencyKey: 'same' })).data.sentiment).toBe('neutral');
    expect(requests.length).toBe(8);
  });

  it('does not wait for the first request if retries are disabled', async () => {
    const baseUrl = await startServer((response) => reject(response, 409, 'idempotency_running'));
    const quern = createQuern({ baseUrl, apiKey, retries: 0 });
    const error = await thrownBy(quern.sentiment(input, { idempotencyKey: 'same' }));
    expect(error).toMatchObject({ code: 'idempotency_running' });
    expect(requests.length).toBe(1);
  });

  it('waits for the time given by Retry-After', async () => {
    const baseUrl = await startServer((response, count) =>
      count === 1 ? reject(response, 503, 'draining', { 'retry-after': '1' }) : succeed(response),
    );
    // clock: a lower bound, which slow machines exceed as well.
    const start = performance.now();
    await createQuern({ baseUrl, apiKey }).sentiment(input);
    // clock: a lower bound, which slow machines exceed as well.
    expect(performance.now() - start).toBeGreaterThan(990);
  });

  it('throws the 429 at once if Retry-After exceeds the remaining time', async () => {
    const baseUrl = await startServer((response) =>
      reject(response, 429, 'rate_limited', { 'retry-after': '3600' }),
    );
    const error = await thrownBy(createQuern({ baseUrl, apiKey }).sentiment(input));
    expect(error).toMatchObject({ status: 429, code: 'rate_limited', retryAfterSeconds: 3600 });
    expect(requests.length).toBe(1);
  });

  it('throws the last error after `retries` retries', async () => {
    const baseUrl = await startServer((response) =>
      reject(response, 503, 'overloaded', { 'retry-after': '0' }),
    );
    const error = await thrownBy(createQuern({ baseUrl, apiKey, retries: 1 }).sentiment(input));
    expect(error).toMatchObject({ status: 503, requestId: 'req_1' });
    expect(requests.length).toBe(2);
  });

  it.each([
    [400, 'invalid_parameters'],
    [500, 'internal_error'],
    [502, 'target_status'],
    [503, 'model_unavailable'],
    [503, 'engine_unavailable'],
  ])('does not retry after %i %s', async (status, code) => {
    const baseUrl = await startServer((response) => reject(response, status, code));
    expect(await thrownBy(createQuern({ baseUrl, apiKey }).sentiment(input))).toMatchObject({ status, code });
    expect(requests.length).toBe(1);
  });

  it('sends a grant of credits once, but a read three times, if the connection breaks', async () => {
    const baseUrl = await startServer((response) => response.destroy());
    const admin = createQuernAdmin({ baseUrl, adminToken: 'token' });
    const error = await thrownBy(admin.credits.grant({ accountId: 'acc_1', amount: 5 }));
    expect(error).toMatchObject({ status: 0, code: 'network_error' });
    expect(requests.length).toBe(1);
    await thrownBy(admin.accounts.get('acc_1'));
    expect(requests.length).toBe(4);
  });
});

describe('the end of a call', () => {
  it('throws a timeout error if there is no response within timeoutMs', async () => {
    const baseUrl = await startServer(() => undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const call = thrownBy(createQuern({ baseUrl, apiKey, timeoutMs: 100 }).sentiment(input));
    // Polling advances fake timers by its interval.
    await expect.poll(() => requests.length, { interval: 0 }).toBe(1);
    vi.advanceTimersByTime(100);
    const slow = await call;
    expect(slow).toBeInstanceOf(QuernError);
    expect(slow).toMatchObject({ status: 0, code: 'timeout' });
    expect(requests.length).toBe(1);
  });

  it('throws the reason of its aborted signal', async () => {
    const baseUrl = await startServer(() => undefined);
    const quern = createQuern({ baseUrl, apiKey });
    const reason = new Error('no longer wanted');
    expect(await thrownBy(quern.sentiment(input, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(requests.length).toBe(0);
    const controller = new AbortController();
    const call = thrownBy(quern.sentiment(input, { signal: controller.signal }));
    await expect.poll(() => requests.length).toBe(1);
    controller.abort(reason);
    expect(await call).toBe(reason);
  });

  it('reports the cause of a network error', async () => {
    const baseUrl = await startServer(() => undefined);
    await new Promise((closed) => server?.close(closed));
    const error = await thrownBy(createQuern({ baseUrl, apiKey, retries: 0 }).sentiment(input));
    expect(error).toMatchObject({ code: 'network_error', message: expect.stringContaining('ECONNREFUSED') });
  });

  it.each(['<html>Welcome to nginx</html>', '', '[]', '{"success":true}', '{"success":true,"data":[]}'])(
    'throws unexpected_response for the body %j',
    async (body) => {
      const baseUrl = await startServer((response) => response.end(body));
      const error = await thrownBy(createQuern({ baseUrl, apiKey }).sentiment(input));
      expect(error).toMatchObject({ status: 200, code: 'unexpected_response' });
      expect(requests.length).toBe(1);
    },
  );

  it('throws TypeError for invalid options', () => {
    const invalid = [
      { baseUrl: 'quern.example.org', apiKey },
      { baseUrl: 'file:///v0', apiKey },
      { baseUrl: 'http://127.0.0.1', apiKey: '' },
      { baseUrl: 'http://127.0.0.1', apiKey: 'a key\n' },
      { baseUrl: 'http://127.0.0.1', apiKey, timeoutMs: Number.NaN },
      { baseUrl: 'http://127.0.0.1', apiKey, retries: -1 },
    ];
    for (const options of invalid) expect(() => createQuern(options)).toThrow(TypeError);
  });
});
