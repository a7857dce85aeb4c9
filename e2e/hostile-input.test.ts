import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OpenConnections } from '../apps/server/src/http/connections/open-connections.ts';
import { createClientErrorHandler } from '../apps/server/src/http/errors/client-error-handler.ts';
import { defineOperation } from '../apps/server/src/operations/define-operation.ts';
import { operations } from '../apps/server/src/operations/registry.ts';

const receiving = (name: string, timeLimitMs: number) =>
  defineOperation({
    name,
    title: name,
    description: name,
    consumes: ['application/json', 'multipart/form-data'],
    input: z.object({}),
    output: z.object({}),
    examples: [{ input: {}, output: {} }],
    timeLimitMs,
    price: { minimum: 1, label: '1', compute: () => 1 },
    run: async () => ({}),
  });
const [hourMs, bodyTypes] = [
  3_600_000,
  ['application/json', 'multipart/form-data; boundary=hostile-boundary'],
];

/** Operations that receive a body which never ends, until their time limit passes or until the client disconnects. */
const hurried = receiving('hurried', 300);
const patient = receiving('patient', hourMs);

/** An operation without a cost estimate, so that only the sizes of request bodies count. */
const weightless = defineOperation({
  name: 'weightless',
  title: 'weightless',
  description: 'weightless',
  consumes: ['application/json'],
  input: z.object({ text: z.string() }),
  output: z.object({}),
  examples: [{ input: { text: 'a' }, output: {} }],
  timeLimitMs: hourMs,
  price: { minimum: 1, label: '1', compute: () => 1 },
  run: async () => ({}),
});

let service: TestService;
beforeAll(async () => {
  service = await startTestService(
    { QUERN_CORS_ORIGINS: 'https://app.example', QUERN_RATE_LIMIT: '1000000/m,running=1000' },
    { operations: [...operations, hurried, patient, weightless] },
  );
});
afterAll(() => service.stop());

interface Failure {
  readonly error: string;
  readonly code: string;
  readonly requestId: string;
}

/** Status, code and message of a response, which must have all fields of an error and a short message. */
async function errorSummary(reply: Promise<Response> | Response): Promise<string> {
  const response = await reply;
  const body = (await response.json()) as Failure;
  if (response.status === 200) return '200';
  expect(Object.keys(body).sort()).toEqual(['code', 'error', 'requestId']);
  expect(body.requestId).toMatch(/^[\w.:/+=-]+$/);
  expect(body.error.length).toBeLessThanOrEqual(1000);
  return `${response.status} ${body.code}: ${body.error}`;
}

const boundary = 'hostile-boundary';

/** Sends a form that FormData cannot produce. Each part consists of its headers and its content. */
function sendForm(parts: readonly (readonly [string, string | Buffer])[]): Promise<Response> {
  const bytes = parts.map(([headers, value]) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
  );
  return fetch(`${service.url}/v0/summarize`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${testApiKey}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-dry-run': 'true',
    },
    body: Buffer.concat([...bytes, Buffer.from(`--${boundary}--\r\n`)]),
  });
}

const named = (name: string): string => `Content-Disposition: form-data; name="${name}"`;
const file = (name: string, filename = 'a.txt'): string => `${named(name)}; filename="${filename}"`;
const content = 'The old mill by the river grinds the grain of the whole village.';

/** Sends text on a new connection and returns the response, when the server has closed the connection. */
function exchange(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      reply += chunk.toString();
    });
    socket.on('close', () => resolve(reply));
    socket.on('error', reject);
  });
}

describe('JSON', () => {
  it('returns 400 with a short message for 20,000 and for 900,000 unknown fields', async () => {
    const fields = (length: number): string =>
      `{${Array.from({ length }, (_none, index) => `"${index}":1`).join()}}`;
    expect(await errorSummary(service.post('sentiment', fields(20_000)))).toMatch(
      /^400 invalid_parameters: .*20000 fields/,
    );
    expect(await errorSummary(service.post('sentiment', fields(900_000)))).toMatch(
      /^400 invalid_json: .*outside of strings/,
    );
  });
  it('returns 400 for 100,000 levels of nesting in a known field, an unknown field and the body', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect(await errorSummary(service.post('sentiment', `{"text":${deep}}`))).toMatch(/^400 .*an array/);
    expect(await errorSummary(service.post('sentiment', `{"text":${objects}}`))).toMatch(
      /^400 invalid_json: .*outside/,
    );
    expect(await errorSummary(service.post('sentiment', `{"tone":${deep}}`))).toMatch(/^400 /);
    expect(await errorSummary(service.post('sentiment', deep))).toMatch(/^400 invalid_json/);
    expect(await errorSummary(service.post('sentiment', objects))).toMatch(/^400 invalid_json: .*outside/);
  });
  it('returns 400 for a field named __proto__', async () => {
    expect(await errorSummary(service.post('sentiment', '{"text":"a","__proto__":{"x":1}}'))).toMatch(
      /^400 invalid_parameters: unknown field: "__proto__"/,
    );
  });
  it('returns 400 for a data: URI of 12 MB of white space', async () => {
    const body = JSON.stringify({ imageUrl: `data:image/png;base64,${' '.repeat(12_000_000)}!` });
    expect(await errorSummary(service.post('ocr', body))).toMatch(/^400 invalid_url: .*not base64/);
  });
});

