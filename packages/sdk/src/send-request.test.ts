import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createQuern, createQuernAdmin, QuernError } from './index.ts';

/** A door that answers as each test says: what the service does under load, and proxies in front of it. */
let door: Server | undefined;
let requests: IncomingMessage[] = [];

async function open(answer: (response: ServerResponse, count: number) => void): Promise<string> {
  requests = [];
  door = createServer((request, response) => {
    requests.push(request);
    request.resume();
    request.on('end', () => answer(response, requests.length));
  });
  await new Promise<void>((listening) => door?.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
}

afterEach(() => {
  door?.closeAllConnections();
  door?.close();
});

const refuse = (
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers });
  response.end(JSON.stringify({ error: `refused: ${code}`, code, requestId: 'req_1' }));
};
const succeed = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req_2' });
  response.end('{"success":true,"data":{"sentiment":"neutral"}}');
};
const thrownBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  );
const input = { text: 'A text.' };
const apiKey = 'key';

describe('trying again', () => {
  it.each([
    [429, 'rate_limited'],
    [503, 'overloaded'],
    [409, 'idempotency_running'],
  ])('comes back after %i %s, with the same idempotency key', async (status, code) => {
    const baseUrl = await open((response, count) =>
      count < 3 ? refuse(response, status, code, { 'retry-after': '0' }) : succeed(response),
    );
    const answer = await createQuern({ baseUrl, apiKey }).sentiment(input);
    expect(answer.data.sentiment).toBe('neutral');
    const keys = new Set(requests.map((request) => request.headers['idempotency-key']));
    expect(requests.length).toBe(3);
    expect(keys.size).toBe(1);
  });

  it('waits as long as Retry-After says', async () => {
    const baseUrl = await open((response, count) =>
      count === 1 ? refuse(response, 503, 'draining', { 'retry-after': '1' }) : succeed(response),
    );
    const start = performance.now();
    await createQuern({ baseUrl, apiKey }).sentiment(input);
    expect(performance.now() - start).toBeGreaterThan(990);
  });

  it('does not begin a wait that would outlast its time', async () => {
    const baseUrl = await open((response) =>
      refuse(response, 429, 'rate_limited', { 'retry-after': '3600' }),
    );
    const error = await thrownBy(createQuern({ baseUrl, apiKey }).sentiment(input));
    expect(error).toMatchObject({ status: 429, code: 'rate_limited', retryAfterSeconds: 3600 });
    expect(requests.length).toBe(1);
  });

  it('gives up after as many retries as it may make', async () => {
    const baseUrl = await open((response) => refuse(response, 503, 'overloaded', { 'retry-after': '0' }));
    const error = await thrownBy(createQuern({ baseUrl, apiKey, retries: 1 }).sentiment(input));
    expect(error).toMatchObject({ status: 503, requestId: 'req_1' });
    expect(requests.length).toBe(2);
  });

  it.each([
    [400, 'invalid_parameters'],
    [500, 'internal_error'],
    [502, 'target_status'],
  ])('does not repeat what %i %s refused', async (status, code) => {
    const baseUrl = await open((response) => refuse(response, status, code));
    expect(await thrownBy(createQuern({ baseUrl, apiKey }).sentiment(input))).toMatchObject({ status, code });
    expect(requests.length).toBe(1);
  });

  it('sends a grant of credits once only, however it failed', async () => {
    const baseUrl = await open((response) => response.destroy());
    const admin = createQuernAdmin({ baseUrl, adminToken: 'token' });
    const error = await thrownBy(admin.credits.grant({ accountId: 'acc_1', amount: 5 }));
    expect(error).toMatchObject({ status: 0, code: 'network_error' });
    expect(requests.length).toBe(1);
    await thrownBy(admin.accounts.get('acc_1'));
    expect(requests.length).toBe(4);
  });
});

describe('ends of a call', () => {
  it('ends in time, also while it waits to try again', async () => {
    const baseUrl = await open(() => undefined);
    const slow = await thrownBy(createQuern({ baseUrl, apiKey, timeoutMs: 100 }).sentiment(input));
    expect(slow).toBeInstanceOf(QuernError);
    expect(slow).toMatchObject({ status: 0, code: 'timeout' });
    expect(requests.length).toBe(1);
  });

  it('throws the reason of the signal that ended it', async () => {
    const baseUrl = await open(() => undefined);
    const quern = createQuern({ baseUrl, apiKey });
    const reason = new Error('no longer wanted');
    expect(await thrownBy(quern.sentiment(input, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(requests.length).toBe(0);
    const controller = new AbortController();
    const call = thrownBy(quern.sentiment(input, { signal: controller.signal }));
    setTimeout(() => controller.abort(reason), 50);
    expect(await call).toBe(reason);
  });

  it('says why nothing answered', async () => {
    const baseUrl = await open(() => undefined);
    await new Promise((closed) => door?.close(closed));
    const error = await thrownBy(createQuern({ baseUrl, apiKey, retries: 0 }).sentiment(input));
    expect(error).toMatchObject({ code: 'network_error', message: expect.stringContaining('ECONNREFUSED') });
  });

  it.each(['<html>Welcome to nginx</html>', '', '[]', '{"success":true}', '{"success":true,"data":[]}'])(
    'does not take %j for an answer of the service',
    async (body) => {
      const baseUrl = await open((response) => response.end(body));
      const error = await thrownBy(createQuern({ baseUrl, apiKey }).sentiment(input));
      expect(error).toMatchObject({ status: 200, code: 'unexpected_response' });
      expect(requests.length).toBe(1);
    },
  );

  it('refuses options that cannot work', () => {
    const refused = [
      { baseUrl: 'quern.example.org', apiKey },
      { baseUrl: 'file:///v0', apiKey },
      { baseUrl: 'http://127.0.0.1', apiKey: '' },
      { baseUrl: 'http://127.0.0.1', apiKey: 'a key\n' },
      { baseUrl: 'http://127.0.0.1', apiKey, timeoutMs: Number.NaN },
      { baseUrl: 'http://127.0.0.1', apiKey, retries: -1 },
    ];
    for (const options of refused) expect(() => createQuern(options)).toThrow(TypeError);
  });
});
