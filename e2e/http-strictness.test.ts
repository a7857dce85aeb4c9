import { connect } from 'node:net';
import {
  startTestService,
  type TestService,
  testAdminToken,
  testApiKey,
} from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends lines as they are, and reads the first response. The rest of the body is never sent. */
function send(lines: readonly string[], body = ''): Promise<RawResponse> {
  const { port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const response = parse(text);
      if (response === undefined) return;
      socket.destroy();
      resolve(response);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`no response: ${text}`)));
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  });
}

function parse(text: string): RawResponse | undefined {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const body = rest.join('\r\n\r\n');
  const isComplete = rest.length > 0 && body.length >= Number(headers['content-length'] ?? 0);
  return isComplete ? { status: Number(statusLine.split(' ')[1]), headers, body } : undefined;
}

/** Expects an error of the usual form. @returns its message */
function expectError(response: RawResponse, status: number, code: string): string {
  const body = JSON.parse(response.body) as Record<string, string>;
  expect([response.status, body['code']]).toEqual([status, code]);
  expect(Object.keys(body).sort()).toEqual(['code', 'error', 'requestId']);
  expect(response.headers['x-request-id']).toBe(body['requestId']);
  return body['error'] ?? '';
}

const host = 'Host: quern.example.org';
const key = `Authorization: Bearer ${testApiKey}`;
const json = 'Content-Type: application/json';
const post = ['POST /v0/sentiment HTTP/1.1', host, key, json];
const text = '{"text":"a"}';

describe('requests that intermediaries could understand in another way', () => {
  it.each([
    ['two Host headers', ['GET /livez HTTP/1.1', host, 'Host: other.example.org'], '', /header host/],
    ['no Host header', ['GET /livez HTTP/1.1'], '', /Host is missing/],
    ['two Authorization headers', [...post, key, 'Content-Length: 12'], text, /header authorization/],
    [
      'two Idempotency-Key headers',
      [...post, 'Idempotency-Key: a', 'idempotency-key: b', 'Content-Length: 12'],
      text,
      /header idempotency-key/,
    ],
    [
      'two Content-Type headers',
      [...post, 'Content-Type: text/plain', 'Content-Length: 12'],
      text,
      /content-type/,
    ],
    [
      'Transfer-Encoding: gzip, chunked',
      [...post, 'Transfer-Encoding: gzip, chunked'],
      `c\r\n${text}\r\n0\r\n\r\n`,
      /Transfer-Encoding "gzip, chunked" is not supported/,
    ],
    ['HTTP/2.0', ['GET /livez HTTP/2.0', host], '', /HTTP\/2\.0 is not supported/],
    ['HTTP/0.9', ['GET /livez HTTP/0.9', host], '', /HTTP\/0\.9 is not supported/],
    ['an unknown version', ['GET /livez HTTP/1.2', host], '', /not valid HTTP/],
  ])('%s: 400, and the connection is closed', async (_name, lines, body, message) => {
    const response = await send(lines, body);
    expect(expectError(response, 400, 'invalid_parameters')).toMatch(message);
    expect(response.headers['connection']).toBe('close');
  });

  it('accepts HTTP/1.0 without Host, and a chunked body', async () => {
    expect((await send(['GET /livez HTTP/1.0'])).status).toBe(200);
    const response = await send(
      [...post, 'X-Dry-Run: true', 'Transfer-Encoding: Chunked'],
      `c\r\n${text}\r\n0\r\n\r\n`,
    );
    expect(response.status).toBe(200);
  });
});