describe('forms', () => {
  const takes = async (...parts: (readonly [string, string | Buffer])[]): Promise<void> =>
    expect(await errorSummary(sendForm(parts))).toBe('200');

  it('accepts content together with a 0.file and 1.file that are too large, repeated or text', async () => {
    await takes([file('0.file'), Buffer.alloc(10_500_000, 'a')], [named('content'), content]);
    await takes(
      [file('0.file'), 'x'],
      [file('0.file'), 'y'],
      [named('1.file'), 'z'],
      [named('content'), content],
    );
  });
  it('accepts 0.file and 1.file alone, as text, and with empty content', async () => {
    await takes([file('0.file'), content]);
    await takes([named('0.file'), content], [file('1.file'), content], [named('content'), '']);
  });
  it('returns 400 file_too_large for a 0.file of 10,485,761 bytes', async () => {
    expect(await errorSummary(sendForm([[file('0.file'), Buffer.alloc(10_485_761, 'a')]]))).toMatch(
      /^400 file_too_large/,
    );
  });
  it('accepts content with an empty file input, and a file with empty content', async () => {
    await takes([named('content'), content], [file('file', ''), '']);
    await takes([named('content'), ''], [file('file'), content]);
  });
  it('returns 400 for a part named __proto__, a part without a name, and too many parts', async () => {
    expect(
      await errorSummary(
        sendForm([
          [named('content'), content],
          [named('__proto__'), 'a'],
        ]),
      ),
    ).toMatch(/^400 invalid_parameters: unknown field: "__proto__"/);
    expect(await errorSummary(sendForm([['Content-Disposition: form-data', 'a']]))).toMatch(
      /^400 .*part has no name/,
    );
    const flood = Array.from({ length: 65 }, (_none, index) => [named(`n${index}`), 'a'] as const);
    expect(await errorSummary(sendForm(flood))).toMatch(/^400 .*more than 64 parts/);
    expect(await errorSummary(sendForm(flood.slice(1)))).toMatch(/^400 .*and 59 more/);
  });
  it('returns 400 for text that is not UTF-8, and accepts it with its charset', async () => {
    const latin = Buffer.from('Le moulin est près de la rivière du village.', 'latin1');
    expect(await errorSummary(sendForm([[named('content'), latin]]))).toMatch(
      /^400 invalid_parameters: content: is not valid utf-8/,
    );
    await takes([`${named('content')}\r\nContent-Type: text/plain; charset=iso-8859-1`, latin]);
  });
  it('returns 400 for 10,485,761 bytes of content', async () => {
    expect(await errorSummary(sendForm([[named('content'), Buffer.alloc(10_485_761, 'a')]]))).toMatch(
      /^400 file_too_large/,
    );
  });
});

describe('slow and broken clients', () => {
  const requestOf = (operation: string, type: string): string =>
    `POST /v0/${operation} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${testApiKey}\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n{"te`;

  it.concurrent('closes the connection of a client that continues to send after its response, with connection: close', async () => {
    const reply = await exchange(
      service.url,
      'POST /v0/sentiment HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\n{',
    );
    expect(reply).toMatch(/^HTTP\/1\.1 401 .*connection: close/is);
  });
  it.concurrent('returns 504 if a JSON or form body is not received within the time limit of the operation', async () => {
    const replies = bodyTypes.map((type) => exchange(service.url, requestOf('hurried', type)));
    for (const reply of await Promise.all(replies)) {
      expect(reply).toMatch(/^HTTP\/1\.1 504 .*connection: close.*"code":"time_limit"/is);
    }
  });
  it('logs client_gone and charges nothing if the client disconnects while sending a body', async () => {
    for (const type of bodyTypes) {
      const balance = await service.balance();
      const before = service.logLines.length;
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.write(requestOf('patient', type));
      await expect.poll(() => service.metric('quern_requests_running')).toBe(1);
      socket.destroy();
      await service.untilLogged('"code":"client_gone"', before);
      expect(service.logLines.slice(before).join('')).not.toContain('internal_error');
      expect(await service.balance()).toBe(balance);
    }
  });
  it('returns 431 headers_too_large for 40 KB of headers', async () => {
    const response = await fetch(`${service.url}/livez`, { headers: { 'x-much': 'a'.repeat(40_000) } });
    expect(await errorSummary(response)).toMatch(/^431 headers_too_large/);
  });
  it('returns 408 request_timeout with a request id for headers that never end', async () => {
    const server = createServer({ headersTimeout: 60, requestTimeout: 100, connectionsCheckingInterval: 20 });
    server.on('clientError', createClientErrorHandler(new OpenConnections())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const reply = await exchange(`http://127.0.0.1:${port}`, 'GET / HTTP/1.1\r\nhost: a\r\n');
    server.close();
    expect(reply).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(reply).toMatch(/"code":"request_timeout","requestId":"req_\w+"/);
  });
  it('returns 400 as JSON for a path that cannot be decoded, and 404 for a very long path', async () => {
    expect(await errorSummary(fetch(`${service.url}/v0/%zz`))).toMatch(/^400 invalid_parameters/);
    expect(await errorSummary(fetch(`${service.url}/v0/${'x'.repeat(5000)}`))).toMatch(/^404 not_found/);
  });
});

describe('memory of bodies', () => {
  const mebibyte = 1024 * 1024;
  const head = (length: string): string =>
    `POST /v0/weightless HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${testApiKey}\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;
  /** Opens connections that send these bytes and then wait. `replies` collects the responses. */
  function open(count: number, ...pieces: (string | Buffer)[]) {
    const state = { replies: '', close: () => undefined as unknown };
    const sockets = Array.from({ length: count }, () => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket
        .on('error', () => undefined)
        .on('data', (chunk) => {
          state.replies += chunk.toString();
        });
      for (const piece of pieces) socket.write(piece);
      return socket;
    });
    state.close = () => {
      for (const socket of sockets) socket.destroy();
    };
    return state;
  }

  it('is not reserved for a declared length that is never sent', async () => {
    const idle = open(32, head(`content-length: ${16 * mebibyte}`));
    await expect.poll(() => service.metric('quern_requests_running')).toBe(32);
    expect(await errorSummary(service.post('weightless', { text: 'good' }))).toBe('200');
    expect(idle.replies).toBe('');
    idle.close();
    await expect.poll(() => service.metric('quern_requests_running')).toBe(0);
  });
  it('is bounded per key, also for bodies without a declared length, and released', async () => {
    const piece = Buffer.alloc(15 * mebibyte, 'a');
    const large = open(
      10,
      head('transfer-encoding: chunked'),
      `${(piece.length + 9).toString(16)}\r\n{"text":"`,
      piece,
    );
    await expect
      .poll(() => large.replies)
      .toMatch(/^HTTP\/1\.1 429 .*retry-after: 2\r\n.*"code":"too_many_running"/is);
    large.close();
    // The memory of a body is released with its request; the tests after this one need all of it.
    await expect.poll(() => service.metric('quern_requests_running')).toBe(0);
    expect(await errorSummary(service.post('weightless', { text: 'good' }))).toBe('200');
  });
});