describe('methods that a path does not support', () => {
  const methods = [
    'PROPFIND',
    'PUT',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'QUERY',
    'get',
    'post',
    'BREW',
    'M-SEARCH',
    '!#$',
  ];
  it.each([
    ['/v0/sentiment', 'POST'],
    ['/v0/jobs', 'GET, HEAD'],
    ['/v0/jobs/job_1', 'DELETE, GET, HEAD'],
    ['/metrics', 'GET, HEAD'],
    ['/openapi.json?a=b', 'GET, HEAD'],
  ])('%s: 405 with Allow, whatever the method is', async (path, allowed) => {
    for (const method of methods) {
      const response = await send([`${method} ${path} HTTP/1.1`, host, 'Content-Length: 0']);
      expectError(response, 405, 'method_not_allowed');
      expect([method, response.headers['allow']?.split(', ').sort().join(', ')]).toEqual([method, allowed]);
    }
  });

  it('CONNECT: 404 with the usual error, since it names no path', async () => {
    expectError(await send(['CONNECT example.org:443 HTTP/1.1', host]), 404, 'not_found');
  });

  it('is 404 on an unknown path, and 400 without a request line', async () => {
    for (const method of ['PROPFIND', 'get', 'QUERY']) {
      expectError(await send([`${method} /nope HTTP/1.1`, host]), 404, 'not_found');
    }
    expectError(await send(['hello']), 400, 'invalid_parameters');
  });

  it('is 400 after another request in the same data, whose path it is not', async () => {
    const response = await send(['GET /livez HTTP/1.1', host, '', 'get /v0/jobs HTTP/1.1', host]);
    expectError(response, 400, 'invalid_parameters');
  });
});

describe('X-Request-Id', () => {
  it.each([
    ['longer than 128 characters', 'a'.repeat(129)],
    ['with other characters', 'a b'],
    ['with quotes', '"a"'],
    ['empty', ''],
  ])('%s is replaced by a new one, in errors and results', async (_name, sent) => {
    for (const lines of [['GET /nope HTTP/1.1'], ['GET /livez HTTP/1.1'], ['GET /v0/usage HTTP/1.1', key]]) {
      const response = await send([...lines, host, `X-Request-Id: ${sent}`]);
      expect(response.headers['x-request-id']).toMatch(/^req_\w{22}$/);
    }
  });

  it('of 128 permitted characters is returned', async () => {
    const sent = `a.b:c/d+e=f-${'_'.repeat(116)}`;
    for (const lines of [['GET /nope HTTP/1.1'], ['GET /livez HTTP/1.1'], ['GET /v0/usage HTTP/1.1', key]]) {
      const response = await send([...lines, host, `X-Request-Id: ${sent}`]);
      expect(response.headers['x-request-id']).toBe(sent);
    }
  });
});

describe('a Content-Length above the limit', () => {
  it.each(['16777217', '9007199254740993'])('%s: 413, also while the service is busy', async (length) => {
    const work = service.post('sentiment', { text: 'The staff were wonderful. '.repeat(8000) });
    const endOfWork = work.catch(() => undefined);
    await expect.poll(() => service.metric('quern_admitted_work_seconds')).toBeGreaterThan(0);
    const response = await send([...post, `Content-Length: ${length}`], '{');
    expect(expectError(response, 413, 'body_too_large')).toContain('the maximum is 16777216');
    await endOfWork;
  });

  it('is 401 without a key', async () => {
    const lines = ['POST /v0/sentiment HTTP/1.1', host, json, 'Content-Length: 9007199254740993'];
    expectError(await send(lines, '{'), 401, 'missing_key');
  });

  it('is 413 in the admin API', async () => {
    const lines = ['POST /admin/v0/accounts HTTP/1.1', host, `Authorization: Bearer ${testAdminToken}`, json];
    const response = await send([...lines, 'Content-Length: 9007199254740993'], '{');
    expectError(response, 413, 'body_too_large');
  });
});

it('browsers of permitted origins can read errors, and send what the API accepts', async () => {
  const origin = 'https://app.example.org';
  const open = await startTestService({ QUERN_CORS_ORIGINS: origin });
  for (const path of ['/nope', '/v0/sentiment', '/v0/usage']) {
    const response = await fetch(`${open.url}${path}`, { headers: { origin } });
    expect([path, response.headers.get('access-control-allow-origin')]).toEqual([path, origin]);
  }
  const preflight = await fetch(`${open.url}/v0/sentiment`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'GET, POST, PATCH, DELETE',
  ]);
  await open.stop();
});