describe('responses before the body is read', () => {
  /** A body of 20 MB in chunks. */
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let index = 0; index < 320; index++) {
      yield Buffer.alloc(65_536, 'a');
      if (index % 64 === 0) await new Promise(setImmediate);
    }
  }
  const stream = (path: string, key: string, type = 'application/json'): Promise<Response> =>
    fetch(`${service.url}/v0/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      body: pieces() as unknown as ReadableStream,
      duplex: 'half',
    } as RequestInit);

  it('reach a client that streams 20 MB: ten times each 413, 401, 404 and 415', async () => {
    for (let round = 0; round < 10; round++) {
      const replies = [
        await errorSummary(stream('sentiment', testApiKey)),
        await errorSummary(stream('sentiment', 'qn_live_nonsense')),
        await errorSummary(stream('nowhere', testApiKey)),
        await errorSummary(stream('summarize', testApiKey, 'text/plain')),
      ];
      expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['413', '401', '404', '415']);
    }
  });
  it('keep the connection open if no body remains to be read', async () => {
    const bare = 'GET /v0/nothing HTTP/1.1\r\nhost: a\r\n\r\n';
    const whole = 'POST /v0/sentiment HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}';
    const last = 'GET /v0/nothing HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';
    const reply = await exchange(service.url, bare + whole + last);
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 401', 'HTTP/1.1 404']);
    expect(reply.match(/connection: close/gi)).toHaveLength(1);
  });
});

describe('ids, names and amounts', () => {
  const scrape = (id: string): Promise<Response> =>
    fetch(`${service.url}/v0/scrapes/${id}`, { headers: { authorization: `Bearer ${testApiKey}` } });
  const admin = (method: string, path: string, body?: unknown): Promise<string> =>
    service.adminRequest(method, path, body).then(errorSummary);

  it('returns 404 for ids with control characters, of any length and form', async () => {
    for (const id of ['scr_%00', '%00', 'scr_a%0Ab', 'scr_%F0%9F%98%80', `scr_${'x'.repeat(150)}`, '%20']) {
      expect([id, await errorSummary(scrape(id))]).toEqual([id, expect.stringMatching(/^404 not_found/)]);
    }
    for (const path of ['/accounts/acc_%00', '/keys/key_%00', '/accounts/acc_%00/entries', '/accounts/x']) {
      expect([path, await admin('GET', path)]).toEqual([path, expect.stringMatching(/^404 not_found/)]);
    }
  });
  it('returns 400 for control characters in after, accountId, names and notes', async () => {
    expect(await admin('GET', '/accounts?after=%00')).toMatch(/^400 invalid_parameters: after/);
    expect(await admin('GET', '/keys?after=%00')).toMatch(/^400 invalid_parameters: after/);
    expect(await admin('GET', '/keys?accountId=%00')).toMatch(/^400 invalid_parameters: accountId/);
    expect(await admin('POST', '/accounts', { name: 'a\0b' })).toMatch(/^400 .*control characters/);
    expect(await admin('POST', '/keys', { accountId: 'acc_\0', name: 'a' })).toMatch(/^400 .*accountId/);
    expect(await admin('POST', '/accounts/acc_x/credits', { amount: 1, note: '\0' })).toMatch(
      /^400 .*control/,
    );
  });
  it('returns 400 for more than 1e12 credits at once', async () => {
    for (const amount of [1e12 + 1, -1e12 - 1, Number.MAX_SAFE_INTEGER, 1e300, 0, 0.5]) {
      expect(await admin('POST', '/accounts/acc_x/credits', { amount })).toMatch(/^400 .*amount/);
    }
    expect(await admin('POST', '/accounts', { name: 'a', credits: 1e12 + 1 })).toMatch(/^400 .*credits/);
    expect((await service.adminRequest('POST', '/accounts', { name: 'rich', credits: 1e12 })).status).toBe(
      201,
    );
  });
});

describe('documents', () => {
  it('exposes all response headers to browsers of an allowed origin', async () => {
    const response = await service.post('sentiment', { text: 'good' }, { origin: 'https://app.example' });
    const exposed = response.headers.get('access-control-expose-headers') ?? '';
    for (const name of [
      'X-RateLimit-Limit',
      'X-RateLimit-Reset',
      'Idempotent-Replayed',
      'WWW-Authenticate',
    ]) {
      expect(exposed).toContain(name);
    }
  });
  it('describes required JSON properties, stored results and errors in openapi.json', async () => {
    const { paths, components } = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document;
    const { requestBody, responses } = paths['/v0/summarize']?.post ?? {};
    expect(requestBody?.content['application/json']?.schema).toMatchObject({ required: ['content'] });
    expect(JSON.stringify(requestBody?.content['application/json'])).not.toContain('files');
    const storedResult = paths['/v0/scrapes/{id}']?.get?.responses['200'];
    expect(Object.keys(storedResult?.headers ?? {})).toEqual(['X-Request-Id']);
    expect(JSON.stringify(storedResult?.content)).not.toContain('DryRun');
    const headersOf = (status: string) => Object.keys(responses?.[status]?.headers ?? {});
    expect(headersOf('200')).toEqual(expect.arrayContaining(['Idempotent-Replayed', 'X-RateLimit-Limit']));
    for (const [status, header] of [
      ['401', 'WWW-Authenticate'],
      ['409', 'Retry-After'],
      ['429', 'Retry-After'],
      ['503', 'Retry-After'],
    ] as const) {
      expect([status, headersOf(status)]).toEqual([status, expect.arrayContaining([header])]);
    }
    expect(Object.keys(responses?.['400']?.content ?? {})).toContain('application/problem+json');
    const known = Object.keys(components.headers);
    const used = JSON.stringify(paths).matchAll(/#\/components\/headers\/([\w-]+)/g);
    expect([...used].map(([, name]) => name).filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });
});

interface Described {
  readonly requestBody?: { readonly content: Record<string, { schema: object }> };
  readonly responses: Record<string, { headers?: object; content: object }>;
}

interface Document {
  readonly paths: Record<string, { post?: Described; get?: Described }>;
  readonly components: { readonly headers: object };
}
